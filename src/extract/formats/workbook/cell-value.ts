import type ExcelJS from 'exceljs';

/** The value of a cell as one number: a number itself, 1 for true, or a hash of a text. A large sheet has millions. */
export type CellValue = number;

export const NO_VALUE: CellValue = Number.NaN;

/** Start and factor of the FNV-1a hash. */
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/** How workbooks write characters that XML does not allow, for example a carriage return. */
const ESCAPED_CHARACTER = /_x([0-9A-Fa-f]{4})_/g;

const DAY_MS = 86_400_000;
/** The Unix epoch as a date of Excel. */
const EPOCH = 25_569;
/** In a workbook that counts from 1904, the same number means a date this many days later. */
export const DAYS_1900_TO_1904 = 1462;
/** exceljs rounds dates to milliseconds. */
const ROUNDING_MS = 2;

/** The text that a cell shows, with its escaped characters decoded. */
export function unescapeText(text: string): string {
  return text.replace(ESCAPED_CHARACTER, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The value of a text. exceljs decodes escapes in some texts only, so the hash ignores this difference. */
export function textValue(text: string): CellValue {
  let shown = text;
  for (let before = ''; before !== shown && shown.includes('_x'); ) {
    before = shown;
    shown = unescapeText(before);
  }
  let hash = HASH_START;
  for (let at = 0; at < shown.length; at += 1) hash = Math.imul(hash ^ shown.charCodeAt(at), HASH_FACTOR);
  return hash;
}

export function isSameValue(value: CellValue, read: ExcelJS.CellValue | undefined): boolean {
  if (read instanceof Date) return isSameDate(value, read.getTime());
  const other = readValue(read);
  return value === other || (Number.isNaN(value) && Number.isNaN(other));
}

/** A date that exceljs cannot read is not a number; the cell then shows that it is no date. */
function isSameDate(value: CellValue, time: number): boolean {
  if (Number.isNaN(time)) return true;
  const daysLate = (time - (value - EPOCH) * DAY_MS) / DAY_MS;
  return [0, DAYS_1900_TO_1904].some((days) => Math.abs(daysLate - days) * DAY_MS <= ROUNDING_MS);
}

function readValue(read: ExcelJS.CellValue | undefined): CellValue {
  if (read === null || read === undefined) return NO_VALUE;
  if (typeof read === 'number') return read;
  if (typeof read === 'string') return textValue(read);
  if (typeof read === 'boolean') return Number(read);
  if ('richText' in read) return textValue(read.richText.map(({ text }) => text ?? '').join(''));
  if ('error' in read) return textValue(read.error);
  return NO_VALUE;
}
