import type { Figure } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import type { ReportRow, RowLine } from '../../domain/report.ts';

/** The rows of one report as columns. Columns pass between threads ten times faster than rows. */
export interface RowColumns {
  code: string[];
  name: string[];
  month: Month[];
  sheet: (string | null)[];
  row: number[];
  labels: Record<string, (string | null)[]>;
  figures: Record<string, (Figure | null)[]>;
  /** `null` for kinds that print one line per row. */
  lines: (readonly RowLine[])[] | null;
}

/** All rows of a report have the same labels and figures; either all have lines or none. */
export function toColumns(rows: readonly ReportRow[]): RowColumns {
  const { labels = {}, figures = {}, lines } = rows[0] ?? {};
  return {
    code: rows.map(({ code }) => code),
    name: rows.map(({ name }) => name),
    month: rows.map(({ month }) => month),
    sheet: rows.map(({ sheet }) => sheet),
    row: rows.map(({ row }) => row),
    labels: eachColumn(Object.keys(labels), (label) => rows.map((row) => row.labels[label] ?? null)),
    figures: eachColumn(Object.keys(figures), (figure) => rows.map((row) => row.figures[figure] ?? null)),
    lines: lines ? rows.map((row) => row.lines ?? []) : null,
  };
}

/** The inverse of `toColumns`. */
export function toRows(columns: RowColumns): ReportRow[] {
  const { code, name, month, sheet, row, labels, figures, lines } = columns;
  return month.map((ofRow, at) => ({
    code: code[at] ?? '',
    name: name[at] ?? '',
    month: ofRow,
    sheet: sheet[at] ?? null,
    row: row[at] ?? 0,
    labels: eachColumn(Object.keys(labels), (label) => labels[label]?.[at] ?? null),
    figures: eachColumn(Object.keys(figures), (figure) => figures[figure]?.[at] ?? null),
    ...(lines && { lines: lines[at] ?? [] }),
  }));
}

function eachColumn<Value>(columns: readonly string[], find: (column: string) => Value) {
  const values: Record<string, Value> = {};
  for (const column of columns) values[column] = find(column);
  return values;
}
