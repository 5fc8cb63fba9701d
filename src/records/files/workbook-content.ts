import { escapeUnprintable } from '../../domain/text/printable.ts';
import type { ColumnType } from '../description.ts';
import {
  type FileColumn,
  type Headings,
  headOf,
  type ShownTable,
  type ShownValue,
  UNIT_NAMES,
  withoutEmpty,
} from './file-table.ts';

/** What the second sheet says of a workbook, before the meanings of its columns. */
export interface About {
  title: string;
  /** `['Dataset', 'version 3fc65635, …']`. */
  facts: readonly (readonly [name: string, text: string])[];
}

/** The program, as it signs workbooks and Parquet files. */
export const SIGNATURE = 'sales-tax-allocations';

/** How a spreadsheet shows the values of a column. */
export const NUMBER_FORMATS: Readonly<Partial<Record<ColumnType, string>>> = {
  amount: '#,##0.00',
  ratio: '0.000%',
  percent: '#,##0.00####',
  figure: '#,##0.00####',
  month: 'yyyy-mm',
  date: 'yyyy-mm-dd',
  time: 'yyyy-mm-dd hh:mm',
  count: '#,##0',
};
/** The types whose texts are dates of spreadsheets. */
const DATES: readonly ColumnType[] = ['month', 'date', 'time'];

/** Columns are as wide as the longest text of their first rows, within these bounds, in letters. */
const [NARROWEST, WIDEST, MEASURED_ROWS] = [8, 60, 200];
export const ABOUT_WIDTHS = [30, 100, 24, 30];

/** What a cell of a workbook holds. */
export type SheetValue = string | number | Date | null;

/** The sheet of a table: its columns, and the cells under their heads. */
interface TableSheet {
  columns: readonly { head: string; width: number; format: string | undefined }[];
  rows(): Iterable<SheetValue[]>;
}

/** Codes are text, months dates, figures numbers. A sheet for people leaves out empty columns. */
export function tableSheet(table: ShownTable, headings: Headings): TableSheet {
  const { columns, rows } = headings === 'people' ? withoutEmpty(table) : table;
  const first = firstOf(rows(), MEASURED_ROWS);
  return {
    columns: columns.map((column, at) => {
      const head = headOf(column, headings);
      const lengths = first.map((row) => lengthOf(row[at] ?? null, column));
      // the sign of the filter takes place
      const width = Math.min(WIDEST, Math.max(NARROWEST, head.length + 2, ...lengths) + 2);
      return { head, width, format: NUMBER_FORMATS[column.content] };
    }),
    *rows() {
      for (const row of rows()) yield columns.map(({ content }, at) => cellContent(row[at] ?? null, content));
    },
  };
}

/** The sheet that says where the figures come from and what the columns mean. */
export function aboutSheet(
  { title, facts }: About,
  columns: readonly FileColumn[],
  headings: Headings,
): { texts: readonly string[]; isBold: boolean }[] {
  const other = headings === 'people' ? 'names' : 'people';
  const plain = (texts: readonly string[]) => ({ texts: texts.map(escapeUnprintable), isBold: false });
  const bold = (...texts: string[]) => ({ ...plain(texts), isBold: true });
  return [
    bold(title),
    ...facts.map(plain),
    plain([]),
    bold('Column', 'Meaning', 'Unit', headings === 'people' ? 'Name for programs' : 'Heading'),
    ...columns.map((column) =>
      plain([
        headOf(column, headings),
        column.meaning === undefined ? '' : `${column.meaning}.`,
        UNIT_NAMES[column.content] ?? '',
        headOf(column, other),
      ]),
    ),
  ];
}

/** Dates and times in ISO 8601 become dates; a text stays one, whatever a spreadsheet would take it for. */
function cellContent(value: ShownValue, content: ColumnType): SheetValue {
  if (typeof value !== 'string') return value;
  const time = DATES.includes(content) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time);
  return value === '' ? null : escapeUnprintable(value);
}

/** About what a spreadsheet shows: with commas and cents. */
function lengthOf(value: ShownValue, { content }: FileColumn): number {
  if (DATES.includes(content)) return NUMBER_FORMATS[content]?.length ?? 0;
  if (typeof value !== 'number') return value?.length ?? 0;
  return value.toLocaleString('en-US', { minimumFractionDigits: 2 }).length;
}

function firstOf<Item>(items: Iterable<Item>, count: number): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    first.push(item);
    if (first.length === count) break;
  }
  return first;
}
