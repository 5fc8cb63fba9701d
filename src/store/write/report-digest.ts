import { createHash, hash } from 'node:crypto';
import type { MonthRange } from '../../domain/report.ts';
import type { SqlValue } from '../statements.ts';
import { factsText, type PlacedFinding } from './findings.ts';

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
  const texts = findings.map((item) => {
    const { severity, code, facts, sheet, row, column } = item;
    // as the version had it that computed the digest
    const said = 'earlierText' in facts ? [facts.earlierCode, facts.earlierText] : [code, factsText(item)];
    return JSON.stringify([severity, ...said, sheet, row, column]);
  });
  return hash('sha256', JSON.stringify([taken, rows, texts.sort()]));
}
