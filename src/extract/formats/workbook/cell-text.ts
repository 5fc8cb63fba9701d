import type ExcelJS from 'exceljs';
import { ESCAPED_PERCENT_MARK } from './cell-styles.ts';
import { unescapeText } from './cell-value.ts';

/** Significant digits of numbers in Excel. */
const KEPT_DIGITS = 15;

/** How JavaScript prints numbers below a millionth. */
const SMALL_NUMBER = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/;

/** How far floating-point cents may be off: less than half of the last decimal of any figure. */
const RESIDUE = 4.9e-7;

const DAY_MS = 86_400_000;
/** The Unix epoch as a date of Excel. */
const EPOCH = 25_569;

/** Letters of a number format that shows a date or a time, outside of its brackets and quotation marks. */
const DATE_LETTERS = /[ymdhMsb]/;
const NOT_LETTERS = /\[[^\]]*\]|"[^"]*"/g;

/** The type of a formula in exceljs, which takes long to load. */
export const FORMULA_CELL: ExcelJS.ValueType.Formula = 6;

export type ReadCell = Pick<ExcelJS.Cell, 'value'> &
  Partial<Pick<ExcelJS.Cell, 'type' | 'formula' | 'numFmt' | 'font'> & { result: ExcelJS.CellValue }>;

/** Properties of a workbook that exceljs misreads. */
export interface WorkbookManner {
  /** Days to add to each date that exceljs reads. */
  daysLate: number;
  /** Whether Excel calculates all formulas when it opens the workbook: stored results may be old, and zeros placeholders. */
  isCalculatedLater: boolean;
}

/** The text of a cell as its sheet shows it. */
export function cellText(cell: ReadCell, { daysLate, isCalculatedLater }: WorkbookManner): string {
  const value = shiftDate(shownValue(cell, isCalculatedLater), daysLate);
  const text = valueText(value, cell.numFmt);
  return cell.font?.strike ? struckOut(text) : text;
}

/** What a cell shows: for a formula its stored result, or its own text if it has none. */
function shownValue(cell: ReadCell, isCalculatedLater: boolean): ExcelJS.CellValue {
  if (cell.type !== FORMULA_CELL) return cell.value;
  // the value of the cell leaves out results of zero
  const result = isCalculatedLater && cell.result === 0 ? undefined : cell.result;
  return result ?? `=${cell.formula}`;
}

/** The date that a number means in a number format that shows dates, as exceljs reads it; otherwise the number. */
export function numberOrDate(value: number, numberFormat: string, daysLate: number): number | Date {
  if (!DATE_LETTERS.test(numberFormat.replace(NOT_LETTERS, ''))) return value;
  return new Date(Math.round((value - EPOCH + daysLate) * DAY_MS));
}

function shiftDate(value: ExcelJS.CellValue, days: number): ExcelJS.CellValue {
  return value instanceof Date && days > 0 ? new Date(value.getTime() + days * DAY_MS) : value;
}

function valueText(value: ExcelJS.CellValue, numberFormat?: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value, numberFormat);
  if (typeof value === 'string') return unescapeText(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Date) return dateText(value);
  if ('richText' in value) return value.richText.map((run) => runText(run)).join('');
  if ('error' in value) return value.error;
  return 'text' in value ? valueText(value.text, numberFormat) : JSON.stringify(value);
}

/** A run of text with its own font. Raised footnote marks and struck-out text are marked: they belong to no figure. */
function runText({ text, font }: ExcelJS.RichText): string {
  const shown = valueText(text);
  if (shown.trim() === '') return shown;
  if (font?.strike) return struckOut(shown);
  return font?.vertAlign === 'superscript' || font?.vertAlign === 'subscript' ? `[${shown}]` : shown;
}

/** No figure parses from this text, and a row that has it is not taken for a note. */
function struckOut(text: string): string {
  return text === '' ? '' : `[struck out: ${text}]`;
}

/** A number with the digits that Excel keeps, without the rounding residue of formulas; percent formats as Excel shows them. */
function numberText(value: number, numberFormat: string | undefined): string {
  // no figure parses from this text
  if (numberFormat?.includes(ESCAPED_PERCENT_MARK)) return `${decimalText(value)} \\%`;
  const isPercent = (numberFormat ?? '').replace(/"[^"]*"|[_*]./g, '').includes('%');
  return isPercent ? `${decimalText(value * 100)}%` : decimalText(withoutResidue(value));
}

function withoutResidue(value: number): number {
  const inCents = Math.round(value * 100) / 100;
  return Math.abs(value - inCents) < RESIDUE ? inCents : value;
}

function decimalText(value: number): string {
  const shortest = String(value);
  // only long numbers can have too many digits
  const text = shortest.length <= KEPT_DIGITS ? shortest : String(Number(value.toPrecision(KEPT_DIGITS)));
  if (!text.includes('e-')) return text;
  const small = SMALL_NUMBER.exec(text);
  if (!small) return text;
  const [, sign, first, rest = '', exponent] = small;
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`;
}

/** Excel dates are midnights in UTC. A time of day stays, so that the text does not parse as a date. */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return 'invalid date';
  const iso = value.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}
