import ExcelJS from 'exceljs';
import { formatCount } from '../domain/money.ts';
import { messageOf } from '../domain/operator-error.ts';
import { type Grid, type GridReading, type GridRow, refuseGrids } from './grid.ts';
import { checkSheet } from './sheet-check.ts';
import {
  isSheet,
  LARGEST_UNPACKED,
  packWorkbook,
  STYLES_PART,
  unpackWorkbook,
  WORKBOOK_PART,
  type WorkbookArchive,
} from './workbook-archive.ts';
import { otherFormat, unreadPart } from './workbook-parts.ts';

/** Excel's own limit; exceljs makes room for all numbers below the largest. */
const LARGEST_SHEET_ID = 65_534;
/** Rows above which a workbook is refused. */
const LARGEST_ROW_COUNT = 300_000;

/** Significant digits of numbers in Excel. */
const KEPT_DIGITS = 15;

/** How JavaScript prints numbers below a millionth. */
const SMALL_NUMBER = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/;

/** By how much computing with hundredths may miss a whole number of them: less than half of the last decimal of any figure. */
const RESIDUE = 4.9e-7;

/** What the same number is later as a date where a workbook counts from 1904. */
const DAYS_1900_TO_1904 = 1462;
const DAY_MS = 86_400_000;

/** How programs that do not calculate leave it to Excel; they write zeros for results. */
const CALCULATED_LATER = /<calcPr\b[^<>]*\bfullCalcOnLoad\s*=\s*["'](?:1|true)["']/;

/** Parts of a sheet that hold no figures; exceljs expands their ranges cell by cell, whole columns included. */
const NOT_READ = [
  'autoFilter',
  'cols',
  'conditionalFormatting',
  'dataValidations',
  'drawing',
  'extLst',
  'hyperlinks',
  'mergeCells',
  'picture',
  'rowBreaks',
  'tableParts',
];

/** A font that is not struck out says nothing, or this, which exceljs takes for the contrary. */
const NOT_STRUCK = /<strike\s+val\s*=\s*["'](?:0|false)["']/;

/** How workbooks write characters that XML does not allow, a carriage return among them. */
const ESCAPED_CHARACTER = /_x([0-9A-Fa-f]{4})_/g;
/** A number format that shows a percent sign and does not mean it; the sign may be written as its number. */
const ESCAPED_PERCENT = /\bformatCode\s*=\s*(["'])(?:(?!\1).)*\\(?:%|&#0*37;|&#x0*25;)/is;

/** Reads every sheet of an XLSX workbook as text. Bytes that are no readable workbook give an error finding. */
export async function readWorkbook(bytes: Uint8Array): Promise<GridReading> {
  try {
    const archive = await unpackWorkbook(bytes);
    const refusal = refusalOf(archive);
    if (refusal) return refusal;
    for (const [part, xml] of archive.parts) if (isSheet(part)) checkSheet(part, xml);
    const reading = readingOf(archive);
    // what was not looked through is not read: exceljs throws at tables, comments and drawings it does not know
    return readLoaded(await loadWorkbook(packWorkbook(archive)), reading);
  } catch (error) {
    const reason = messageOf(error);
    return refuseGrids(
      'damaged-workbook',
      `the workbook cannot be read (${reason}); download it again, or open and save it in Excel`,
    );
  }
}

/** Why a workbook is not to be loaded; `null` where nothing speaks against it. Throws where it is damaged. */
function refusalOf(archive: WorkbookArchive): GridReading | null {
  if (archive.unpacked > LARGEST_UNPACKED) {
    const limit = LARGEST_UNPACKED / 1024 / 1024;
    return refuseGrids(
      'workbook-too-large',
      `the workbook unpacks to more than ${limit} MiB; split it or export it as CSV`,
    );
  }
  const other = otherFormat(archive);
  if (other) return refuseGrids('unsupported-format', `the file is ${other}; save it as .xlsx or CSV`);
  const unread = unreadPart(archive);
  if (unread) {
    const message = `the part ${unread} is missing, or stored where it cannot be read; open the workbook in Excel and save it again`;
    return refuseGrids('unsupported-format', message);
  }
  const sheetIds = [...textOf(archive, WORKBOOK_PART).matchAll(/\ssheetId\s*=\s*["'](\d+)/g)].map(([, id]) =>
    Number(id),
  );
  if (sheetIds.some((id) => id > LARGEST_SHEET_ID))
    throw new Error('a sheet has a number that none can have');
  if (!ESCAPED_PERCENT.test(textOf(archive, STYLES_PART))) return null;
  const message =
    'a number format has an escaped percent sign, so it cannot be told whether 7 or 7 % is meant; export as CSV';
  return refuseGrids('unsupported-format', message);
}

function textOf({ parts }: WorkbookArchive, part: string): string {
  return parts.get(part) ?? '';
}

function readLoaded(workbook: ExcelJS.Workbook, reading: SheetReading): GridReading {
  const rowCount = workbook.worksheets.reduce((sum, sheet) => sum + sheet.actualRowCount, 0);
  if (rowCount > LARGEST_ROW_COUNT) {
    const message = `the workbook has ${formatCount(rowCount)} rows, more than ${formatCount(LARGEST_ROW_COUNT)}; split it or export it as CSV`;
    return refuseGrids('workbook-too-large', message);
  }
  if (workbook.worksheets.length === 0) {
    return refuseGrids(
      'unsupported-format',
      'the file is a zip file without sheets; export the report as CSV, XLSX or JSON',
    );
  }
  return { grids: workbook.worksheets.map((sheet) => readSheet(sheet, reading)), findings: [] };
}

async function loadWorkbook(bytes: ArrayBuffer): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  // exceljs expands every defined name into its cells; a name over whole columns would never end
  Object.defineProperty(workbook.definedNames, 'model', { get: () => [], set: () => undefined });
  await workbook.xlsx.load(bytes, { ignoreNodes: NOT_READ });
  return workbook;
}

/** What of a workbook exceljs does not tell as it is. */
interface SheetReading {
  /** By how much later dates are than exceljs reads them. */
  daysLate: number;
  /** Whether Excel is to calculate all formulas when it opens the workbook: the zeros they have may be none. */
  isCalculatedLater: boolean;
  /** Whether what exceljs takes for struck out is. */
  tellsStruck: boolean;
}

function readingOf(archive: WorkbookArchive): SheetReading {
  const properties = textOf(archive, WORKBOOK_PART);
  return {
    // exceljs knows no other word for it than 1
    daysLate: /\bdate1904\s*=\s*["']true["']/.test(properties) ? DAYS_1900_TO_1904 : 0,
    tellsStruck: ![...archive.parts.values()].some((xml) => NOT_STRUCK.test(xml)),
    isCalculatedLater: CALCULATED_LATER.test(properties),
  };
}

function readSheet(
  sheet: ExcelJS.Worksheet,
  { daysLate, tellsStruck, isCalculatedLater }: SheetReading,
): Grid {
  const rows: GridRow[] = [];
  sheet.eachRow({ includeEmpty: false }, (row, number) => {
    const cells: string[] = [];
    row.eachCell({ includeEmpty: false }, (cell, column) => {
      while (cells.length < column - 1) cells.push('');
      const text = cellText(
        shiftDate(shownValue(cell, isCalculatedLater), daysLate),
        cell.numFmt,
        tellsStruck,
      );
      cells.push(tellsStruck && cell.font?.strike ? struckOut(text) : text);
    });
    rows.push({ number, cells });
  });
  return { sheet: sheet.name, format: 'xlsx', rows, isHidden: sheet.state !== 'visible' };
}

/** What a cell shows. A formula shows its cached result; without one that counts itself, which no figure parses as. */
function shownValue(cell: ExcelJS.Cell, isCalculatedLater: boolean): ExcelJS.CellValue {
  if (cell.type === ExcelJS.ValueType.String && typeof cell.value !== 'string') {
    throw new Error(`the text of cell ${cell.address} is not in the workbook`);
  }
  if (cell.type !== ExcelJS.ValueType.Formula) return cell.value;
  // the cell's value leaves out results that are zero
  const result = isCalculatedLater && cell.result === 0 ? undefined : cell.result;
  return result ?? `=${cell.formula}`;
}

function shiftDate(value: ExcelJS.CellValue, days: number): ExcelJS.CellValue {
  return value instanceof Date && days > 0 ? new Date(value.getTime() + days * DAY_MS) : value;
}

function cellText(value: ExcelJS.CellValue, numberFormat: string | undefined, tellsStruck: boolean): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value, numberFormat);
  if (typeof value === 'string')
    return value.replace(ESCAPED_CHARACTER, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  if (typeof value !== 'object') return String(value);
  if (value instanceof Date) return dateText(value);
  if ('richText' in value) return value.richText.map((run) => runText(run, tellsStruck)).join('');
  if ('error' in value) return value.error;
  return 'text' in value ? cellText(value.text, numberFormat, tellsStruck) : JSON.stringify(value);
}

/** Part of a text with a font of its own. A footnote's raised mark, or what is struck out, is no part of a figure. */
function runText({ text, font }: ExcelJS.RichText, tellsStruck: boolean): string {
  const shown = cellText(text, undefined, tellsStruck);
  if (shown.trim() === '') return shown;
  if (tellsStruck && font?.strike) return struckOut(shown);
  return font?.vertAlign === 'superscript' || font?.vertAlign === 'subscript' ? `[${shown}]` : shown;
}

/** No figure is read of this, and no row is taken for a note that has it. */
function struckOut(text: string): string {
  return text === '' ? '' : `[struck out: ${text}]`;
}

/** A number with the significant digits Excel itself keeps, without what formulas leave behind its cents; percent formats show what Excel shows. */
function numberText(value: number, numberFormat: string | undefined): string {
  const isPercent = (numberFormat ?? '').replace(/"[^"]*"|[_*]./g, '').includes('%');
  return isPercent ? `${decimalText(value * 100)}%` : decimalText(withoutResidue(value));
}

function withoutResidue(value: number): number {
  const inCents = Math.round(value * 100) / 100;
  return Math.abs(value - inCents) < RESIDUE ? inCents : value;
}

function decimalText(value: number): string {
  const shortest = String(value);
  // rounding is for those that may have more digits
  const text = shortest.length <= KEPT_DIGITS ? shortest : String(Number(value.toPrecision(KEPT_DIGITS)));
  if (!text.includes('e-')) return text;
  const small = SMALL_NUMBER.exec(text);
  if (!small) return text;
  const [, sign, first, rest = '', exponent] = small;
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`;
}

/** Excel dates are midnights in UTC; a time of day is kept, so that it is not taken for a date. */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return 'invalid date';
  const iso = value.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}
