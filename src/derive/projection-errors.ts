/** How far projections of earlier years were from what these years added up to, and the range that follows from it. */

import { type Projection, projectYear } from './projection.ts';
import { YEAR } from './slots.ts';
import type { SpanSums } from './span.ts';

/** A projection made with the months known then, and what the year added up to: cents above zero. */
export interface BackTest {
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
interface SizedTest extends BackTest {
  lastYear: number;
}

const FEWEST_YEARS = 3;
/** Fewer errors have no 10th and 90th percentile worth the name. */
const FEWEST_ERRORS = 10;
/** Places of like size are a fifth of all. Fewer errors than these are not divided. */
const FIFTHS = 5;
const FEWEST_FOR_FIFTHS = 100;

/** The projections of all places of a state with one number of known months, year by year. */
export class ProjectionErrors {
  private readonly places: readonly SpanSums[];
  private readonly known: number;
  private readonly earliest: number;
  private readonly tests = new Map<string, SizedTest[]>();
  private readonly bands = new Map<string, Bands>();

  /** `known` is 1 to 11. No place has a month before `earliest`. */
  constructor(places: readonly SpanSums[], known: number, earliest: number) {
    this.places = places;
    this.known = known;
    this.earliest = earliest;
  }

  /** The starts of the years before one that can have a projection, newest first. */
  yearsBefore(start: number): number[] {
    const years: number[] = [];
    for (let year = start - YEAR; year - YEAR >= this.earliest; year -= YEAR) years.push(year);
    return years;
  }

  /** The usual error of a projection for the year that starts with this month; `null` with too few earlier errors. */
  usualOf(start: number, { toDate, lastYear, projected, method }: Projection): UsualError | null {
    if (toDate === null || lastYear === null || projected === null || method === 'actual') return null;
    const bands = this.bandsBefore(start, method === 'two_years' ? 2 : 1);
    const band = bands.bandOf(lastYear);
    if (!band) return null;
    // what is paid is certain, and a range has its own projection even if the method was mostly too low
    const low = Math.min(projected, Math.max(toDate, Math.round(projected * band.low)));
    const high = Math.max(projected, Math.round(projected * band.high));
    return { median: band.median, range: bands.hasRange ? { low, high } : null };
  }

  /** The projection of a past year of one place, and whether its range of then held; `null` without one or the other. */
  replay(start: number, payments: SpanSums): (SizedTest & { isInside: boolean | null }) | null {
    const projection = projectYear(payments, { start, known: this.known });
    const test = testOf(payments, start, projection);
    if (!test) return null;
    const range = this.usualOf(start, projection)?.range;
    return { ...test, isInside: range ? test.actual >= range.low && test.actual <= range.high : null };
  }

  /** The share of all places whose ranges held in the years before one; `null` if none had a range. */
  shareInside(start: number): number | null {
    let [inside, all] = [0, 0];
    for (const year of this.yearsBefore(start))
      for (const payments of this.places) {
        const isInside = this.replay(year, payments)?.isInside ?? null;
        if (isInside === null) continue;
        all += 1;
        inside += isInside ? 1 : 0;
      }
    return all === 0 ? null : inside / all;
  }

  private bandsBefore(start: number, years: 1 | 2): Bands {
    const key = `${start} ${years}`;
    const bands =
      this.bands.get(key) ?? new Bands(this.yearsBefore(start).map((year) => this.testsOf(year, years)));
    this.bands.set(key, bands);
    return bands;
  }

  /** The errors of all places in one year, with the method that uses so many years. */
  private testsOf(start: number, years: 1 | 2): SizedTest[] {
    const key = `${start} ${years}`;
    const method = years === 2 ? 'two_years' : 'one_year';
    const tests =
      this.tests.get(key) ??
      this.places.flatMap((payments) => {
        const projection = projectYear(payments, { start, known: this.known }, years);
        return (projection.method === method && testOf(payments, start, projection)) || [];
      });
    this.tests.set(key, tests);
    return tests;
  }
}

function testOf(payments: SpanSums, start: number, { projected, lastYear }: Projection): SizedTest | null {
  const year = { first: start, last: start + YEAR - 1 };
  if (projected === null || lastYear === null || !payments.fills(year)) return null;
  const actual = payments.sum(year);
  return actual > 0 ? { projected, actual, lastYear } : null;
}

/** What the errors of places of like size were. */
interface Band {
  median: number;
  /** Percentiles of actual ÷ projected. */
  low: number;
  high: number;
}

class Bands {
  /** Whether enough years have errors. */
  readonly hasRange: boolean;
  /** The size of the smallest place of each part but the first. */
  private readonly edges: readonly number[];
  private readonly ofParts: readonly (Band | null)[];

  constructor(years: readonly (readonly SizedTest[])[]) {
    this.hasRange = years.filter((tests) => tests.length > 0).length >= FEWEST_YEARS;
    const all = years.flat().sort((a, b) => a.lastYear - b.lastYear);
    const parts = all.length < FEWEST_FOR_FIFTHS ? 1 : FIFTHS;
    this.edges = Array.from({ length: parts - 1 }, (_, at) => {
      return all[Math.floor((all.length * (at + 1)) / parts)]?.lastYear ?? 0;
    });
    const ofPart: SizedTest[][] = Array.from({ length: parts }, () => []);
    for (const test of all) ofPart[this.partOf(test.lastYear)]?.push(test);
    this.ofParts = ofPart.map(bandOfTests);
  }

  /** Of the places as large as one; `null` if too few errors are known. */
  bandOf(lastYear: number): Band | null {
    return this.ofParts[this.partOf(lastYear)] ?? null;
  }

  private partOf(lastYear: number): number {
    return this.edges.filter((edge) => lastYear >= edge).length;
  }
}

function bandOfTests(tests: readonly SizedTest[]): Band | null {
  if (tests.length < FEWEST_ERRORS) return null;
  const ratios = tests.map(({ actual, projected }) => actual / projected);
  return {
    median: percentile(tests.map(errorOf), 0.5),
    low: percentile(ratios, 0.1),
    high: percentile(ratios, 0.9),
  };
}

/** How far a projection was off, as a share of the actual sum. */
export function errorOf({ projected, actual }: BackTest): number {
  return Math.abs(projected - actual) / actual;
}

/** The value below which this share of values is, interpolated between neighbors. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return below + (place - Math.floor(place)) * (above - below);
}
