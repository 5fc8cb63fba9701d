/** Facts of a code whose findings carry no facts. */
export type NoFacts = Record<string, never>;

/** How serious a finding is. An error refuses its report, a warning asks a person to check, an info is for the record. */
export type Severity = 'error' | 'warning' | 'info';

/** One code of the catalogue: its severity, and how the facts of a finding become words. All words are sentences. */
export interface Entry<Facts> {
  severity: Severity;
  text(facts: Facts): string;
  /** The beginning of the text without a period, for a line that lists several findings. */
  headline(facts: Facts): string;
  /** What to do; empty if there is nothing to do. */
  advice(facts: Facts): string;
}

type Words<Facts> = string | ((facts: Facts) => string);

function entry<Facts>(
  severity: Severity,
  text: Words<Facts>,
  advice: Words<Facts>,
  headline: Words<Facts> = (facts) => render(text)(facts).replace(/\.$/, ''),
): Entry<Facts> {
  const words = { text: render(text), headline: render(headline) };
  return { severity, ...words, advice: render(advice) };
}

function render<Facts>(words: Words<Facts>): (facts: Facts) => string {
  return typeof words === 'string' ? () => words : words;
}

/** A code that refuses its report. `Facts` are the facts that its findings carry. */
export function error<Facts = NoFacts>(text: Words<Facts>, advice: Words<Facts> = ''): Entry<Facts> {
  return entry('error', text, advice);
}

/** A code that a person should check. */
export function warning<Facts = NoFacts>(
  text: Words<Facts>,
  advice: Words<Facts> = '',
  headline?: Words<Facts>,
): Entry<Facts> {
  return entry('warning', text, advice, headline);
}

/** A code for the record. */
export function info<Facts = NoFacts>(text: Words<Facts>, advice: Words<Facts> = ''): Entry<Facts> {
  return entry('info', text, advice);
}
