import writeExcelFile, { type Cell } from 'write-excel-file/browser';
import type { Overview } from '../../client/generated/types.gen.ts';
import type { ColumnType } from '../../records/description.ts';
import { csvPieces } from '../../records/files/csv.ts';
import type { ShownTable } from '../../records/files/file-table.ts';
import { describeSample } from '../../records/files/source.ts';
import {
  ABOUT_WIDTHS,
  type About,
  aboutSheet,
  type SheetValue,
  tableSheet,
} from '../../records/files/workbook-content.ts';
import type { Content } from '../words/figures.ts';
import { longDay } from '../words/months.ts';
import { citationOf } from '../words/sources.ts';
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

/** A table as the page shows it. */
interface SavedTable<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
}

/** A table as a file, with figures as the API gives them, under its names and the headings of the page. */
export async function tableFile<Row>(
  ending: 'csv' | 'xlsx',
  { caption, columns: all, rows }: SavedTable<Row>,
  overview: Overview,
): Promise<Blob> {
  const columns = all.filter(({ isOfPage }) => !isOfPage);
  const table = {
    columns: columns.map((column) => ({
      name: column.id,
      content: FILE_CONTENTS[column.content ?? 'text'],
      heading: fullHeadOf(column),
      ...(column.meaning !== undefined && { meaning: column.meaning }),
    })),
    rows: () => rows.map((row) => columns.map(({ value }) => value(row))),
  };
  if (ending === 'csv') return csvWithSource(table, overview);
  return tableWorkbook(table, {
    title: caption,
    facts: [['Source', citationOf(overview, location.href)]],
  });
}

/** Its last column says where each row comes from. */
function csvWithSource({ columns, rows }: ShownTable, { states, version, updated_at }: Overview): Blob {
  const sample = describeSample(states) === null ? '' : ' (a sample with invented figures)';
  const day = updated_at === null ? '' : `, updated on ${longDay(updated_at)}`;
  const source = `Sales tax allocations${sample}, version ${version}${day}. ${location.href}`;
  const table: ShownTable = {
    columns: [...columns, { name: 'source', content: 'text' }],
    *rows() {
      for (const row of rows()) yield [...row, source];
    },
  };
  return new Blob([...csvPieces(table)], { type: 'text/csv' });
}

/** A second sheet says where the figures come from, and what the columns mean. */
function tableWorkbook(table: ShownTable, about: About): Promise<Blob> {
  const { columns, rows } = tableSheet(table, 'people');
  const lines = Array.from(rows(), (row) => row.map((value, at) => cellOf(value, columns[at]?.format)));
  const told = aboutSheet(about, table.columns, 'people');
  return writeExcelFile([
    {
      sheet: 'Table',
      data: [columns.map(({ head }) => boldCell(head)), ...lines],
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
    },
    {
      sheet: 'About',
      data: told.map(({ texts, isBold }) => texts.map((text) => (isBold ? boldCell(text) : text || null))),
      columns: ABOUT_WIDTHS.map((width) => ({ width })),
    },
  ]).toBlob();
}

function boldCell(value: string): Cell {
  return { value, fontWeight: 'bold' };
}

/** A text has no number format. */
function cellOf(value: SheetValue, format: string | undefined): Cell {
  return value === null || typeof value === 'string' || format === undefined ? value : { value, format };
}
