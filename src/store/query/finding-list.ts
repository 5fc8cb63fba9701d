import { getTableName } from 'drizzle-orm';
import type { Finding, FindingCode, Severity } from '../../domain/findings/finding.ts';
import type { Month } from '../../domain/month.ts';
import { STATES } from '../../states/index.ts';
import type { Dataset } from '../dataset.ts';
import { rowTableOf } from '../schema.ts';
import { withFacts } from '../write/placed-finding.ts';
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
  ['state', 'finding.state = @state'],
  ['jurisdictions', ofItsRow('jurisdiction_id', 'IN (SELECT value FROM json_each(@jurisdictions))')],
  ['month', ofItsRow('allocation_period', "= @month || '-01'")],
  ['severity', 'finding.severity = @severity'],
  ['code', 'finding.code = @code'],
  ['run', 'finding.run_id = @run'],
];

/** A condition on a column of a finding. A finding about a row of a report has the row's value. */
function ofItsRow(column: 'jurisdiction_id' | 'allocation_period', condition: string): string {
  const id = column === 'jurisdiction_id' ? 'jurisdiction.id' : null;
  const places = STATES.flatMap(({ kinds, summaries }) => [
    // starts from the jurisdictions because the primary key begins with them
    ...kinds.map(
      ({ name }) =>
        `FROM jurisdiction CROSS JOIN ${getTableName(rowTableOf(name))} AS line ON line.jurisdiction_id = jurisdiction.id
         WHERE ${id ?? `line.${column}`} ${condition}`,
    ),
    ...summaries.map(({ name }) => {
      const table = getTableName(rowTableOf(name));
      return id === null
        ? `FROM ${table} AS line WHERE line.${column} ${condition}`
        : `FROM listed_jurisdiction AS named CROSS JOIN ${table} AS line ON line.listed = named.listed
           WHERE named.kind = '${name}' AND named.jurisdiction_id ${condition}`;
    }),
  ]).map((from) => `SELECT line.report_id, coalesce(line.sheet, ''), line."row" ${from}`);
  return `(finding.${column} ${condition} OR finding.scope = 'report'
    AND (finding.report_id, coalesce(finding.sheet, ''), finding."row") IN (${places.join(' UNION ALL ')}))`;
}

/** Lists findings by severity, state and newest month, and counts all of them. */
export function listFindings(
  dataset: Dataset,
  filter: FindingFilter,
  window: Window,
): { total: number; findings: ListedFinding[] } {
  const { total, ids } = selectFindings(dataset, filter, window);
  return { total, findings: readFindings(dataset, ids) };
}

/** Finds the ids of findings by severity, state and newest month, and counts all of them. */
export function selectFindings(
  { sqlite }: Dataset,
  filter: FindingFilter,
  { offset, limit }: Window,
): { total: number; ids: number[] } {
  const given = CONDITIONS.filter(([part]) => filter[part] !== null);
  const where = given.length > 0 ? `WHERE ${given.map(([, condition]) => condition).join(' AND ')}` : '';
  const values = { ...filter, jurisdictions: JSON.stringify(filter.jurisdictions), offset, limit };
  const total = sqlite
    .prepare<[typeof values], number>(`SELECT count(*) FROM finding ${where}`)
    .pluck()
    .get(values);
  const ids = sqlite
    .prepare<[typeof values], number>(
      `SELECT id FROM finding ${where}
       ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, state,
         allocation_period DESC, id LIMIT @limit OFFSET @offset`,
    )
    .pluck()
    .all(values);
  return { total: total ?? 0, ids };
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

/** Whether the dataset has the record of a run. */
export function hasRun({ sqlite }: Dataset, id: number): boolean {
  return sqlite.prepare('SELECT 1 FROM run WHERE id = ?').get(id) !== undefined;
}
