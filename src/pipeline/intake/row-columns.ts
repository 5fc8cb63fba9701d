import type { Figure } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import type { ReportRow } from '../../domain/report.ts';

/** Rows of one report by their columns, which pass between threads in a tenth of the time the rows would take. */
export interface RowColumns {
  code: string[];
  name: string[];
  month: Month[];
  sheet: (string | null)[];
  row: number[];
  labels: Record<string, (string | null)[]>;
  figures: Record<string, (Figure | null)[]>;
}

/** Every row of a report has the labels and figures of its kind. */
export function toColumns(rows: readonly ReportRow[]): RowColumns {
  const { labels = {}, figures = {} } = rows[0] ?? {};
  return {
    code: rows.map(({ code }) => code),
    name: rows.map(({ name }) => name),
    month: rows.map(({ month }) => month),
    sheet: rows.map(({ sheet }) => sheet),
    row: rows.map(({ row }) => row),
    labels: eachColumn(Object.keys(labels), (label) => rows.map((row) => row.labels[label] ?? null)),
    figures: eachColumn(Object.keys(figures), (figure) => rows.map((row) => row.figures[figure] ?? null)),
  };
}

/** The rows that `toColumns` was given. */
export function toRows({ code, name, month, sheet, row, labels, figures }: RowColumns): ReportRow[] {
  return month.map((ofRow, at) => ({
    code: code[at] ?? '',
    name: name[at] ?? '',
    month: ofRow,
    sheet: sheet[at] ?? null,
    row: row[at] ?? 0,
    labels: eachColumn(Object.keys(labels), (label) => labels[label]?.[at] ?? null),
    figures: eachColumn(Object.keys(figures), (figure) => figures[figure]?.[at] ?? null),
  }));
}

function eachColumn<Value>(columns: readonly string[], find: (column: string) => Value) {
  const values: Record<string, Value> = {};
  for (const column of columns) values[column] = find(column);
  return values;
}
