import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import Papa from 'papaparse';
import type { ReportRow } from '../../src/domain/report.ts';
import type { Grid, GridReading } from '../../src/extract/formats/grid.ts';
import { readGrids } from '../../src/extract/formats/read.ts';
import { findHeader } from '../../src/extract/layouts/header.ts';
import { fieldsTakenAway, type ReportKind } from '../../src/extract/layouts/report-kind.ts';
import { readReport } from '../../src/pipeline/intake/read-report.ts';
import { REPORT_KINDS, STATES } from '../../src/states/index.ts';
import { oldWorkbook } from '../rig/reports/biff-workbook.ts';
import { excelWorkbook } from '../rig/reports/excel-workbook.ts';

const FIXTURES = 'fixtures';
/** Its governments share an id, so a run refuses what can be read. */
const REFUSED_BY_RUN = 'same-id';
/** Larger reports would only make the mutants slower. */
const LARGEST = 60_000;
const MANY_ROWS = 6;
const LAYOUTS = REPORT_KINDS.flatMap(({ layouts }) => layouts);

/** A table as texts, and the index of its header. */
export interface Table {
  lines: string[][];
  header: number;
}

/** A report of the fixtures that loads, with what it loads as. */
export interface BaseReport {
  name: string;
  kind: ReportKind;
  bytes: Buffer;
  rows: readonly ReportRow[];
  /** Its sheet with most rows, and what that sheet alone loads as. */
  table: Table;
  tableRows: readonly ReportRow[];
  /** The most rows that one printed line gives. */
  rowsOfLine: number;
  /** The formats in which the table alone loads as the same rows. */
  formats: readonly TextOrBook[];
}

export const TEXT_FORMATS = ['csv', 'json'] as const;
export const PRINTED_FORMATS = [...TEXT_FORMATS, 'xlsx', 'xls', 'xml'] as const;
export type TextOrBook = (typeof PRINTED_FORMATS)[number];

/** How a table is printed as CSV. */
export interface CsvStyle {
  delimiter: string;
  newline: string;
  quotes: boolean;
}
export const PLAIN_CSV: CsvStyle = { delimiter: ',', newline: '\n', quotes: false };

/** The rows of a report; `null` if it is refused, with the codes of its errors. */
export async function readRows(bytes: Uint8Array): Promise<{ rows: ReportRow[] | null; codes: string[] }> {
  const read = await readReport(bytes, LAYOUTS);
  const codes = read.findings.map(({ code }) => code);
  return { rows: 'rows' in read ? read.rows : null, codes };
}

/** Every report of the fixtures that loads with the built-in layouts. */
export async function loadBases(): Promise<BaseReport[]> {
  const bases: BaseReport[] = [];
  for (const state of STATES.map(({ code }) => code))
    for (const folder of readdirSync(join(FIXTURES, state)).sort()) {
      if (folder === REFUSED_BY_RUN) continue;
      for (const path of reportsIn(join(FIXTURES, state, folder, 'reports'))) {
        const bytes = readFileSync(path);
        const base = bytes.length > LARGEST ? null : await baseOf(path, bytes);
        // what moves too far shows in reports of many rows
        if (base) bases.push(...Array.from({ length: base.rows.length < MANY_ROWS ? 1 : 4 }, () => base));
      }
    }
  return bases;
}

function reportsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && extname(file.name) !== '')
    .map((file) => join(file.parentPath, file.name))
    .sort();
}

async function baseOf(name: string, bytes: Buffer): Promise<BaseReport | null> {
  const read = await readReport(bytes, LAYOUTS);
  const kind = REPORT_KINDS.find((known) => known.name === read.kind);
  if (!('rows' in read) || !kind) return null;
  const { grids } = (await readGrids(bytes)) as GridReading;
  const grid = grids.reduce((most, next) => (next.rows.length > most.rows.length ? next : most));
  const table = tableOf(kind.otherSheets ? withTitles(grids, grid) : grid, kind);
  const { rows: tableRows } = await readRows(printTable(table, 'xlsx'));
  if (!tableRows) return null;
  const perLine = new Map<number, number>();
  for (const row of tableRows)
    for (const line of row.lines ?? [row]) perLine.set(line.row, (perLine.get(line.row) ?? 0) + 1);
  const formats: TextOrBook[] = [];
  for (const format of PRINTED_FORMATS) {
    const { rows } = await readRows(printTable(table, format));
    if (rows && difference(kind, tableRows, rows).strange.length === 0 && rows.length === tableRows.length)
      formats.push(format);
  }
  return {
    ...{ name, kind, bytes, rows: read.rows, table, tableRows, formats },
    // a line that leaves a sum changes the sum, too
    rowsOfLine: Math.max(...perLine.values()) * (kind.linesBy ? 2 : 1),
  };
}

/** A sheet with the first texts of the other sheets above it: one of them tells the month. */
function withTitles(grids: readonly Grid[], grid: Grid): Grid {
  const titles = grids.flatMap(({ sheet, rows }) => {
    const first = rows.flatMap(({ cells }) => cells).find((cell) => cell.trim() !== '');
    return sheet === grid.sheet || first === undefined ? [] : [[first]];
  });
  const lines = [...titles, ...grid.rows.map(({ cells }) => cells)];
  return { ...grid, rows: lines.map((cells, at) => ({ number: at + 1, cells })) };
}

function tableOf({ rows }: Grid, kind: ReportKind): Table {
  const [match] = findHeader({ sheet: null, format: 'xlsx', rows }, [kind], kind.layouts);
  return { lines: rows.map(({ cells }) => [...cells]), header: match?.rowIndex ?? 0 };
}

export function printTable({ lines, header }: Table, format: TextOrBook, style = PLAIN_CSV): Buffer {
  if (format === 'csv') return Buffer.from(`${Papa.unparse(lines, style)}${style.newline}`);
  if (format === 'xlsx') return excelWorkbook(`<sheetData>${lines.map(rowXml).join('')}</sheetData>`);
  if (format === 'xls' || format === 'xml') return printOldWorkbook(lines, format);
  const keys = lines[header] ?? [];
  const records = lines
    .slice(header + 1)
    .map((line) => Object.fromEntries(keys.map((key, at) => [key, line[at] ?? ''])));
  return Buffer.from(JSON.stringify(records, null, 1));
}

/** The library writes no longer texts. */
const LONGEST_TEXT = 255;

function printOldWorkbook(lines: readonly (readonly string[])[], format: 'xls' | 'xml'): Buffer {
  const rows = lines.map((line) =>
    line.map((text) => {
      if (text === '') return null;
      return NUMBER.test(text) ? { value: Number(text), format: 'General' } : text.slice(0, LONGEST_TEXT);
    }),
  );
  return oldWorkbook([{ name: 'Sheet', rows }], { bookType: format === 'xls' ? 'biff8' : 'xlml' });
}

const NUMBER = /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,6})?$/;

function rowXml(line: readonly string[], at: number): string {
  const cells = line.map((text, column) => {
    const place = `${columnName(column)}${at + 1}`;
    if (text === '') return '';
    if (NUMBER.test(text)) return `<c r="${place}"><v>${text}</v></c>`;
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  });
  return `<row r="${at + 1}">${cells.join('')}</row>`;
}

function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

/** A text in XML. Characters that XML does not have are written as workbooks write them. */
export function escaped(text: string): string {
  return text
    .replace(/[^\t\n -\ufffd]|\p{Cs}/gu, '_x0001_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
}

/** Rows of one reading that the other does not have: by code, month and figures. */
export function difference(kind: ReportKind, before: readonly ReportRow[], after: readonly ReportRow[]) {
  const keyOf = keysOf(kind);
  const left = new Map<string, number>();
  for (const row of before) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1);
  const strange = after.filter((row) => {
    const count = left.get(keyOf(row)) ?? 0;
    left.set(keyOf(row), count - 1);
    return count <= 0;
  });
  const lost = before.filter((row) => {
    const count = left.get(keyOf(row)) ?? 0;
    left.set(keyOf(row), count - 1);
    return count > 0;
  });
  return { strange, lost };
}

/** Amounts taken away have the sign that most of them have, so one of them may turn the others. */
function keysOf(kind: ReportKind): (row: ReportRow) => string {
  const eitherSign = new Set(fieldsTakenAway(kind));
  return ({ code, month, figures }) => {
    const values = Object.entries(figures).map(([name, value]) =>
      value !== null && eitherSign.has(name) ? Math.abs(value) : value,
    );
    return JSON.stringify([code, month, values]);
  };
}
