/** What the errors of earlier estimates say about the next one: how far places of like size were off. */

import type { Band, BandsBySize } from '../domain/reading/ready-made.ts';

/** A projection made with the months known then, and what the year added up to: cents above zero. */
interface BackTest {
  projected: number;
  actual: number;
}

/** What a projection was usually off by. */
export interface UsualError {
  /** Half of the projections of earlier years were off by at most this share of the actual sum. */
  median: number;
  /** In cents, both ends included; `null` with too few earlier years. */
  range: { low: number; high: number } | null;
}

/** An earlier error, with the sum of the year before the projected one. */
export interface SizedTest extends BackTest {
  lastYear: number;
}

/** About what they take in memory. */
export const BYTES_OF_TEST = 100;
export const BYTES_OF_BANDS = 2000;

const FEWEST_YEARS = 3;
/** Fewer errors have no 10th and 90th percentile worth the name. */
const FEWEST_ERRORS = 10;
/** Places of like size are a fifth of all. Fewer errors than these are not divided. */
const FIFTHS = 5;
const FEWEST_FOR_FIFTHS = 100;

/** Divides the errors of some years by the size of the places. */
export function bandsOf(years: readonly (readonly SizedTest[])[]): BandsBySize {
  const sizes = Float64Array.from(years.flat(), ({ lastYear }) => lastYear).sort();
  const parts = sizes.length < FEWEST_FOR_FIFTHS ? 1 : FIFTHS;
  const edges = Array.from({ length: parts - 1 }, (_, at) => {
    return sizes[Math.floor((sizes.length * (at + 1)) / parts)] ?? 0;
  });
  const divided = Array.from({ length: parts }, () => years.map((): SizedTest[] => []));
  for (const [year, tests] of years.entries())
    for (const test of tests) divided[partOf(edges, test.lastYear)]?.[year]?.push(test);
  return { edges, ofParts: divided.map(bandOf) };
}

/** The usual error of a place as large as this; `null` if too few errors are known. */
export function usualBy(
  { edges, ofParts }: BandsBySize,
  projected: number,
  lastYear: number,
  paid: number,
): UsualError | null {
  const band = ofParts[partOf(edges, lastYear)];
  if (!band) return null;
  // what is paid is certain, but a range has its own projection, even if that is less or the method was mostly too low
  const low = Math.min(projected, Math.max(paid, Math.round(projected * band.low)));
  const high = Math.max(projected, Math.round(projected * band.high));
  return { median: band.median, range: band.hasRange ? { low, high } : null };
}

function partOf(edges: readonly number[], lastYear: number): number {
  let part = 0;
  for (const edge of edges) if (lastYear >= edge) part += 1;
  return part;
}

function bandOf(years: readonly (readonly SizedTest[])[]): Band | null {
  const tests = years.flat();
  if (tests.length < FEWEST_ERRORS) return null;
  const ratios = sorted(tests.map(({ actual, projected }) => actual / projected));
  return {
    median: percentile(tests.map(errorOf), 0.5),
    hasRange: years.filter(({ length }) => length > 0).length >= FEWEST_YEARS,
    low: percentileOf(ratios, 0.1),
    high: percentileOf(ratios, 0.9),
  };
}

/** How far a projection was off, as a share of the actual sum. */
export function errorOf({ projected, actual }: BackTest): number {
  return Math.abs(projected - actual) / actual;
}

/** Whether a range held; `null` without one. */
export function isInside(actual: number, usual: UsualError | null): boolean | null {
  return usual?.range ? actual >= usual.range.low && actual <= usual.range.high : null;
}

/** The share of ranges that held; `null` if these are too few to say. */
export function shareHeld(held: readonly boolean[]): number | null {
  return held.length < FEWEST_ERRORS ? null : held.filter(Boolean).length / held.length;
}

/** The value below which this share of values is, interpolated between neighbors. */
export function percentile(values: readonly number[], share: number): number {
  return percentileOf(sorted(values), share);
}

function sorted(values: readonly number[]): Float64Array {
  return Float64Array.from(values).sort();
}

function percentileOf(ascending: Float64Array, share: number): number {
  const place = (ascending.length - 1) * share;
  const [below, above] = [ascending[Math.floor(place)] ?? 0, ascending[Math.ceil(place)] ?? 0];
  return below + (place - Math.floor(place)) * (above - below);
}
