import type { ComponentChildren } from 'preact';
import type { Measure } from '../words/figures.ts';

/** One column of a table, on the page and in its CSV. */
export interface TableColumn<Row> {
  /** Identifies it, and is its name in CSV: the name that the API has for it. */
  id: string;
  head: string;
  /** A head over several columns that stand side by side. */
  group?: string;
  /** What its figures measure. Default: it holds text. */
  measure?: Measure;
  value(row: Row): string | number | null;
  /** What the cell shows, if not the value itself: a link, a bar. `text` is the value as text. */
  show?(row: Row, text: string): ComponentChildren;
  /** Whether a missing value is missing, and not merely undefined for the row. Default: it is missing. */
  isExpected?(row: Row): boolean;
  /** Whether a change is doubtful, so that it has no color. */
  isDoubtful?(row: Row): boolean;
  /** Only for CSV: too much for a page. */
  isHidden?: boolean;
}

/** Writes rows as CSV, with figures as the API gives them. A missing figure is empty. */
export function csvOf<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ id }) => id),
    ...rows.map((row) => columns.map(({ value }) => value(row) ?? '')),
  ];
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  // a spreadsheet would run a text that begins like a formula
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
