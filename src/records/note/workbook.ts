import { strToU8, zipSync } from 'fflate';
import { RATIO_SCALE, UNIT_SCALES } from '../../domain/allocation.ts';
import { firstDay, parsePrintedMonth } from '../../domain/month.ts';
import {
  boldCell,
  colsXml,
  dateCell,
  HEAD,
  letters,
  MAIN,
  numberCell,
  rowXml,
  textCell,
} from '../files/sheets.ts';
import { MADE, partsAround } from '../files/workbook.ts';
import {
  type NoteColumn,
  type NoteTable,
  type NoteValue,
  type PlaceNote,
  totalRow,
  withoutRows,
} from './content.ts';

/** Rows of a sheet before the rows of its table: the title and the head. */
const ABOVE = 2;
const [WIDE, USUAL] = [44, 18];

/** Writes a note as a workbook: a sheet of texts, and one for each table, with formulas where a person writes them. */
export function noteWorkbook(note: PlaceNote): Uint8Array {
  const sheets = [
    { name: 'Note', xml: textSheet(note) },
    ...Object.values(note.tables).map((table) => ({ name: table.name, xml: tableXml(table) })),
  ];
  const parts: Record<string, string> = {
    ...partsAround(
      note.title,
      sheets.map(({ name }) => name),
    ),
    ...Object.fromEntries(sheets.map(({ xml }, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml])),
  };
  return zipSync(
    Object.fromEntries(
      // not compressed, so that a reader of the bytes sees who made them
      Object.entries(parts).map(([name, xml]) => [name, [strToU8(`${HEAD}${xml}`), { level: 0 }]]),
    ),
    { mtime: MADE },
  );
}

function textSheet({ title, lines, sample, sentences, foot }: PlaceNote): string {
  const texts = [...lines, ...(sample === null ? [] : [sample]), '', ...sentences, '', foot];
  return sheetXml([[boldCell(title)], ...texts.map((text) => [textCell(text)])], [120]);
}

function tableXml(table: NoteTable): string {
  const { title, columns, rows, total, remark } = table;
  const sums = totalRow(table);
  const lines = rows.map((row, at) => columns.map((column, place) => cellOf(row, column, place, at)));
  const sumCells = sums?.map((sum, place) => {
    if (typeof sum !== 'number') return boldCell(sum ?? '');
    const column = letters(place);
    const formula = `SUM(${column}${ABOVE + 1}:${column}${ABOVE + (total?.rows ?? 0)})`;
    return numberCell(sum / UNIT_SCALES.amount, 'amount', formula);
  });
  return sheetXml(
    [
      [boldCell(title)],
      columns.map(({ heading }) => boldCell(heading)),
      ...(lines.length === 0 ? [[textCell(withoutRows(table))]] : lines),
      ...(sumCells ? [sumCells] : []),
      ...(remark === undefined ? [] : [[], [textCell(remark)]]),
    ],
    columns.map(({ type }, at) => (at === 0 || (type === 'text' && columns.length === 5) ? WIDE : USUAL)),
  );
}

/** A cell of a table; with a formula, if it is computed from two others that are there. */
function cellOf(row: readonly NoteValue[], column: NoteColumn, place: number, at: number): string {
  const value = row[place] ?? null;
  if (value === null) return '';
  const month = column.isMonth && typeof value === 'string' ? parsePrintedMonth(value) : undefined;
  if (month) return dateCell(firstDay(month), 'month');
  if (typeof value === 'string' || column.type === 'text') return textCell(String(value));
  const scale = column.type === 'amount' ? UNIT_SCALES.amount : RATIO_SCALE;
  return numberCell(
    (Math.sign(value) * Math.round(Math.abs(value))) / scale,
    column.type,
    formulaOf(row, column, ABOVE + at + 1) ?? undefined,
  );
}

function formulaOf(row: readonly NoteValue[], { computed }: NoteColumn, line: number): string | null {
  if (!computed) return null;
  const [first, second] = computed.from.map((place) => `${letters(place)}${line}`);
  if (computed.from.some((place) => typeof row[place] !== 'number')) return null;
  return computed.as === 'difference' ? `${first}-${second}` : `${first}/${second}-1`;
}

function sheetXml(rows: readonly (readonly string[])[], widths: readonly number[]): string {
  const data = rows.map((cells, at) => rowXml(cells, at + 1)).join('');
  const page = '<pageSetup orientation="portrait" fitToWidth="1" fitToHeight="0"/>';
  return `<worksheet ${MAIN}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${colsXml(widths)}<sheetData>${data}</sheetData>${page}</worksheet>`;
}
