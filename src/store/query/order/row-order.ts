import type { RowIndex } from '../columns/row-index.ts';

/** An order in one direction: the row at each place, and the place of each row. */
export interface Placing {
  rowAtPlace: Uint32Array;
  placeOfRow: Uint32Array;
}

/** An order in both directions. In both, nulls come last, and ties are newest first, then by jurisdiction. */
export interface RowOrder {
  ascending: Placing;
  descending: Placing;
}

/** The run of each row, NaN if unknown; and all rows by run, unknown runs first. */
export interface RowRuns {
  runOfRow: Float64Array;
  byRun: Uint32Array;
}

/** Bytes of a `RowOrder` for each row. */
export const ORDER_BYTES_A_ROW = 4 * Uint32Array.BYTES_PER_ELEMENT;

const DIGITS = 4;
const DIGIT_RANGE = 2 ** 16;

/** The order by allocation period. */
export function orderByPeriod({ byPeriod, monthOfRow }: RowIndex): RowOrder {
  return { ascending: placingOf(byPeriod), descending: placingOf(turn(byPeriod, monthOfRow)) };
}

/** Sorts the rows by run, unknown runs first. */
export function orderByRun(runOfRow: Float64Array, rows: Uint32Array): RowRuns {
  return { runOfRow, byRun: sortRows(rows, runOfRow) };
}

/** The order by a figure. Figures are integers, NaN if missing; `newestFirst` gives the order of ties. */
export function orderByFigure(figures: Float64Array, newestFirst: Uint32Array): RowOrder {
  const known = newestFirst.filter((row) => !Number.isNaN(figures[row]));
  const missing = newestFirst.filter((row) => Number.isNaN(figures[row]));
  const sorted = sortRows(known, figures);
  const withMissing = (rows: Uint32Array): Placing => {
    const all = new Uint32Array(newestFirst.length);
    all.set(rows);
    all.set(missing, rows.length);
    return placingOf(all);
  };
  return { ascending: withMissing(sorted), descending: withMissing(turn(sorted, figures)) };
}

/** Sorts rows by their figures and keeps the order of ties. A radix sort, five times as fast as comparing. */
function sortRows(rows: Uint32Array, figures: Float64Array): Uint32Array {
  let from = rows.slice();
  let to = new Uint32Array(rows.length);
  const digits = new Uint16Array(figures.length);
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const unit = DIGIT_RANGE ** digit;
    // with half the range added to the highest digit, negative figures come first
    const shift = digit === DIGITS - 1 ? DIGIT_RANGE / 2 : 0;
    // the array keeps the lowest 16 bits
    for (const row of rows) digits[row] = Math.floor((figures[row] ?? 0) / unit) + shift;
    const starts = startsOf(rows, digits);
    if (!starts) continue;
    for (const row of from) {
      const value = digits[row] ?? 0;
      const start = starts[value] ?? 0;
      to[start] = row;
      starts[value] = start + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** The place where the rows of each digit begin; `null` if all rows have the same digit. */
function startsOf(rows: Uint32Array, digits: Uint16Array): Uint32Array | null {
  const counts = new Uint32Array(DIGIT_RANGE);
  for (const row of rows) {
    const value = digits[row] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  const [first = 0] = rows;
  if (counts[digits[first] ?? 0] === rows.length) return null;
  let start = 0;
  return counts.map((count) => {
    start += count;
    return start - count;
  });
}

/** Reverses sorted rows, but keeps the order of ties. */
function turn(rows: Uint32Array, figures: Float64Array | Uint16Array): Uint32Array {
  const turned = new Uint32Array(rows.length);
  const figureAt = (at: number) => figures[rows[at] ?? 0];
  let to = 0;
  for (let end = rows.length; end > 0; ) {
    let start = end - 1;
    while (start > 0 && figureAt(start - 1) === figureAt(start)) start -= 1;
    // copied one by one, because most groups have one row
    for (let from = start; from < end; from += 1, to += 1) turned[to] = rows[from] ?? 0;
    end = start;
  }
  return turned;
}

function placingOf(rowAtPlace: Uint32Array): Placing {
  const placeOfRow = new Uint32Array(rowAtPlace.length);
  for (let place = 0; place < rowAtPlace.length; place += 1) placeOfRow[rowAtPlace[place] ?? 0] = place;
  return { rowAtPlace, placeOfRow };
}
