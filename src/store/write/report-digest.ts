import { createHash, hash } from 'node:crypto';
import type { MonthRange } from '../../domain/month-range.ts';
import type { SqlValue } from '../statements.ts';
import { factsText, type PlacedFinding } from './placed-finding.ts';

/** What a load stores for a report besides its record. */
export interface ReportContent {
  loadedMonths: readonly MonthRange[] | null;
  /** The digest of the rows. */
  rows: string;
  findings: readonly PlacedFinding[];
}

/** The digest of rows in table order. Leaves out `reportColumn`, because report ids differ between datasets. */
export function digestOfRows(rows: readonly (readonly SqlValue[])[], reportColumn: number): string {
  const digest = createHash('sha256');
  for (const values of rows) digest.update(JSON.stringify(values.toSpliced(reportColumn, 1)));
  return digest.digest('hex');
}

/** The digest of everything that a load stores for a report besides its record. `verify` computes it again. */
export function digestOfContent({ loadedMonths, rows, findings }: ReportContent): string {
  const texts = findings.map((item) => {
    const { severity, code, sheet, row, column } = item;
    return JSON.stringify([severity, code, factsText(item), sheet, row, column]);
  });
  return hash('sha256', JSON.stringify([loadedMonths, rows, texts.sort()]));
}
