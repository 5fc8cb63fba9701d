import { escapeUnprintable } from '../../domain/text/printable.ts';
import { type Headings, headOf, type ShownTable, type ShownValue, withoutEmpty } from './file-table.ts';

/** Spreadsheets read a text that starts like this as a formula. */
const FORMULA = /^[=+\-@＝＋－＠]/;
/** A spreadsheet may separate fields by semicolons. */
const QUOTED = /[",;]|^ | $/;
/** Tells spreadsheets that a file is in UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';
/** Rows written together. */
const ROWS_AT_ONCE = 500;

/**
 * Writes a table as CSV with a header, piece by piece. CSV for people begins with a byte order mark, has headings, and
 * leaves out empty columns.
 */
export function* csvPieces(table: ShownTable, headings: Headings = 'names'): Generator<string> {
  const isForPeople = headings === 'people';
  const { columns, rows } = isForPeople ? withoutEmpty(table) : table;
  yield `${isForPeople ? BYTE_ORDER_MARK : ''}${csvLines([columns.map((column) => headOf(column, headings))])}`;
  let together: (readonly ShownValue[])[] = [];
  for (const row of rows()) {
    together.push(row);
    if (together.length < ROWS_AT_ONCE) continue;
    yield csvLines(together);
    together = [];
  }
  if (together.length > 0) yield csvLines(together);
}

/** Writes rows as lines of CSV. papaparse takes three times as long. */
export function csvLines(rows: readonly (readonly ShownValue[])[]): string {
  let lines = '';
  for (const row of rows) {
    let separator = '';
    for (const value of row) {
      lines += separator + (typeof value === 'string' ? csvText(value) : (value ?? ''));
      separator = ',';
    }
    lines += '\r\n';
  }
  return lines;
}

/** Escapes what a spreadsheet would run, and control characters, which a terminal must not get. */
function csvText(text: string): string {
  const printable = escapeUnprintable(text);
  const isFormula = FORMULA.test(printable);
  if (!isFormula && !QUOTED.test(printable)) return printable;
  return `"${isFormula ? "'" : ''}${printable.replaceAll('"', '""')}"`;
}
