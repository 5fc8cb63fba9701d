import ExcelJS from 'exceljs';

/** Significant digits of numbers in Excel. */
const KEPT_DIGITS = 15;

/** How JavaScript prints numbers below a millionth. */
const SMALL_NUMBER = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/;

/** By how much computing with hundredths may miss a whole number of them: less than half of the last decimal of any figure. */
const RESIDUE = 4.9e-7;

/** What the same number is later as a date where a workbook counts from 1904. */
export const DAYS_1900_TO_1904 = 1462;
const DAY_MS = 86_400_000;

/** How workbooks write characters that XML does not allow, a carriage return among them. */
const ESCAPED_CHARACTER = /_x([0-9A-Fa-f]{4})_/g;

/** What of a workbook exceljs does not tell as it is. */
export interface WorkbookManner {
  /** By how much later dates are than exceljs reads them. */
  daysLate: number;
  /** Whether Excel is to calculate all formulas when it opens the workbook: the zeros they have may be none. */
  isCalculatedLater: boolean;
  /** Whether what exceljs takes for struck out is. */
  tellsStruck: boolean;
}

/** The text of a cell as its sheet shows it. */
export function cellText(
  cell: ExcelJS.Cell,
  { daysLate, tellsStruck, isCalculatedLater }: WorkbookManner,
): string {
  const value = shiftDate(shownValue(cell, isCalculatedLater), daysLate);
  const text = valueText(value, cell.numFmt, tellsStruck);
  return tellsStruck && cell.font?.strike ? struckOut(text) : text;
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

function valueText(value: ExcelJS.CellValue, numberFormat: string | undefined, tellsStruck: boolean): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value, numberFormat);
  if (typeof value === 'string')
    return value.replace(ESCAPED_CHARACTER, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  if (typeof value !== 'object') return String(value);
  if (value instanceof Date) return dateText(value);
  if ('richText' in value) return value.richText.map((run) => runText(run, tellsStruck)).join('');
  if ('error' in value) return value.error;
  return 'text' in value ? valueText(value.text, numberFormat, tellsStruck) : JSON.stringify(value);
}

/** Part of a text with a font of its own. A footnote's raised mark, or what is struck out, is no part of a figure. */
function runText({ text, font }: ExcelJS.RichText, tellsStruck: boolean): string {
  const shown = valueText(text, undefined, tellsStruck);
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
