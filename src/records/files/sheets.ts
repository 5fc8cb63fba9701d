import { formatCount } from '../../domain/money.ts';
import { escapeUnprintable } from '../../domain/text/printable.ts';
import type { ColumnType } from '../description.ts';
import {
  type FileColumn,
  type Headings,
  headOf,
  type ShownTable,
  type ShownValue,
  UNIT_NAMES,
} from './file-table.ts';

/** What the second sheet says of a workbook, before the meanings of its columns. */
export interface About {
  title: string;
  /** `['Dataset', 'version 3fc65635, …']`. */
  facts: readonly (readonly [name: string, text: string])[];
}

/** More than a workbook can hold. The message says what to do. */
export class WorkbookLimit extends Error {}

/** The limit of a sheet, including its head. */
const MOST_ROWS = 1_048_576;

/** How cells look. The place in this list is the number of the style; the one after the last is bold. */
export const NUMBER_FORMATS = [
  'General',
  '#,##0.00',
  '0.000%',
  '#,##0.00####',
  'yyyy-mm',
  'yyyy-mm-dd',
  'yyyy-mm-dd hh:mm',
  '#,##0',
];
const STYLES: Readonly<Partial<Record<ColumnType, number>>> = {
  ...{ amount: 1, ratio: 2, percent: 3, figure: 3, month: 4, date: 5, time: 6, count: 7 },
};
const BOLD = NUMBER_FORMATS.length;
/** The types whose texts are dates of spreadsheets. */
const DATES: readonly ColumnType[] = ['month', 'date', 'time'];
const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** Columns are as wide as the longest text of their first rows, within these bounds, in letters. */
const [NARROWEST, WIDEST, MEASURED_ROWS] = [8, 60, 200];
/** Characters of rows that are written together. */
const AT_ONCE = 2 ** 16;
/** The beginning of every part of a workbook. */
export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
export const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** Writes the sheet of the table, and counts its rows. */
export function* tableSheet(
  { columns, rows }: ShownTable,
  headings: Headings,
  size: { rows: number },
): Generator<string> {
  const heads = columns.map((column) => headOf(column, headings));
  const widths = widthsOf(columns, heads, firstOf(rows(), MEASURED_ROWS));
  yield `${HEAD}<worksheet ${MAIN}>${FROZEN}${widths}<sheetData>${rowXml(heads.map(boldCell), 1)}`;
  let text = '';
  for (const row of rows()) {
    size.rows += 1;
    if (size.rows > MOST_ROWS)
      throw new WorkbookLimit(`A sheet holds ${formatCount(MOST_ROWS)} rows. The table has more.`);
    text += rowXml(
      columns.map(({ content }, at) => cellXml(row[at] ?? null, content)),
      size.rows,
    );
    if (text.length < AT_ONCE) continue;
    yield text;
    text = '';
  }
  yield `${text}</sheetData><autoFilter ref="A1:${letters(columns.length - 1)}${size.rows}"/></worksheet>`;
}

export function aboutSheet(
  { title, facts }: About,
  columns: readonly FileColumn[],
  headings: Headings,
): string {
  const other = headings === 'people' ? 'names' : 'people';
  const rows = [
    [boldCell(title)],
    ...facts.map(([name, text]) => [textCell(name), textCell(text)]),
    [],
    ['Column', 'Meaning', 'Unit', headings === 'people' ? 'Name for programs' : 'Heading'].map(boldCell),
    ...columns.map((column) =>
      [
        headOf(column, headings),
        column.meaning === undefined ? '' : `${column.meaning}.`,
        UNIT_NAMES[column.content] ?? '',
        headOf(column, other),
      ].map(textCell),
    ),
  ];
  const data = rows.map((cells, at) => rowXml(cells, at + 1)).join('');
  return `<worksheet ${MAIN}>${colsXml([30, 100, 24, 30])}<sheetData>${data}</sheetData></worksheet>`;
}

function firstOf<Item>(items: Iterable<Item>, count: number): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    first.push(item);
    if (first.length === count) break;
  }
  return first;
}

function widthsOf(
  columns: readonly FileColumn[],
  heads: readonly string[],
  rows: readonly (readonly ShownValue[])[],
): string {
  const lengthOf = (value: ShownValue, { content }: FileColumn) =>
    DATES.includes(content) ? NUMBER_FORMATS[STYLES[content] ?? 0]?.length : textLength(value);
  const widths = columns.map((column, at) => {
    const lengths = rows.map((row) => lengthOf(row[at] ?? null, column) ?? 0);
    // the sign of the filter takes place
    return Math.min(WIDEST, Math.max(NARROWEST, (heads[at]?.length ?? 0) + 2, ...lengths) + 2);
  });
  return colsXml(widths);
}

/** About what a spreadsheet shows: with commas and cents. */
function textLength(value: ShownValue): number {
  if (typeof value !== 'number') return value?.length ?? 0;
  return value.toLocaleString('en-US', { minimumFractionDigits: 2 }).length;
}

export function colsXml(widths: readonly number[]): string {
  const each = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<cols>${each.join('')}</cols>`;
}

/** A row of cells, each with its place, because some programs need it. */
export function rowXml(cells: readonly string[], row: number): string {
  let xml = `<row r="${row}">`;
  for (const [at, cell] of cells.entries()) if (cell !== '') xml += `<c r="${letters(at)}${row}"${cell}</c>`;
  return `${xml}</row>`;
}

const LETTERS: string[] = [];

/** The letters of a column: A to Z, then AA. */
export function letters(at: number): string {
  const known = LETTERS[at];
  if (known !== undefined) return known;
  const last = String.fromCharCode(65 + (at % 26));
  const made = at < 26 ? last : `${letters(Math.floor(at / 26) - 1)}${last}`;
  LETTERS[at] = made;
  return made;
}

/** The rest of a cell after its place. An empty cell is an empty text. */
function cellXml(value: ShownValue, content: ColumnType): string {
  if (value === null) return '';
  if (typeof value === 'number') return numberCell(value, content);
  if (!DATES.includes(content)) return textCell(value);
  return dateCell(value, content);
}

/** A date or time in ISO 8601; as text, if it is none. */
export function dateCell(text: string, content: ColumnType): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? textCell(text) : numberCell((time - DAY_ZERO) / DAY_MS, content);
}

/** A number; with a formula, what it computes. */
export function numberCell(value: number, content: ColumnType, formula?: string): string {
  const computed = formula === undefined ? '' : `<f>${escapeXml(formula)}</f>`;
  return ` s="${STYLES[content] ?? 0}">${computed}<v>${value}</v>`;
}

/** A text that no spreadsheet takes for a formula. */
export function textCell(text: string): string {
  return text === '' ? '' : ` t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is>`;
}

export function boldCell(text: string): string {
  return text === '' ? '' : ` s="${BOLD}"${textCell(text)}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes markup, and control characters, which XML cannot hold. */
export function escapeXml(text: string): string {
  return escapeUnprintable(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
