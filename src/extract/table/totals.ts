import type { Facts } from '../../domain/findings/finding.ts';
import { type Figure, parseTotal } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import type { ReportRow } from '../../domain/report.ts';
import type { GridRow } from '../formats/grid.ts';
import { amount, type Column } from '../layouts/report-kind.ts';

/** The amounts of a row of totals. */
export const TOTAL_COLUMN: Column<Figure> = {
  ...amount('optional'),
  read: parseTotal,
  expects: 'an amount like 1,234.56 or nothing',
};

/** A row of totals, with the number of rows above it and above the previous row of totals. */
export interface Total {
  row: GridRow;
  /** The month of the total; `null` if the row names none. */
  month: Month | null;
  rowsAbove: number;
  rowsAboveBefore: number;
}

/**
 * Why a total of a column is wrong; `null` if it is right. It must be the sum of its month, of the whole column, of the
 * rows above it, or of the rows since the previous total.
 */
export function totalFault(
  printed: number,
  field: string,
  { month, rowsAbove, rowsAboveBefore }: Total,
  sums: ColumnSums,
): Facts<'control-total'> | null {
  const sum = month === null ? sums.whole(field) : sums.ofMonth(field, month);
  const others = [
    sums.whole(field),
    sums.between(field, 0, rowsAbove),
    sums.between(field, rowsAboveBefore, rowsAbove),
  ];
  if (printed === sum || others.includes(printed)) return null;
  return { printed, sum };
}

export class ColumnSums {
  private readonly rows: readonly ReportRow[];
  /** By field, the running sums of its figures. */
  private readonly sums = new Map<string, number[]>();
  /** By field, the sums of its figures by month. */
  private readonly monthSums = new Map<string, Map<Month, number>>();

  constructor(rows: readonly ReportRow[]) {
    this.rows = rows;
  }

  /** The sum of a field in the rows from `from` up to but not including `to`. A blank counts as zero. */
  between(field: string, from: number, to: number): number {
    const sums = this.sums.get(field) ?? this.sumsOf(field);
    this.sums.set(field, sums);
    return (sums[to] ?? 0) - (sums[from] ?? 0);
  }

  ofMonth(field: string, month: Month): number {
    const sums = this.monthSums.get(field) ?? this.monthSumsOf(field);
    this.monthSums.set(field, sums);
    return sums.get(month) ?? 0;
  }

  whole(field: string): number {
    return this.between(field, 0, this.rows.length);
  }

  private monthSumsOf(field: string): Map<Month, number> {
    const sums = new Map<Month, number>();
    for (const { month, figures } of this.rows)
      sums.set(month, (sums.get(month) ?? 0) + (figures[field] ?? 0));
    return sums;
  }

  private sumsOf(field: string): number[] {
    const sums = [0];
    for (const row of this.rows) sums.push((sums.at(-1) ?? 0) + (row.figures[field] ?? 0));
    return sums;
  }
}
