import {
  type CellObject,
  CFB,
  parse_xlscfb,
  parse_zip,
  read,
  type WorkBook,
  type WorkSheet,
} from '@e965/xlsx';
import { messageOf } from '../../domain/operator-error.ts';
import { LARGEST_UNPACKED } from '../../domain/text/bytes.ts';
import {
  EXPORT_AGAIN,
  type Grid,
  type GridReading,
  type GridRow,
  LARGEST_ROW_COUNT,
  tooManyCells,
} from './grid.ts';
import { numberText, percentText } from './number-text.ts';
import { decodeText } from './text.ts';
import {
  checkRecords,
  checkSheets,
  checkSpreadsheet,
  checkTables,
  damage,
  LIKE_FIGURE,
  locked,
  type SharedTexts,
  unpack,
  unreadable,
  WorkbookFault,
} from './workbook-checks.ts';

declare module '@e965/xlsx' {
  // the library exports them without types
  function parse_zip(container: object, options: ParsingOptions): WorkBook;
  function parse_xlscfb(container: object, options: ParsingOptions): WorkBook;
}

interface WorkbookLimits {
  /** Bytes of all parts. */
  unpacked: number;
  rows: number;
}

/** The library changes its options, so each reading has its own. */
const options = () => ({
  ...{ dense: true, cellHTML: true, cellNF: true, cellStyles: true, cellText: false, sheetStubs: true },
});

/**
 * Reads every sheet of a workbook as text: XLSX, XLSB, OpenDocument, Excel 97 to 2003 or an XML spreadsheet. Gives an
 * error finding if it is damaged or exceeds a limit.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  { unpacked, rows }: WorkbookLimits = { unpacked: LARGEST_UNPACKED, rows: LARGEST_ROW_COUNT },
): Promise<GridReading> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { error: print } = console;
  // the library prints what it does not know of a file
  console.error = () => undefined;
  try {
    const reading = readFormat(file, unpacked);
    const found = reading.grids.reduce((sum, grid) => sum + grid.rows.length, 0);
    return found > rows ? tooManyCells('rows', found, rows) : reading;
  } catch (error) {
    if (error instanceof WorkbookFault) return { grids: [], findings: [error.finding] };
    const isLocked = /password/i.test(messageOf(error));
    // other messages of the library say nothing to a person
    const fault = isLocked ? locked() : damage('it is incomplete, or stored in an unusual way');
    return { grids: [], findings: [fault.finding] };
  } finally {
    console.error = print;
  }
}

function readFormat(file: Buffer, largestUnpacked: number): GridReading {
  if (file[0] === 0x50) return { grids: readZip(file, largestUnpacked), findings: [] };
  if (file[0] === 0xd0) return { grids: readExcel97(file), findings: [] };
  const { text, findings } = decodeText(file);
  return { grids: text === null ? [] : readXml(text), findings };
}

function readZip(file: Buffer, largestUnpacked: number): Grid[] {
  const parts = unpack(file, largestUnpacked);
  const isWorkbook = [...parts.keys()].some((path) => /\bworkbook\.(?:xml|bin)$|^content\.xml$/i.test(path));
  if (!isWorkbook) throw unreadable('The file is a zip archive without a workbook in it.', EXPORT_AGAIN);
  const container = CFB.utils.cfb_new();
  for (const [path, content] of parts) CFB.utils.cfb_add(container, `/${path}`, content, { unsafe: true });
  const book = parse_zip(container, options());
  const format = book.bookType ?? 'xlsx';
  if (format === 'ods') checkTables(book, `${parts.get('content.xml')}`);
  return gridsOf(book, format, format === 'xlsx' ? checkSheets(book, parts) : null);
}

function readExcel97(file: Buffer): Grid[] {
  const [sector, directory] = [2 ** file.readUInt16LE(30), file.readUInt32LE(48)];
  if ((directory + 2) * sector > file.length) throw damage('it is incomplete');
  const container = CFB.read(file, { type: 'buffer' });
  if (CFB.find(container, '/EncryptedPackage')) throw locked();
  const stream = CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book');
  if (!stream) throw unreadable('The file is an old Office file without a workbook in it.', EXPORT_AGAIN);
  if (stream.content.length < stream.size) throw damage('it is incomplete');
  const cells = checkRecords(Buffer.from(stream.content));
  return gridsOf(parse_xlscfb(container, options()), 'xls', cells);
}

/** A formula of an XML spreadsheet without a result, which the library would leave out. */
const UNCALCULATED = /(<(\w+:)?Cell\b[^>]*?Formula="([^"]*)"[^>]*?)(?:\/>|>\s*<\/\2Cell>)/g;

function readXml(text: string): Grid[] {
  const xml = text.replace(UNCALCULATED, '$1><$2Data ss:Type="String">$3</$2Data></$2Cell>');
  return gridsOf(read(Buffer.from(xml), { ...options(), type: 'buffer' }), 'xml', checkSpreadsheet(xml));
}

/** The sheets that have cells. Throws if one was not read, or if fewer cells were read than the workbook has. */
function gridsOf(book: WorkBook, format: string, cells: number | null): Grid[] {
  const reader = new CellReader(book);
  const grids = book.SheetNames.flatMap((sheet, at): Grid[] => {
    const read = book.Sheets[sheet];
    if (!read) throw damage('it cannot be read', { sheet });
    if (read['!type'] !== undefined && read['!type'] !== 'sheet') return [];
    const rows = reader.rowsOf(read);
    const hidden = rows.filter(({ number }) => read['!rows']?.[number - 1]?.hidden);
    const isHidden = Boolean(book.Workbook?.Sheets?.[at]?.Hidden);
    return [{ sheet, format, rows, isHidden, hiddenRows: hidden.map(({ number }) => number) }];
  });
  if (cells !== null && reader.cells !== cells)
    throw damage(`it has ${cells} cells, of which ${reader.cells} could be read`);
  if (grids.length === 0) throw damage('it has no sheet');
  return grids;
}

/** The size of a sheet of Excel. */
const [MOST_ROWS, MOST_COLUMNS] = [1_048_576, 16_384];
const DAY_MS = 86_400_000;
/** The Unix epoch as a date of Excel, and how much later the same number is if dates count from 1904. */
const [EPOCH, LATER_1904] = [25_569, 1462];
/** Letters of a number format that shows a date or a time, outside of its brackets and quotation marks. */
const DATE_LETTERS = /[ymdhMsb]/;
const NOT_LETTERS = /\[[^\]]*\]|"[^"]*"/g;
const NOT_SHOWN = /"[^"]*"|[_*]./g;
/** Raised, lowered and struck-out text of a cell, which belongs to no figure. */
const MARKED = /<(?:\w+:)?(sup|sub|s)\b[^>]*>(.*?)<\/(?:\w+:)?\1>/gis;
const ERRORS: Readonly<Record<number, string>> = {
  ...{ 0: '#NULL!', 7: '#DIV/0!', 15: '#VALUE!', 23: '#REF!', 29: '#NAME?', 36: '#NUM!', 42: '#N/A' },
};

/** Cells as their sheet shows them. */
class CellReader {
  /** How many are not blank. */
  cells = 0;
  private readonly daysLate: number;
  /** Texts of Excel 97 in several fonts that may be figures: the library does not tell which part is raised. */
  private readonly inSeveralFonts: ReadonlySet<string>;

  constructor(book: SharedTexts & WorkBook) {
    this.daysLate = book.Workbook?.WBProps?.date1904 ? LATER_1904 : 0;
    const texts = book.Strings?.filter(({ r }) => r === undefined).map(({ t }) => t) ?? [];
    this.inSeveralFonts = new Set(texts.filter((text) => LIKE_FIGURE.test(text)));
  }

  rowsOf(sheet: WorkSheet): GridRow[] {
    const rows: GridRow[] = [];
    const lines = sheet['!data'] ?? [];
    if (lines.length > MOST_ROWS) throw damage(`it has the row ${lines.length}, and Excel has ${MOST_ROWS}`);
    // rows and cells that are blank are holes
    lines.forEach((row, at) => {
      const cells: string[] = [];
      if (row.length > MOST_COLUMNS)
        throw damage(`row ${at + 1} has the column ${row.length}, and Excel has ${MOST_COLUMNS}`);
      row.forEach((cell, column) => {
        if (cell.t === 'z' && cell.f === undefined) return;
        if (cell.t !== 'z') this.cells += 1;
        while (cells.length < column) cells.push('');
        cells.push(this.textOf(cell));
      });
      if (cells.length > 0) rows.push({ number: at + 1, cells });
    });
    return rows;
  }

  private textOf({ t, v, z, f, h, r }: CellObject): string {
    if (t === 'z') return `=${f}`;
    if (t === 'e') return ERRORS[Number(v)] ?? '#VALUE!';
    if (typeof v === 'number') return this.figureOf(v, `${z ?? ''}`);
    const text = `${v ?? ''}`;
    if (this.inSeveralFonts.has(text)) return `[several fonts: ${text}]`;
    const markup = h ?? (typeof r === 'string' ? r : '');
    const marked = markup.replace(MARKED, (_, __, part) => (part.trim() === '' ? part : `[${part}]`));
    return marked === markup ? text : marked.replace(/<[^>]*>/g, '');
  }

  private figureOf(value: number, format: string): string {
    if (DATE_LETTERS.test(format.replace(NOT_LETTERS, '')))
      return dateText(new Date(Math.round((value - EPOCH + this.daysLate) * DAY_MS)));
    const shown = format.replace(NOT_SHOWN, '');
    // it may mean 7 or 7%, so no figure parses from it
    if (shown.includes('\\%')) return `${numberText(value)} \\%`;
    return shown.includes('%') ? percentText(value) : numberText(value);
  }
}

/** Dates are midnights in UTC. A time of day stays, so that the text does not parse as a date. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return 'invalid date';
  const iso = date.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}
