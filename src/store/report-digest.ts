import { createHash, hash } from 'node:crypto';
import type { MonthRange } from '../domain/report.ts';
import type { PlacedFinding } from './findings.ts';
import type { SqlValue } from './statements.ts';

/** What a load stores of a report beside its record. */
export interface ReportContent {
  taken: readonly MonthRange[] | null;
  /** The digest of its rows. */
  rows: string;
  findings: readonly PlacedFinding[];
}

/**
 * The digest of rows in the order of their table. `reportColumn` is left out: the number of a report is another one in
 * every dataset.
 */
export function digestOfRows(rows: readonly (readonly SqlValue[])[], reportColumn: number): string {
  const digest = createHash('sha256');
  for (const values of rows) digest.update(JSON.stringify(values.toSpliced(reportColumn, 1)));
  return digest.digest('hex');
}

/** The digest of all that a load stores of a report beside its record; `verify` computes it again. */
export function digestOfContent({ taken, rows, findings }: ReportContent): string {
  const texts = findings.map(({ severity, code, message, sheet, row, column }) =>
    JSON.stringify([severity, code, message, sheet, row, column]),
  );
  return hash('sha256', JSON.stringify([taken, rows, texts.sort()]));
}
