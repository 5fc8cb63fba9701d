import { escapeUnprintable } from './printable.ts';

/** Spreadsheets read a text that starts like this as a formula. */
const FORMULA = /^[=+\-@＝＋－＠]/;
/** A spreadsheet may separate fields by semicolons. */
const QUOTED = /[",;]|^ | $/;

/** Writes rows as lines of CSV. papaparse takes three times as long. */
export function csvLines(rows: readonly (readonly (string | number | null)[])[]): string {
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
