import { getTableName } from 'drizzle-orm';
import {
  describeFinding,
  type Finding,
  type FindingCode,
  type Severity,
} from '../../domain/findings/finding.ts';
import { type Month, monthIndex } from '../../domain/month.ts';
import { STATES } from '../../states/index.ts';
import type { Dataset } from '../dataset.ts';
import { rowTableOf } from '../schema.ts';
import { withFacts } from '../write/placed-finding.ts';
import { type DatasetView, openReader, perContent, perContentAndKey } from './view.ts';
import type { Window } from './window.ts';

/** Which findings to list; `null` does not filter. */
export interface FindingFilter {
  state: string | null;
  jurisdictions: readonly number[] | null;
  /** The allocation period of the finding, or of the row that it is about. */
  month: Month | null;
  severity: Severity | null;
  code: FindingCode | null;
  /** The run that first found them. */
  run: number | null;
}

/** A current finding with its place. The command line prints these names in its JSON. */
export interface ListedFinding extends Finding {
  /** The run that first found it. */
  run_id: number;
  state: string;
  /** Null if the finding is about a whole report or state. */
  jurisdiction_id: number | null;
  jurisdiction: string | null;
  month: Month | null;
  /** The report of the finding; null if there is none. */
  report_sha256: string | null;
  file_name: string | null;
}

/** The SQL condition of each part of a filter. */
const CONDITIONS: readonly (readonly [part: keyof FindingFilter, condition: string])[] = [
  ['state', 'state = @state'],
  [
    'jurisdictions',
    '(jurisdiction_id IN (SELECT value FROM json_each(@jurisdictions)) OR id IN (SELECT value FROM json_each(@ofJurisdictions)))',
  ],
  ['month', "(allocation_period = @month || '-01' OR id IN (SELECT value FROM json_each(@ofMonth)))"],
  ['severity', 'severity = @severity'],
  ['code', 'code = @code'],
  ['run', 'run_id = @run'],
];

/** A finding about a row of a report, with the jurisdiction and month of the row. */
interface PlacedRow {
  id: number;
  /** Null if the row names a place that the dataset does not know. */
  jurisdiction_id: number | null;
  allocation_period: string;
}

/** Finds the rows that findings are about. No index has the numbers of rows, so this reads whole tables. */
const placedRowsOf = perContent(({ dataset: { sqlite } }) => {
  const lines = STATES.flatMap(({ kinds, comparisonSheets }) => [
    ...kinds.map(
      ({ name }) => `SELECT jurisdiction_id, allocation_period, report_id, sheet, "row"
         FROM ${getTableName(rowTableOf(name))} AS line`,
    ),
    ...comparisonSheets.map(
      ({ name }) => `SELECT named.jurisdiction_id, allocation_period, report_id, sheet, "row"
         FROM ${getTableName(rowTableOf(name))} AS line
         LEFT JOIN listed_jurisdiction AS named ON named.kind = '${name}' AND named.listed = line.listed`,
    ),
  ]).map(
    (from) =>
      `${from} WHERE (line.report_id, line."row") IN (SELECT report_id, "row" FROM finding WHERE scope = 'report')`,
  );
  return sqlite
    .prepare<[], PlacedRow>(
      `WITH line AS MATERIALIZED (${lines.join(' UNION ALL ')})
       SELECT finding.id, line.jurisdiction_id, line.allocation_period
       FROM line CROSS JOIN finding ON finding.report_id = line.report_id
       WHERE finding.scope = 'report' AND finding."row" = line."row" AND finding.sheet IS line.sheet`,
    )
    .all();
});

/** Lists findings by severity, state and newest month, and counts all of them. */
export function listFindings(
  dataset: Dataset,
  filter: FindingFilter,
  window: Window,
): { total: number; findings: ListedFinding[] } {
  const { total, ids } = openReader(dataset).read((view) => selectFindings(view, filter, window));
  return { total, findings: readFindings(dataset, ids) };
}

/** Finds the ids of findings by severity, state and newest month, and counts all of them. */
export function selectFindings(
  view: DatasetView,
  filter: FindingFilter,
  { offset, limit }: Window,
): { total: number; ids: number[] } {
  const { month, jurisdictions } = filter;
  const given = CONDITIONS.filter(([part]) => filter[part] !== null);
  const where = given.length > 0 ? `WHERE ${given.map(([, condition]) => condition).join(' AND ')}` : '';
  const asked = new Set(jurisdictions);
  const rows = month === null && jurisdictions === null ? [] : placedRowsOf(view);
  const idsOf = (fits: (row: PlacedRow) => boolean) => JSON.stringify(rows.filter(fits).map(({ id }) => id));
  const values = {
    ...filter,
    jurisdictions: JSON.stringify(jurisdictions),
    ofJurisdictions: idsOf((row) => row.jurisdiction_id !== null && asked.has(row.jurisdiction_id)),
    ofMonth: idsOf((row) => row.allocation_period === `${month}-01`),
  };
  const ids = view.dataset.sqlite
    .prepare<[typeof values], number>(
      `SELECT id FROM finding ${where}
       ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, state,
         allocation_period DESC, id`,
    )
    .pluck()
    .all(values);
  return { total: ids.length, ids: ids.slice(offset, offset + limit) };
}

/** Reads findings, in the order of their ids. */
export function readFindings({ sqlite }: Dataset, ids: readonly number[]): ListedFinding[] {
  return sqlite
    .prepare<[string], Omit<ListedFinding, 'facts'> & { facts: string }>(
      // CROSS JOIN keeps the order of the listed ids
      `SELECT finding.severity, finding.code, finding.facts, finding.run_id, finding.state,
         coalesce(finding.jurisdiction_id, jurisdiction.id) AS jurisdiction_id,
         jurisdiction.name AS jurisdiction,
         coalesce(substr(finding.allocation_period, 1, 7), ${ofSubject('month')}) AS month,
         report.sha256 AS report_sha256, report.file_name, finding.sheet, finding."row", finding."column"
       FROM json_each(?) AS listed CROSS JOIN finding ON finding.id = listed.value
       LEFT JOIN jurisdiction ON jurisdiction.id = coalesce(finding.jurisdiction_id, (
         SELECT subject.id FROM jurisdiction AS subject
         WHERE subject.state = finding.state AND subject.sales_tax_id = ${ofSubject('code')}))
       LEFT JOIN report ON report.id = finding.report_id`,
    )
    .all(JSON.stringify(ids))
    .map(withFacts);
}

/** The code or the month of the row that a finding about a report is about. */
function ofSubject(fact: 'code' | 'month'): string {
  return `CASE WHEN finding.scope = 'report' AND json_valid(finding.facts) THEN finding.facts ->> '$.${fact}' END`;
}

/** The codes of findings that doubt the payment of a month. */
const DOUBTING: readonly FindingCode[] = [
  'unusual-payment',
  'row-arithmetic',
  'unusual-sum',
  'blank-total',
  'conflicting-reports',
  'date-outside-month',
  'summary-differs',
];

/** Why the checks doubt a payment. */
export interface PaymentDoubt {
  month: Month;
  code: FindingCode;
  text: string;
}

/** The doubted payments of a state, by jurisdiction id and `monthIndex`. Made once for each version of the dataset. */
export const doubtsOf = perContentAndKey(
  ({ dataset }, state: string): ReadonlyMap<number, ReadonlyMap<number, PaymentDoubt>> => {
    const ids = dataset.sqlite
      .prepare<[string, string], number>(
        'SELECT id FROM finding WHERE state = ? AND code IN (SELECT value FROM json_each(?)) ORDER BY id',
      )
      .pluck()
      .all(state, JSON.stringify(DOUBTING));
    const doubts = new Map<number, Map<number, PaymentDoubt>>();
    for (const finding of readFindings(dataset, ids)) {
      const { jurisdiction_id: id, month, code } = finding;
      if (id === null || month === null) continue;
      const ofPlace = doubts.get(id) ?? new Map<number, PaymentDoubt>();
      doubts.set(id, ofPlace.set(monthIndex(month), { month, code, text: describeFinding(finding).text }));
    }
    return doubts;
  },
  (state) => state,
);

/** Whether the dataset has the record of a run. */
export function hasRun({ sqlite }: Dataset, id: number): boolean {
  return sqlite.prepare('SELECT 1 FROM run WHERE id = ?').get(id) !== undefined;
}
