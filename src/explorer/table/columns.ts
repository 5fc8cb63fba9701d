import type { ComponentChildren } from 'preact';
import type { ColumnType } from '../../records/description.ts';
import type { ShownTable } from '../../records/files/file-table.ts';
import type { Measure } from '../words/figures.ts';

/** One column of a table, on the page and in its CSV. */
export interface TableColumn<Row> {
  /** Identifies it, and is its name in CSV: the name that the API has for it. */
  id: string;
  head: string;
  /** What it shows, for the sign beside its head: sentences without the last full stop. */
  meaning?: string;
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

const CONTENTS: Readonly<Record<Measure, ColumnType>> = {
  amount: 'amount',
  change: 'ratio',
  share: 'ratio',
  percent: 'percent',
  count: 'number',
  index: 'number',
};

/** A month as the page has it. */
const MONTH = /^\d{4}-\d{2}-01$/;

/** The table as files have it: with figures as the API gives them, under its names and the headings of the page. */
export function fileTableOf<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): ShownTable {
  const contentOf = ({ measure, value }: TableColumn<Row>): ColumnType => {
    if (measure !== undefined) return CONTENTS[measure];
    const isMonth = rows.length > 0 && rows.every((row) => MONTH.test(String(value(row) ?? '2000-01-01')));
    return isMonth ? 'month' : 'text';
  };
  return {
    columns: columns.map((column) => ({
      name: column.id,
      content: contentOf(column),
      heading: column.group === undefined ? column.head : `${column.group}: ${column.head}`,
      ...(column.meaning !== undefined && { meaning: column.meaning }),
    })),
    rows: () => rows.map((row) => columns.map(({ value }) => value(row))),
  };
}
