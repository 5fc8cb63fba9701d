import type { Figure } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import type { ReportRow } from '../../domain/report.ts';
import type { ReportKind } from '../layouts/report-kind.ts';
import type { FieldColumn } from './columns.ts';
import { lineKey } from './distinct-rows.ts';
import { ColumnSums, TOTAL_COLUMN, type Total } from './totals.ts';

/** An amount of a row of totals. If `month` is `null`, it is the total of all months. */
interface PrintedTotal {
  field: string;
  month: Month | null;
  printed: number;
}

/** What the printed totals tell about lines that repeat an earlier line of their jurisdiction and month. */
export interface RepeatedLines {
  /** The lines that are payments of their own. */
  counted: readonly ReportRow[];
  /** The lines that the totals leave out. */
  leftOut: readonly ReportRow[];
}

export function printedTotals(
  totals: readonly Total[],
  amounts: readonly FieldColumn<Figure>[],
): PrintedTotal[] {
  return totals.flatMap(({ row, month }) =>
    amounts.flatMap(({ field, index }) => {
      const printed = TOTAL_COLUMN.read(row.cells[index] ?? '');
      return typeof printed === 'number' ? [{ field, month, printed }] : [];
    }),
  );
}

/**
 * Compares the totals with the sums of all lines, and with the sums without repeated lines. Only totals of months with
 * repeated amounts tell the two apart, and all of them must agree. Otherwise the answer is unknown.
 */
export function repeatedLines(
  rows: readonly ReportRow[],
  totals: readonly PrintedTotal[],
  kind: ReportKind,
): RepeatedLines {
  const repeated = kind.linesBy ? repeatedIn(rows, kind) : [];
  if (repeated.length === 0) return { counted: [], leftOut: [] };
  const all = new ColumnSums(rows);
  const once = new ColumnSums(withoutFigures(rows, repeated));
  const fields = Object.keys(kind.figures);
  const telling = [...new Set(repeated.map(({ month }) => month))].flatMap((month) =>
    fields
      .filter((field) => all.ofMonth(field, month) !== once.ofMonth(field, month))
      .map((field) => totalOf(totals, field, month)),
  );
  const agreesWith = (sums: ColumnSums) =>
    telling.length > 0 && telling.every((total) => total && total.printed === sumFor(total, sums));
  return { counted: agreesWith(all) ? repeated : [], leftOut: agreesWith(once) ? repeated : [] };
}

/** The rows, with no figures in some of them. */
export function withoutFigures(rows: readonly ReportRow[], some: readonly ReportRow[]): readonly ReportRow[] {
  const blank = new Set(some);
  return rows.map((row) => (blank.has(row) ? { ...row, figures: {} } : row));
}

function repeatedIn(rows: readonly ReportRow[], kind: ReportKind): ReportRow[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = lineKey(row, kind);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

/** The last total of the month, because subtotals come before it. Without one, the total of all months. */
function totalOf(totals: readonly PrintedTotal[], field: string, month: Month): PrintedTotal | undefined {
  const ofField = totals.filter((total) => total.field === field);
  return (
    ofField.findLast((total) => total.month === month) ?? ofField.findLast((total) => total.month === null)
  );
}

function sumFor({ field, month }: PrintedTotal, sums: ColumnSums): number {
  return month === null ? sums.whole(field) : sums.ofMonth(field, month);
}
