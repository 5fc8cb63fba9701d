import type { Facts } from '../../domain/findings/finding.ts';
import { isMissing } from '../../domain/money.ts';
import type { ReportFormat } from '../../domain/report.ts';
import type { GridRow } from '../formats/grid.ts';

/**
 * What makes an amount without cents doubtful: so many others of its column that all have them, or so many of all
 * columns.
 */
const ENOUGH_OF_COLUMN = 50;
const ENOUGH_OF_ALL = 12;

/** The pieces of an amount that was taken apart at its separator. */
const [BEFORE_SEPARATOR, AFTER_SEPARATOR] = [/^[\s$(-]*\d{1,3}$/, /^\d{3}(?:\.\d*)?\)?-?\s*$/];

/**
 * Why a row does not fit under its header, `null` where it does: cells under no header, and CSV rows that end early or
 * have pieces of an amount, are signs of a shifted or cut row. `lastColumn` is the last one that is read.
 */
export function widthFault(
  cells: readonly string[],
  isHeaded: readonly boolean[],
  lastColumn: number,
  format: ReportFormat,
): Facts<'row-width'> | null {
  const stray = cells.findIndex((cell, index) => !isHeaded[index] && cell.trim() !== '');
  if (stray >= 0)
    return { fault: 'stray cell', cell: stray + 1, text: `${cells[stray]}`.trim().slice(0, 200) };
  if (format !== 'csv') return null;
  const widths = { cells: cells.length, headers: isHeaded.length };
  if (cells.length > isHeaded.length && hasPieces(cells)) return { fault: 'pieces', ...widths };
  return cells.length <= lastColumn ? { fault: 'short', ...widths } : null;
}

/** Whether an amount stands in two cells, taken apart at its separator. */
function hasPieces(cells: readonly string[]): boolean {
  return cells.some((cell, at) => BEFORE_SEPARATOR.test(cell) && AFTER_SEPARATOR.test(cells[at + 1] ?? ''));
}

/**
 * Why a CSV seems to end within the amount of a column, `null` where it does not: its last line has no end, and that
 * amount alone has no cents, where enough others of its column or of all columns are printed.
 */
export function cutFault(
  rows: readonly GridRow[],
  column: number,
  amountColumns: readonly number[],
): Facts<'cut-figure'> | null {
  // where the last line ends, a blank row follows it
  const last = rows.at(-1)?.cells ?? [];
  const text = last[column] ?? '';
  if (last.length !== column + 1 || hasCents(text)) return null;
  const above = rows.slice(0, -1);
  const amountsOf = (index: number) =>
    above.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => !isMissing(cell));
  const own = amountsOf(column);
  const all = amountColumns.flatMap(amountsOf);
  const isEnough =
    own.length >= ENOUGH_OF_COLUMN || (own.length > 0 && all.length >= ENOUGH_OF_ALL && all.every(hasCents));
  // as whole amounts are printed elsewhere, zeros above all
  if (!isEnough || !own.every(hasCents) || all.includes(text.trim())) return null;
  return { text };
}

function hasCents(text: string): boolean {
  return /\.\d\d(?:00+)?\D*$/.test(text);
}
