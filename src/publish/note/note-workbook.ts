import ExcelJS from 'exceljs';
import { unzipSync, zipSync } from 'fflate';
import { RATIO_SCALE, UNIT_SCALES } from '../../domain/allocation.ts';
import { firstDay, parsePrintedMonth } from '../../domain/month.ts';
import { escapeUnprintable } from '../../domain/text/printable.ts';
import type { ColumnType } from '../../records/description.ts';
import { NUMBER_FORMATS, SIGNATURE } from '../../records/files/workbook-content.ts';
import {
  type NoteColumn,
  type NoteTable,
  type NoteValue,
  type PlaceNote,
  totalRow,
  withoutRows,
} from '../../records/note/content.ts';

/** Rows of a sheet before the rows of its table: the title and the head. */
const ABOVE = 2;
const [WIDE, USUAL] = [44, 18];
const BOLD = { bold: true };
/** The same note makes the same bytes. */
const MADE = new Date(Date.UTC(1980, 0, 2));

/** Writes a note as a workbook: a sheet of texts, and one for each table, with formulas where a person writes them. */
export async function noteWorkbook(note: PlaceNote): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  const { title, lines, sample, sentences, foot } = note;
  Object.assign(workbook, {
    title,
    creator: SIGNATURE,
    lastModifiedBy: SIGNATURE,
    created: MADE,
    modified: MADE,
  });
  const texts = [title, ...lines, ...(sample === null ? [] : [sample]), '', ...sentences, '', foot];
  const sheet = addSheet(workbook, 'Note', [120]);
  for (const text of texts) sheet.addRow([shown(text)]);
  sheet.getCell('A1').font = BOLD;
  for (const table of Object.values(note.tables)) addTable(workbook, table);
  const parts = unzipSync(new Uint8Array(await workbook.xlsx.writeBuffer()));
  // not compressed, so that a reader of the bytes sees who made them
  return zipSync(parts, { level: 0, mtime: '1980-01-02' });
}

function addSheet(workbook: ExcelJS.Workbook, name: string, widths: readonly number[]): ExcelJS.Worksheet {
  const pageSetup = { orientation: 'portrait' as const, fitToPage: true, fitToWidth: 1, fitToHeight: 0 };
  const sheet = workbook.addWorksheet(name, { pageSetup });
  sheet.columns = widths.map((width) => ({ width }));
  return sheet;
}

function addTable(workbook: ExcelJS.Workbook, table: NoteTable): void {
  const { name, title, columns, rows, total, remark } = table;
  const widths = columns.map(({ type }, at) =>
    at === 0 || (type === 'text' && columns.length === 5) ? WIDE : USUAL,
  );
  const sheet = addSheet(workbook, name, widths);
  sheet.addRow([shown(title)]).font = BOLD;
  sheet.addRow(columns.map(({ heading }) => shown(heading))).font = BOLD;
  if (rows.length === 0) sheet.addRow([shown(withoutRows(table))]);
  for (const row of rows) {
    const line = sheet.addRow([]);
    for (const [place, column] of columns.entries()) fillCell(line.getCell(place + 1), row, column, place);
  }
  const sums = totalRow(table);
  const line = sums && sheet.addRow([]);
  for (const [place, sum] of (sums ?? []).entries()) {
    const cell = line?.getCell(place + 1);
    if (!cell) continue;
    if (typeof sum === 'number') {
      const column = sheet.getColumn(place + 1).letter;
      const formula = `SUM(${column}${ABOVE + 1}:${column}${ABOVE + (total?.rows ?? 0)})`;
      setFigure(cell, { formula, result: sum / UNIT_SCALES.amount }, 'amount');
    } else if (sum) {
      cell.value = shown(sum);
      cell.font = BOLD;
    }
  }
  if (remark !== undefined) sheet.addRows([[], [shown(remark)]]);
}

/** A cell of a table; with a formula, if it is computed from two others that are there. */
function fillCell(cell: ExcelJS.Cell, row: readonly NoteValue[], column: NoteColumn, place: number): void {
  const value = row[place] ?? null;
  if (value === null) return;
  const month = column.isMonth && typeof value === 'string' ? parsePrintedMonth(value) : undefined;
  if (month) setFigure(cell, new Date(firstDay(month)), 'month');
  else if (typeof value === 'string' || column.type === 'text') cell.value = shown(String(value));
  else {
    const whole = Math.sign(value) * Math.round(Math.abs(value));
    const result = whole / (column.type === 'amount' ? UNIT_SCALES.amount : RATIO_SCALE);
    const formula = formulaOf(cell, row, column);
    setFigure(cell, formula === null ? result : { formula, result }, column.type);
  }
}

function setFigure(cell: ExcelJS.Cell, value: ExcelJS.CellValue, type: ColumnType): void {
  cell.value = value;
  cell.numFmt = NUMBER_FORMATS[type] ?? 'General';
}

function formulaOf(cell: ExcelJS.Cell, row: readonly NoteValue[], { computed }: NoteColumn): string | null {
  if (!computed || computed.from.some((place) => typeof row[place] !== 'number')) return null;
  const [first, second] = computed.from.map(
    (place) => cell.worksheet.getRow(Number(cell.row)).getCell(place + 1).address,
  );
  return computed.as === 'difference' ? `${first}-${second}` : `${first}/${second}-1`;
}

function shown(text: string): string | null {
  return text === '' ? null : escapeUnprintable(text);
}
