/** How far projections of earlier years were from what these years added up to, and the range that follows from it. */

import { keptByKey } from '../domain/reading/once.ts';
import type { BandsBySize, ErrorsBefore } from '../domain/reading/ready-made.ts';
import {
  BYTES_OF_BANDS,
  BYTES_OF_TEST,
  bandsOf,
  isInside,
  type SizedTest,
  shareHeld,
  type UsualError,
  usualBy,
} from './error-bands.ts';
import { type PlacePayments, type PlaceProjection, projectPlace } from './projection.ts';
import { YEAR } from './slots.ts';

/** What was projected for a past year of a place, and what came. */
interface ReplayedYear extends SizedTest {
  /** `null` if it had no range. */
  isInside: boolean | null;
  /** Whether its tax had changed by then. */
  hasOtherTax: boolean;
}

/** The projections of all places of a state with one number of known months, year by year. */
export class ProjectionErrors {
  private readonly places: readonly PlacePayments[];
  private readonly known: number;
  private readonly earliest: number;

  /** What the projections of the year that starts with this month need of all places. */
  readonly before = keptByKey(
    (start: number): ErrorsBefore => ({
      byYears: { 1: this.bandsBefore(start, 1), 2: this.bandsBefore(start, 2) },
      held: this.shareInside(start),
    }),
    String,
    () => BYTES_OF_BANDS,
  );

  /** `known` is 1 to 11. No place has a month before `earliest`. */
  constructor(places: readonly PlacePayments[], known: number, earliest: number) {
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
  usualOf(start: number, projection: PlaceProjection): UsualError | null {
    return usualError(projection, (years) => this.bandsBefore(start, years));
  }

  /** The projection of a past year of one place, and whether its range of then held; `null` without one or the other. */
  replay(start: number, place: PlacePayments): ReplayedYear | null {
    const projection = projectPlace(place, { start, known: this.known });
    const test = testOf(place, start, projection);
    if (!test) return null;
    const held = isInside(test.actual, this.usualOf(start, projection));
    return { ...test, isInside: held, hasOtherTax: projection.taxChanges.length > 0 };
  }

  /** The share of the ranges of all places that held in the years before one; `null` if these are too few. */
  shareInside(start: number): number | null {
    const held = this.yearsBefore(start).flatMap((year) =>
      this.places.flatMap((place) => this.replay(year, place)?.isInside ?? []),
    );
    return shareHeld(held);
  }

  private readonly bandsBefore = keptByKey(
    (start: number, years: 1 | 2) =>
      bandsOf(this.yearsBefore(start).map((year) => this.testsOf(year, years))),
    (start, years) => `${start} ${years}`,
    () => BYTES_OF_BANDS,
  );

  /** The errors of all places in one year, with the method that uses so many years. */
  private readonly testsOf = keptByKey(
    (start: number, years: 1 | 2): SizedTest[] => {
      const method = years === 2 ? 'two_years' : 'one_year';
      return this.places.flatMap((place) => {
        const projection = projectPlace(place, { start, known: this.known }, years);
        const isLike = projection.method === method && projection.isReliable;
        return (isLike && testOf(place, start, projection)) || [];
      });
    },
    (start, years) => `${start} ${years}`,
    ({ length }) => length * BYTES_OF_TEST,
  );
}

/**
 * The usual error of a projection, by the errors of the method that uses so many years. `null` also if the projection takes
 * a change of tax for growth.
 */
export function usualError(
  { toDate, lastYear, projected, method, isReliable }: Omit<PlaceProjection, 'counted'>,
  bandsOfYears: (years: 1 | 2) => BandsBySize,
): UsualError | null {
  if (!isReliable || toDate === null || lastYear === null || projected === null || method === 'actual')
    return null;
  return usualBy(bandsOfYears(method === 'two_years' ? 2 : 1), projected, lastYear, toDate);
}

function testOf(
  { payments }: PlacePayments,
  start: number,
  { projected, lastYear }: PlaceProjection,
): SizedTest | null {
  const year = { first: start, last: start + YEAR - 1 };
  if (projected === null || lastYear === null || !payments.fills(year)) return null;
  const actual = payments.sum(year);
  return actual > 0 ? { projected, actual, lastYear } : null;
}
