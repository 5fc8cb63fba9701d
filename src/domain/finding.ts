/** Findings: coded observations about data. The list of codes is closed; README documents each. */

import { counted } from './wording.ts';

export type Severity = 'error' | 'warning' | 'info';

/** The report is refused whole. */
const ERRORS = [
  'empty-file',
  'unreadable-file',
  'file-changed',
  'file-too-large',
  'unsupported-format',
  'html-page',
  'export-placeholder',
  'partial-export',
  'old-workbook',
  'encrypted-workbook',
  'damaged-workbook',
  'workbook-too-large',
  'bad-encoding',
  'malformed-csv',
  'malformed-json',
  'unrecognized-report',
  'mixed-report-kinds',
  'missing-column',
  'unknown-column',
  'duplicate-column',
  'layout-not-in-force',
  'no-rows',
  'row-width',
  'row-above-header',
  'second-header',
  'sheet-unread',
  'unread-row',
  'figures-in-thousands',
  'bad-code',
  'bad-name',
  'bad-month',
  'month-mismatch',
  'bad-date',
  'bad-type',
  'bad-amount',
  'bad-percent',
  'percent-as-fraction',
  'missing-value',
  'conflicting-rows',
  'damaged-archive',
] as const;

/** Nothing is refused, but a person has to look at it. */
const OPEN_QUESTIONS = ['correction-outdated', 'correction-unmatched'] as const;

const WARNINGS = [
  'correction-lapsed',
  'duplicate-row',
  'control-total',
  'sheet-ignored',
  'net-payment-missing',
  'total-collections',
  'net-payment',
  'service-fee',
  'current-retained',
  'unusual-sum',
  'no-cents',
  'month-restated',
  'repeated-total',
  'off-quarter-amount',
  'reports-disagree',
  'quarterly-total',
  'statement-missing',
  'conflicting-reports',
  'outdated-row',
  'future-month',
  'hidden-sheet',
  'lone-month',
  'withdrawn-report',
  'returned-report',
  'damaged-origin',
  'rows-not-restated',
  'unknown-type',
  'missing-month',
  'missing-report',
  'fewer-rows',
  'total-jump',
] as const;

const INFOS = [
  'windows-1252',
  'note-row',
  'outside-range',
  'sign-assumed',
  'repeated-header',
  'name-changed',
  'type-changed',
  'new-jurisdiction',
  'ended-jurisdiction',
  'figure-corrected',
] as const;

export type ErrorCode = (typeof ERRORS)[number];
export type FindingCode =
  | ErrorCode
  | (typeof OPEN_QUESTIONS)[number]
  | (typeof WARNINGS)[number]
  | (typeof INFOS)[number];

/** Every finding code with its severity. */
export const FINDING_SEVERITY: ReadonlyMap<FindingCode, Severity> = new Map<FindingCode, Severity>([
  ...[...ERRORS, ...OPEN_QUESTIONS].map((code) => [code, 'error'] as const),
  ...WARNINGS.map((code) => [code, 'warning'] as const),
  ...INFOS.map((code) => [code, 'info'] as const),
]);

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

export interface Finding extends Place {
  severity: Severity;
  code: FindingCode;
  message: string;
}

const NOWHERE: Place = { sheet: null, row: null, column: null };

/** Makes a finding; the severity belongs to the code. */
export function finding(code: FindingCode, message: string, place: Partial<Place> = {}): Finding {
  const severity = FINDING_SEVERITY.get(code) ?? 'error';
  return { severity, code, message, ...NOWHERE, ...place };
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
  for (const [code, count] of seen) {
    if (count > limit) kept.push(finding(code, `and ${counted(count - limit, 'more finding')} of this kind`));
  }
  return kept;
}
