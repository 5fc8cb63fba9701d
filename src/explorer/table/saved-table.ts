import type { Overview } from '../../client/generated/types.gen.ts';
import type { ColumnType } from '../../records/description.ts';
import { csvPieces } from '../../records/files/csv.ts';
import type { ShownTable } from '../../records/files/file-table.ts';
import { describeSample } from '../../records/files/source.ts';
import type { Content } from '../words/figures.ts';
import { longDay } from '../words/months.ts';
import { fullHeadOf, type TableColumn } from './columns.ts';

const FILE_CONTENTS: Readonly<Record<Content, ColumnType>> = {
  amount: 'amount',
  per_head: 'amount',
  change: 'ratio',
  share: 'ratio',
  percent: 'percent',
  count: 'number',
  index: 'number',
  month: 'month',
  time: 'time',
  text: 'text',
};

/** The table as files have it: with figures as the API gives them, under its names and the headings of the page. */
export function fileTableOf<Row>(all: readonly TableColumn<Row>[], rows: readonly Row[]): ShownTable {
  const columns = all.filter(({ isOfPage }) => !isOfPage);
  return {
    columns: columns.map((column) => ({
      name: column.id,
      content: FILE_CONTENTS[column.content ?? 'text'],
      heading: fullHeadOf(column),
      ...(column.meaning !== undefined && { meaning: column.meaning }),
    })),
    rows: () => rows.map((row) => columns.map(({ value }) => value(row))),
  };
}

/** A table as CSV with the names of the API. Its last column says where each row comes from. */
export function csvWithSource({ columns, rows }: ShownTable, overview: Overview, address: string): Blob {
  const source = sourceOf(overview, address);
  const table: ShownTable = {
    columns: [...columns, { name: 'source', content: 'text' }],
    *rows() {
      for (const row of rows()) yield [...row, source];
    },
  };
  return new Blob([...csvPieces(table)], { type: 'text/csv' });
}

/** What each row of a saved CSV says of itself, for whoever has only the file. */
function sourceOf({ states, version, updated_at }: Overview, address: string): string {
  const sample = describeSample(states) === null ? '' : ' (a sample with invented figures)';
  const day = updated_at === null ? '' : `, updated on ${longDay(updated_at)}`;
  return `Sales tax allocations${sample}, version ${version}${day}. ${address}`;
}
