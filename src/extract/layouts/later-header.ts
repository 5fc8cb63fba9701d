import { normalizeHeader } from './header.ts';
import type { Layout } from './report-kind.ts';

/** A header has at least this many cells. If only its words identify it, it has this many different words. */
const LEAST_CELLS = 4;
/** The mark of a header that is printed again on the next page. */
const CONTINUED = /\(?\bcont(?:inued|'?d|\.)?\)?\s*$/i;

/** Whether a row is the header printed again. */
export function isHeaderAgain(cells: readonly string[], header: readonly string[]): boolean {
  return cells.every(
    (cell, index) => normalizeHeader(cell.replace(CONTINUED, '')) === normalizeHeader(header[index] ?? ''),
  );
}

/** Whether a row holds the headers of code and period, or half of all headers, in another arrangement. */
export function isOtherHeader(
  cells: readonly string[],
  header: readonly string[],
  { headers }: Layout,
): boolean {
  const printed = new Set(cells.map(normalizeHeader));
  const has = (field: string) => headers[field]?.some((known) => printed.has(normalizeHeader(known)));
  const filled = cells.filter((cell) => cell.trim() !== '').length;
  if (has('code') && has('period') && filled >= LEAST_CELLS) return true;
  const words = new Set(header.map(normalizeHeader).filter((word) => word !== ''));
  const found = cells.filter((cell) => words.has(normalizeHeader(cell)));
  return found.length > 2 && found.length * 2 >= words.size;
}

/** Whether a row holds different words without digits, at least half as many as the table has columns. */
export function isLikeHeader(cells: readonly string[], columns: number): boolean {
  const words = new Set(cells.filter((cell) => /\p{L}{2}/u.test(cell) && !/\d/.test(cell)));
  return words.size >= Math.max(LEAST_CELLS, columns / 2);
}

/** Whether a row numbers the columns, as forms do: `(1)`, `(2)`, which Excel reads as negative numbers. */
export function numbersColumns(cells: readonly string[]): boolean {
  let number = 0;
  for (const cell of cells) {
    const text = cell.trim();
    if (text === '') continue;
    number += 1;
    if (text !== `${number}` && text !== `(${number})` && text !== `-${number}`) return false;
  }
  return number >= LEAST_CELLS;
}
