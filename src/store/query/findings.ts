import type { Finding, FindingCode, Severity } from '../../domain/finding.ts';
import type { Month } from '../../domain/month.ts';
import type { Dataset } from '../dataset.ts';
import type { SqlValue } from '../statements.ts';

/** Which findings to list; what is `null` does not restrict. */
export interface FindingFilter {
  state: string | null;
  jurisdiction: number | null;
  severity: Severity | null;
  code: FindingCode | null;
  /** The run that first found them. */
  run: number | null;
}

/** What is to be said of the data now, with where it shows. The names are those of the JSON. */
export interface ListedFinding extends Finding {
  /** The run that first found it. */
  run_id: number;
  state: string;
  /** Null where it is about a report or a state as a whole. */
  jurisdiction_id: number | null;
  jurisdiction: string | null;
  month: Month | null;
  /** The report it shows in, null where it shows in none. */
  report_sha256: string | null;
  file_name: string | null;
}

/** Findings, the gravest first, then by state and the newest month; and how many there are. */
export function listFindings(
  { sqlite }: Dataset,
  filter: FindingFilter,
  limit: number,
): { total: number; findings: ListedFinding[] } {
  const wanted: readonly (readonly [condition: string, value: SqlValue])[] = [
    ['finding.state = ?', filter.state],
    ['finding.jurisdiction_id = ?', filter.jurisdiction],
    ['finding.severity = ?', filter.severity],
    ['finding.code = ?', filter.code],
    ['finding.run_id = ?', filter.run],
  ];
  const given = wanted.filter(([, value]) => value !== null);
  const where = given.length > 0 ? `WHERE ${given.map(([condition]) => condition).join(' AND ')}` : '';
  const parameters = given.map(([, value]) => value);
  const total = sqlite
    .prepare<SqlValue[], number>(`SELECT count(*) FROM finding ${where}`)
    .pluck()
    .get(...parameters);
  const findings = sqlite
    .prepare<SqlValue[], ListedFinding>(
      `SELECT finding.severity, finding.code, finding.message, finding.run_id, finding.state,
         finding.jurisdiction_id, jurisdiction.name AS jurisdiction,
         substr(finding.allocation_period, 1, 7) AS month, report.sha256 AS report_sha256, report.file_name,
         finding.sheet, finding."row", finding."column"
       FROM finding LEFT JOIN jurisdiction ON jurisdiction.id = finding.jurisdiction_id
       LEFT JOIN report ON report.id = finding.report_id ${where}
       ORDER BY CASE finding.severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, finding.state,
         finding.allocation_period DESC, finding.id LIMIT ?`,
    )
    .all(...parameters, limit);
  return { total: total ?? 0, findings };
}
