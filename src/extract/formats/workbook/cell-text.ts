import { ESCAPED_PERCENT_MARK } from './cell-styles.ts';

/** Significant digits of numbers in Excel. */
const KEPT_DIGITS = 15;

/** How JavaScript prints numbers below a millionth. */
const SMALL_NUMBER = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/;

/** How far floating-point cents may be off: less than half of the last decimal of any figure. */
const RESIDUE = 4.9e-7;

const DAY_MS = 86_400_000;
/** The Unix epoch as a date of Excel. */
const EPOCH = 25_569;
/** In a workbook that counts from 1904, the same number means a date this many days later. */
export const DAYS_1900_TO_1904 = 1462;

/** Letters of a number format that shows a date or a time, outside of its brackets and quotation marks. */
const DATE_LETTERS = /[ymdhMsb]/;
const NOT_LETTERS = /\[[^\]]*\]|"[^"]*"/g;

/** How workbooks write characters that XML does not allow, for example a carriage return. */
const ESCAPED_CHARACTER = /_x([0-9A-Fa-f]{4})_/g;

/** A piece of a text that has a font of its own. */
export interface TextRun {
  text: string;
  isStruckOut?: boolean;
  /** Whether it is raised or lowered, as marks of footnotes are. */
  isRaised?: boolean;
}

export type CellValue = string | number | boolean | Date | readonly TextRun[];

export interface ReadCell {
  /** Of a formula, its stored result; undefined without one. */
  value: CellValue | undefined;
  formula?: string | undefined;
  numFmt?: string;
  isStruckOut?: boolean;
}

/**
 * The text of a cell as its sheet shows it. `isCalculatedLater`: Excel calculates all formulas when it opens the workbook, so
 * that zeros may be placeholders.
 */
export function cellText(cell: ReadCell, isCalculatedLater: boolean): string {
  const text = valueText(shownValue(cell, isCalculatedLater), cell.numFmt);
  return cell.isStruckOut ? struckOut(text) : text;
}

/** What a cell shows: for a formula its stored result, or its own text if it has none. */
function shownValue({ value, formula }: ReadCell, isCalculatedLater: boolean): CellValue {
  const isPlaceholder = formula !== undefined && isCalculatedLater && value === 0;
  return (isPlaceholder ? undefined : value) ?? `=${formula}`;
}

/** The date that a number means in a number format that shows dates; otherwise the number. */
export function numberOrDate(value: number, numberFormat: string, daysLate: number): number | Date {
  if (!DATE_LETTERS.test(numberFormat.replace(NOT_LETTERS, ''))) return value;
  return new Date(Math.round((value - EPOCH + daysLate) * DAY_MS));
}

function valueText(value: CellValue, numberFormat?: string): string {
  if (typeof value === 'number') return numberText(value, numberFormat);
  if (typeof value === 'string') return unescapeText(value);
  if (typeof value === 'boolean') return String(value);
  return value instanceof Date ? dateText(value) : value.map(runText).join('');
}

/** The text that a cell shows, with its escaped characters decoded. */
function unescapeText(text: string): string {
  return text.replace(ESCAPED_CHARACTER, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** A run of text with its own font. Raised footnote marks and struck-out text are marked: they belong to no figure. */
function runText({ text, isStruckOut, isRaised }: TextRun): string {
  const shown = unescapeText(text);
  if (shown.trim() === '') return shown;
  if (isStruckOut) return struckOut(shown);
  return isRaised ? `[${shown}]` : shown;
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
