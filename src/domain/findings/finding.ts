/** Findings: coded observations about data. They carry facts; their texts are made from these where a person reads them. */

import { counted } from '../text/wording.ts';
import { CATALOGUE, type Facts, type FindingCode } from './catalogue.ts';
import type { EarlierFacts, Entry, Severity } from './entry.ts';

export type { Facts, FindingCode } from './catalogue.ts';
export type { Severity } from './entry.ts';

/** Every finding code with its severity, the gravest first. */
export const FINDING_SEVERITY: ReadonlyMap<FindingCode, Severity> = new Map(
  (['error', 'warning', 'info'] as const).flatMap((severity) =>
    codes()
      .filter((code) => CATALOGUE[code].severity === severity)
      .map((code) => [code, severity] as const),
  ),
);

function codes(): FindingCode[] {
  return Object.keys(CATALOGUE) as FindingCode[];
}

/** Where in a report: rows count from 1 as a spreadsheet shows them; JSON records count from 1, their keys have no row. */
export interface Place {
  sheet: string | null;
  row: number | null;
  /** The header as printed; the field's name where the finding is about a figure rather than a cell. */
  column: string | null;
}

/** A file, and where in it. */
export function atPlace(path: string, { sheet, row, column }: Place): string {
  const place = [sheet && `sheet ${sheet}`, row !== null && `row ${row}`, column && `column ${column}`];
  return [path, ...place.filter(Boolean)].join(', ');
}

/** Facts of a finding that stands for others of its code, which were left out. */
interface RestFacts {
  rest: number;
}

/** A code with the facts of that code. */
export type CodeWithFacts<Code extends FindingCode = FindingCode> = Code extends FindingCode
  ? { code: Code; facts: Facts<Code> }
  : never;

export interface Finding extends Place {
  severity: Severity;
  code: FindingCode;
  facts: Facts | RestFacts | EarlierFacts;
}

const NOWHERE: Place = { sheet: null, row: null, column: null };

/** Makes a finding; the severity belongs to the code. */
export function finding<Code extends FindingCode>(
  code: Code,
  facts: Facts<Code>,
  place: Partial<Place> = {},
): Finding {
  const known = facts as Facts;
  return { severity: CATALOGUE[code].severity, code, facts: known, ...NOWHERE, ...place };
}

/** The finding of a code with its facts, at a place. */
export function findingOf({ code, facts }: CodeWithFacts, place: Partial<Place>): Finding {
  return { severity: CATALOGUE[code].severity, code, facts, ...NOWHERE, ...place };
}

/** What a finding tells, and what to do about it. */
export interface FindingText {
  text: string;
  /** The same in fewer words. */
  headline: string;
  /** Empty if there is nothing to do. */
  advice: string;
}

/** The text and the advice of a finding, made from its facts; of no known code or other facts, these as they are. */
export function describeFinding({ code, facts }: Pick<Finding, 'code' | 'facts'>): FindingText {
  if ('earlierText' in facts) return textAlone(facts.earlierText);
  if ('rest' in facts) return textAlone(`and ${counted(facts.rest, 'more finding')} of this kind`);
  try {
    const entry = CATALOGUE[code] as Entry<Facts>;
    return { text: entry.text(facts), headline: entry.headline(facts), advice: entry.advice(facts) };
  } catch {
    // what is stored may be of another version, or changed by hand
    return textAlone(JSON.stringify(facts));
  }
}

function textAlone(text: string): FindingText {
  return { text, headline: text, advice: '' };
}

/** Text and advice of a finding in one sentence. */
export function findingMessage(finding: Pick<Finding, 'code' | 'facts'>): string {
  const { text, advice } = describeFinding(finding);
  return advice === '' ? text : `${text}; ${advice}`;
}

/** A finding as JSON gives it: with its message. */
export function withMessage<Item extends Finding>(item: Item): Item & { message: string } {
  return { ...item, message: findingMessage(item) };
}

/** How many findings of each severity. */
export type FindingCounts = Record<Severity, number>;

/** Counts findings by severity. */
export function countFindings(findings: Iterable<Pick<Finding, 'severity'>>): FindingCounts {
  const counts: FindingCounts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

/** Findings of one code kept for one report. */
export const FINDINGS_PER_CODE = 100;

/** Whether findings of one code are those kept of more, of which the last stands for the rest. */
export function isCapped(ofCode: readonly Finding[]): boolean {
  return ofCode.length > FINDINGS_PER_CODE;
}

/** Keeps at most `limit` findings of each code; one more says how many were left out. */
export function capFindings<Item extends Finding>(
  findings: readonly Item[],
  limit: number,
): (Item | Finding)[] {
  const seen = new Map<FindingCode, number>();
  const kept: (Item | Finding)[] = [];
  for (const item of findings) {
    const count = (seen.get(item.code) ?? 0) + 1;
    seen.set(item.code, count);
    if (count <= limit) kept.push(item);
  }
  for (const [code, count] of seen)
    if (count > limit)
      kept.push({ severity: CATALOGUE[code].severity, code, facts: { rest: count - limit }, ...NOWHERE });
  return kept;
}
