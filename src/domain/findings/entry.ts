/** Facts of a code that tells nothing beyond itself. */
export type NoFacts = Record<string, never>;

/** How grave a finding is. An error refuses its report, a warning asks a person to look, an info tells. */
export type Severity = 'error' | 'warning' | 'info';

/** What the catalogue says of one code: its severity, and its text and advice made from the facts of a finding. */
export interface Entry<Facts> {
  severity: Severity;
  /** What was seen. */
  text(facts: Facts): string;
  /** What was seen in fewer words, for a line that tells of several. */
  headline(facts: Facts): string;
  /** What to do about it; empty if there is nothing to do. */
  advice(facts: Facts): string;
}

/** Facts of a finding that was stored before findings had facts: its text, and the code it had then. */
export interface EarlierFacts {
  earlierText: string;
  earlierCode: string;
}

type Words<Facts> = string | ((facts: Facts) => string);

function entry<Facts>(
  severity: Severity,
  text: Words<Facts>,
  advice: Words<Facts>,
  headline = text,
): Entry<Facts> {
  const words = (given: Words<Facts>) => (typeof given === 'string' ? () => given : given);
  return { severity, text: words(text), headline: words(headline), advice: words(advice) };
}

/** A code that refuses its report. `Facts` are the facts that its findings carry. */
export function error<Facts = NoFacts>(text: Words<Facts>, advice: Words<Facts> = ''): Entry<Facts> {
  return entry('error', text, advice);
}

/** A code that a person should look at. */
export function warning<Facts = NoFacts>(
  text: Words<Facts>,
  advice: Words<Facts> = '',
  headline = text,
): Entry<Facts> {
  return entry('warning', text, advice, headline);
}

/** A code that only tells. */
export function info<Facts = NoFacts>(text: Words<Facts>, advice: Words<Facts> = ''): Entry<Facts> {
  return entry('info', text, advice);
}
