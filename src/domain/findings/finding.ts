/** Findings: coded observations about data. A finding stores facts; the catalogue turns them into text for a reader. */

import type { Month } from '../month.ts';
import { escapeUnprintable } from '../text/printable.ts';
import { plural } from '../text/wording.ts';
import { CATALOGUE, type Facts, type FindingCode, type Severity } from './catalogue.ts';
import { fillTemplate, type StoredFacts } from './template.ts';

export type { Facts, FindingCode, Severity } from './catalogue.ts';

/** Every finding code with its severity: errors, then warnings, then infos. */
export const FINDING_SEVERITY: ReadonlyMap<FindingCode, Severity> = new Map(
  (['error', 'warning', 'info'] as const).flatMap((severity) =>
    codes()
      .filter((code) => CATALOGUE[code].severity === severity)
      .map((code) => [code, severity] as const),
  ),
);

function codes(): FindingCode[] {
  return Object.keys(CATALOGUE).filter((name): name is FindingCode => name in CATALOGUE);
}

/** A place in a report. Rows count from 1 as in a spreadsheet; JSON records count from 1, and their keys have no row. */
export interface Place {
  sheet: string | null;
  row: number | null;
  /** The printed header; the field's name if the finding is about a figure and not about a cell. */
  column: string | null;
}

/** The name of a field, as opposed to a printed header. */
const FIELD = /^[a-z]+(_[a-z]+)+$/;

/** A place in a file: `may.xlsx, sheet "May", row 12, column "Net Payment"`, or `field net_payment` for a figure. */
export function atPlace(path: string, { sheet, row, column }: Place): string {
  const printed = column && (FIELD.test(column) ? `field ${column}` : `column "${column}"`);
  const place = [sheet && `sheet "${sheet}"`, row !== null && `row ${row}`, printed];
  return [path, ...place.filter(Boolean)].join(', ');
}

/** Facts of a finding that counts further findings of its code, which were not kept. */
interface RestFacts {
  rest: number;
}

export type CodeWithFacts<Code extends FindingCode = FindingCode> = Code extends FindingCode
  ? { code: Code; facts: Facts<Code> }
  : never;

/** What a finding is about in the dataset: its report, its jurisdiction and its month, each if there is one. */
export interface Subject {
  reportId: number | null;
  jurisdictionId: number | null;
  month: Month | null;
}

export interface Finding extends Place, Subject {
  severity: Severity;
  code: FindingCode;
  facts: Facts | RestFacts;
}

const NOWHERE: Place & Subject = {
  ...{ sheet: null, row: null, column: null },
  ...{ reportId: null, jurisdictionId: null, month: null },
};

/** Makes a finding. Its severity follows from its code. */
export function finding<Code extends FindingCode>(
  code: Code,
  facts: Facts<Code>,
  about: Partial<Place & Subject> = {},
): Finding {
  const known = facts as Facts;
  return { severity: CATALOGUE[code].severity, code, facts: known, ...NOWHERE, ...about };
}

/** Makes a finding about a stored row. `field` is the field that it is about, if any. */
export function rowFinding<Code extends FindingCode>(
  code: Code,
  facts: Facts<Code>,
  { sheet, row, reportId, jurisdictionId, month }: Pick<Place, 'sheet' | 'row'> & Subject,
  field: string | null = null,
): Finding {
  return finding(code, facts, { sheet, row, column: field, reportId, jurisdictionId, month });
}

/** The facts of a finding of this code; `null` if it has another code, or not the facts of its code. */
export function factsOf<Code extends FindingCode>(code: Code, item: Finding): Facts<Code> | null {
  if (item.code !== code || 'rest' in item.facts) return null;
  return item.facts as Facts<Code>;
}

interface FindingText {
  /** What happened, in sentences. */
  text: string;
  /** Empty if there is nothing to do. */
  advice: string;
}

/** Renders a finding from its facts. Lists the facts if the code is unknown or the facts do not fit it. */
export function describeFinding({ code, facts }: Pick<Finding, 'code' | 'facts'>): FindingText {
  if ('rest' in facts) return { text: `${plural(facts.rest, 'more finding')} of this kind.`, advice: '' };
  const stored: StoredFacts = { ...facts };
  try {
    const { text, advice } = CATALOGUE[code];
    const more = Number(stored.more ?? 0);
    const others = more > 0 ? ` The report has ${plural(more, 'more', 'more')} of this kind.` : '';
    return { text: fillTemplate(text, stored) + others, advice: fillTemplate(advice, stored) };
  } catch {
    // another version may have stored the facts, or a person changed them
    return { text: `Another version of the program found this${listFacts(stored)}.`, advice: '' };
  }
}

function textOfFact(fact: unknown): string {
  if (typeof fact === 'object')
    return Object.values(fact ?? { none: '-' })
      .map(textOfFact)
      .join(' and ');
  return String(fact);
}

/** `: month 2027-01, received at 2026-11-25` */
function listFacts(facts: StoredFacts): string {
  const wordsOf = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const listed = Object.entries(facts).map(([name, fact]) => `${wordsOf(name)} ${textOfFact(fact)}`);
  return listed.length > 0 ? `: ${listed.join(', ')}` : '';
}

/** The first sentence of a finding without its period, for a line that lists several findings. */
export function headlineOf({ code, facts }: Pick<Finding, 'code' | 'facts'>): string {
  try {
    // the template is cut and not the text: a name may contain a period
    return fillTemplate(CATALOGUE[code].text.replace(/\. .*$/, ''), { ...facts }).replace(/\.$/, '');
  } catch {
    return code;
  }
}

/** The text and the advice of a finding. */
export function findingMessage(finding: Pick<Finding, 'code' | 'facts'>): string {
  const { text, advice } = describeFinding(finding);
  return advice === '' ? text : `${text} ${advice}`;
}

/** What a finding says of a report that is refused for it. The advice of a warning is for a report that is loaded. */
export function refusalMessage(item: Pick<Finding, 'code' | 'facts' | 'severity'>): string {
  return item.severity === 'error' ? findingMessage(item) : describeFinding(item).text;
}

/** A finding with its message, for JSON output. */
export function withMessage<Item extends Finding>(item: Item) {
  const { reportId: _, jurisdictionId: __, month: ___, ...shown } = item;
  return { ...shown, message: findingMessage(item) };
}

/** A finding about a refused report with its message, for JSON output. */
export function withRefusal<Item extends Finding>(item: Item) {
  return { ...withMessage(item), message: refusalMessage(item) };
}

export type FindingCounts = Record<Severity, number>;

export function countFindings(findings: Iterable<Pick<Finding, 'severity'>>): FindingCounts {
  const counts: FindingCounts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

/** Findings of one code that a report keeps. */
export const FINDINGS_PER_CODE = 100;

/** What to say before a number of these findings of one code: the last may only count the findings that were not kept. */
export function atLeast(ofCode: readonly unknown[]): string {
  return ofCode.length > FINDINGS_PER_CODE ? 'at least ' : '';
}

/** Keeps at most `limit` findings of each code, and adds one that counts the rest. */
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

/** One finding on one line: severity, code, file, place and message, and a count of others like it. */
export function formatFinding(
  path: string,
  item: Omit<Finding, keyof Subject>,
  others = '',
  message = findingMessage(item),
): string {
  const { severity, code } = item;
  return `  ${escapeUnprintable(`${severity} ${code}: ${atPlace(path, item)}: ${message}${others}`)}`;
}
