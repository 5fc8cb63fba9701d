import type { Facts } from '../../domain/findings/finding.ts';
import { isMissing } from '../../domain/money.ts';
import { hasSeparators } from '../formats/formats.ts';
import type { Grid, GridRow } from '../formats/grid.ts';

/** An amount without cents is doubtful if this many amounts of its column, or of all columns, have cents. */
const ENOUGH_OF_COLUMN = 50;
const ENOUGH_OF_ALL = 12;

/** The two pieces of an amount that was split at its separator. */
const [BEFORE_SEPARATOR, AFTER_SEPARATOR] = [/^[\s$(-]*\d{1,3}$/, /^\d{3}(?:\.\d*)?\)?-?\s*$/];

/**
 * Why a row does not fit its header; `null` if it does. Cells without a header, and CSV rows that end early or hold a
 * split amount, are signs of a shifted or cut row. `lastColumn` is the last column that is read.
 */
export function widthFault(
  cells: readonly string[],
  isHeaded: readonly boolean[],
  lastColumn: number,
  format: Grid['format'],
): Facts<'row-width'> | null {
  const widths = { cells: cells.length, headers: isHeaded.length };
  if (hasSeparators(format) && cells.length > isHeaded.length && hasPieces(cells))
    return { fault: 'pieces', ...widths };
  const stray = cells.findIndex((cell, index) => !isHeaded[index] && cell.trim() !== '');
  if (stray >= 0)
    return { fault: 'stray cell', cell: stray + 1, text: `${cells[stray]}`.trim().slice(0, 200) };
  return hasSeparators(format) && cells.length <= lastColumn ? { fault: 'short', ...widths } : null;
}

/** Whether two cells hold one amount, split at its separator. */
function hasPieces(cells: readonly string[]): boolean {
  return cells.some((cell, at) => BEFORE_SEPARATOR.test(cell) && AFTER_SEPARATOR.test(cells[at + 1] ?? ''));
}

/**
 * Why a CSV seems to end within an amount; `null` if it does not. Its last line has no line end, and the last amount
 * has no cents while enough others have.
 */
export function cutFault(
  rows: readonly GridRow[],
  column: number,
  amountColumns: readonly number[],
): Facts<'cut-figure'> | null {
  // if the last line has a line end, a blank row follows it
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
  // other whole amounts show that cents may be missing, most of all in zeros
  if (!isEnough || !own.every(hasCents) || all.includes(text.trim())) return null;
  return { text };
}

function hasCents(text: string): boolean {
  return /\.\d\d(?:00+)?\D*$/.test(text);
}
