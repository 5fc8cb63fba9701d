import type { Span } from '../columns/row-index.ts';
import type { Window } from '../window.ts';
import type { Placing } from './row-order.ts';

/** The rows that match a filter: one bit for each place of an order, 32 bits in a number. */
export interface MarkedPlaces {
  marks: Uint32Array;
  total: number;
}

/** Some of the rows of a list. */
export interface RowList {
  rows: Uint32Array;
  spans: readonly Span[];
}

/** The conditions for each row. */
export interface RowTest {
  monthOfRow: Uint16Array;
  firstMonth: number;
  lastMonth: number;
  /** The run of each row; `null` if every run matches. */
  runOfRow: Float64Array | null;
  firstRun: number;
  /** The jurisdiction of each row, and 1 for each that matches; `null` if every jurisdiction matches. */
  jurisdictionOfRow: Uint16Array;
  isAsked: Uint8Array | null;
}

const MARKS_A_WORD = 32;

/** Marks for this many places, all unset. */
export function emptyMarks(places: number): Uint32Array {
  return new Uint32Array(Math.ceil(places / MARKS_A_WORD));
}

/** Marks for this many places, all set. */
export function fullMarks(places: number): Uint32Array {
  return emptyMarks(places).fill(0xffff_ffff);
}

/** Flips the marks of rows at their places in the order. */
export function changeMarks(marks: Uint32Array, { placeOfRow }: Placing, { rows, spans }: RowList): void {
  for (const { start, end } of spans) {
    for (let at = start; at < end; at += 1) {
      const place = placeOfRow[rows[at] ?? 0] ?? 0;
      const word = place >>> 5;
      marks[word] = (marks[word] ?? 0) ^ (1 << (place & 31));
    }
  }
}

/** The first `most` rows that pass a test. */
export function passingRows({ rows, spans }: RowList, test: RowTest, most: number): Uint32Array {
  const { monthOfRow, firstMonth, lastMonth, runOfRow, firstRun, jurisdictionOfRow, isAsked } = test;
  const passing = new Uint32Array(Math.min(most, countRows(spans)));
  let count = 0;
  // a plain loop is three times as fast as a function call for each row
  for (const { start, end } of spans) {
    for (let at = start; at < end && count < most; at += 1) {
      const row = rows[at] ?? 0;
      const month = monthOfRow[row] ?? 0;
      if (month < firstMonth || month > lastMonth) continue;
      if (isAsked && isAsked[jurisdictionOfRow[row] ?? 0] === 0) continue;
      // also skips rows without a known run, whose value is NaN
      if (runOfRow && !((runOfRow[row] ?? 0) >= firstRun)) continue;
      passing[count] = row;
      count += 1;
    }
  }
  return passing.subarray(0, count);
}

/** Counts the rows of spans. */
export function countRows(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** A window of the marked rows in their order, and the number of all marked rows. */
export function markedRows(
  { marks, total }: MarkedPlaces,
  { rowAtPlace }: Placing,
  { offset, limit }: Window,
): { rows: Uint32Array; total: number } {
  const found = new Uint32Array(Math.max(0, Math.min(limit, total - offset)));
  let [skipped, count] = [0, 0];
  for (let word = 0; word < marks.length && count < found.length; word += 1) {
    let bits = marks[word] ?? 0;
    const inWord = countBits(bits);
    if (skipped + inWord <= offset) {
      skipped += inWord;
      continue;
    }
    // each pass clears the lowest bit
    for (; bits !== 0 && count < found.length; bits &= bits - 1) {
      if (skipped < offset) {
        skipped += 1;
        continue;
      }
      found[count] = rowAtPlace[word * MARKS_A_WORD + 31 - Math.clz32(bits & -bits)] ?? 0;
      count += 1;
    }
  }
  return { rows: found, total };
}

/** Counts the set bits of 32: by pairs, then by fours, then by bytes, each in parallel. */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
