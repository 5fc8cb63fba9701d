import { type CellObject, CFB, read, type WorkBook } from '@e965/xlsx';
import type ExcelJS from 'exceljs';
import { finding } from '../../../domain/findings/finding.ts';
import { messageOf } from '../../../domain/operator-error.ts';
import { type Grid, type GridReading, refuseGrids } from '../grid.ts';
import { builtInFormat, markPercentsIn } from '../workbook/cell-styles.ts';
import { FORMULA_CELL, numberOrDate, type ReadCell } from '../workbook/cell-text.ts';
import { DAYS_1900_TO_1904 } from '../workbook/cell-value.ts';
import { SheetGrid } from '../workbook/sheet-grid.ts';
import { columnLetters, SheetFault } from '../workbook/sheet-place.ts';
import { BiffRecords, type BiffSheet } from './biff-records.ts';

/** The first of the numbers that are no sectors. */
const NO_SECTOR = 0xfffffffa;

const ERRORS: ReadonlyMap<number, ExcelJS.CellErrorValue['error']> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
]);

/** Texts with several fonts have no `r`. */
type LibraryBook = WorkBook & { Strings?: readonly { t: string; r?: string }[] };

/**
 * Reads every sheet of a workbook of Excel 97 to 2003 as text. The library stops silently where a file is cut off, so
 * each cell that the records list must have been read.
 */
export async function readXls(bytes: Uint8Array): Promise<GridReading> {
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (file.includes(Buffer.from('EncryptedPackage', 'utf16le')))
      return refuseGrids('encrypted-workbook', {});
    const stream = workbookStream(file);
    if (!stream) return refuseGrids('unsupported-format', { format: 'old office' });
    const records = new BiffRecords(stream);
    if (records.refusal === 'password') return refuseGrids('encrypted-workbook', {});
    if (records.refusal === 'version') return refuseGrids('unsupported-format', { format: 'old excel' });
    if (records.sheets.length === 0) throw new Error('it has no sheet');
    const book: LibraryBook = read(stream, { type: 'buffer', dense: true, cellText: false });
    const reader = new CellsReader(records, book);
    return { grids: records.sheets.map((sheet) => reader.gridOf(sheet)), findings: [] };
  } catch (error) {
    return { grids: [], findings: [damageOf(error)] };
  }
}

/** What makes a workbook unreadable. Errors of the library and of buffers say nothing to a person. */
function damageOf(error: unknown) {
  const isPlain = error instanceof Error && [Error, SheetFault].some((type) => error.constructor === type);
  const reason = isPlain ? messageOf(error) : 'its records are stored in an unusual way';
  const place = error instanceof SheetFault ? { sheet: error.part, ...error.place } : {};
  return finding('damaged-workbook', { reason }, place);
}

/** The records of the workbook in its compound file; `null` if it has none. */
function workbookStream(file: Buffer): Buffer | null {
  checkSectors(file);
  const container = CFB.read(file, { type: 'buffer' });
  const entry = CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book');
  if (!entry) return null;
  if (entry.content.length < entry.size) throw new Error('it is incomplete');
  return Buffer.from(entry.content);
}

/**
 * Throws if a sector is missing, or if two are followed by the same one: the library would copy all that follow once for
 * each.
 */
function checkSectors(file: Buffer): void {
  const size = 2 ** file.readUInt16LE(30);
  if (size !== 512 && size !== 4096) throw new Error('its header is damaged');
  const tables: number[] = [];
  const list = (from: number, to: number) => {
    for (let at = from; at < to; at += 4) tables.push(file.readUInt32LE(at));
  };
  list(76, 512);
  for (let at = file.readUInt32LE(68); at < NO_SECTOR; ) {
    const end = (at + 2) * size - 4;
    list(end + 4 - size, end);
    if (tables.length * 4 > file.length) throw new Error('the list of its sectors is damaged');
    at = file.readUInt32LE(end);
  }
  const followers = new Set<number>();
  for (const table of tables.filter((number) => number < NO_SECTOR))
    for (let at = (table + 1) * size; at < Math.min((table + 2) * size, file.length); at += 4) {
      const follower = file.readUInt32LE(at);
      if (follower >= NO_SECTOR) continue;
      if ((follower + 1) * size >= file.length) throw new Error('it is incomplete');
      if (followers.has(follower)) throw new Error('two of its sectors are followed by the same one');
      followers.add(follower);
    }
}

class CellsReader {
  private readonly records: BiffRecords;
  private readonly book: LibraryBook;
  private readonly daysLate: number;
  private readonly inSeveralFonts: ReadonlySet<string>;

  constructor(records: BiffRecords, book: LibraryBook) {
    this.records = records;
    this.book = book;
    this.daysLate = book.Workbook?.WBProps?.date1904 ? DAYS_1900_TO_1904 : 0;
    const texts = book.Strings?.filter(({ r }) => r === undefined) ?? [];
    this.inSeveralFonts = new Set(texts.map(({ t }) => t));
  }

  gridOf({ name, isHidden, isUncalculated, cells }: BiffSheet): Grid {
    const grid = new SheetGrid({ daysLate: 0, isCalculatedLater: isUncalculated });
    const rows = this.book.Sheets[name]?.['!data'] ?? [];
    let before = { row: 0, column: 0 };
    for (const place of cells) {
      const { row, column, style, isFormula } = place;
      try {
        if (row === before.row && column === before.column) throw new Error('is there twice');
        const cell = rows[row - 1]?.[column - 1];
        if (!cell) throw new Error('was not read: something in the sheet hides it');
        grid.add(row, column, this.cellOf(cell, style, isFormula));
      } catch (error) {
        const where = `cell ${columnLetters(column)}${row}`;
        throw new SheetFault(`${where} ${messageOf(error)}`, name, row, column);
      }
      before = place;
    }
    return grid.finish({ sheet: name, format: 'xls', isHidden });
  }

  private cellOf(cell: CellObject, style: number, isFormula: boolean): ReadCell {
    const numFmt = cell.t === 'n' ? this.formatOf(style) : '';
    const value = this.valueOf(cell, numFmt);
    const font = { strike: this.records.strikesOut(style) };
    return isFormula
      ? { type: FORMULA_CELL, value, result: value, formula: cell.f ?? '', numFmt, font }
      : { value, numFmt, font };
  }

  private valueOf({ t, v = '' }: CellObject, numFmt: string): ExcelJS.CellValue {
    if (typeof v === 'string') return this.isMarked(v) ? `[several fonts: ${v}]` : v;
    if (typeof v !== 'number') return v;
    return t === 'e' ? { error: ERRORS.get(v) ?? '#VALUE!' } : numberOrDate(v, numFmt, this.daysLate);
  }

  /** Whether a text may be a figure with a raised footnote mark or a struck-out digit, which the library does not tell. */
  private isMarked(text: string): boolean {
    return this.inSeveralFonts.has(text) && /^[^\p{L}]*\d[^\p{L}]*$/u.test(text);
  }

  /** The number format of a style. Throws if the workbook does not define it. */
  private formatOf(style: number): string {
    const { styles, formats } = this.records;
    const { format } = styles[style] ?? {};
    if (format === undefined)
      throw new Error(`has the style ${style}; the workbook has ${styles.length}, counted from 0`);
    const code = formats.get(format) ?? builtInFormat(format);
    if (code === null)
      throw new Error(`has the number format "${format}", which the workbook does not define`);
    return markPercentsIn(code);
  }
}
