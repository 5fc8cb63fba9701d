/** How far forecasts of twelve months were from what these months paid, and the ranges that follow from it. */

import { keptByKey } from '../domain/reading/once.ts';
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
import { type MonthsAhead, monthsAhead } from './months-ahead.ts';
import { YEAR } from './slots.ts';
import { type SpanSums, spanTo } from './span.ts';

/** A forecast month, beside the months up to it. Amounts in cents. */
export interface MonthAhead {
  /** How many months after the last known one, 1 to 12. */
  ahead: number;
  middle: number | null;
  usual: UsualError | null;
  /** From the first month ahead to this. */
  total: number | null;
  totalUsual: UsualError | null;
}

/** The tests of one origin: for each of the twelve months, and for the totals up to each. */
interface Tests {
  months: SizedTest[][];
  totals: SizedTest[][];
}

const AHEAD = Array.from({ length: YEAR }, (_, at) => at);

/** The forecasts of all places of a state, made one year, two years, … before a month. */
export class MonthsAheadErrors {
  private readonly places: readonly SpanSums[];
  private readonly earliest: number;

  /** No place has a month before `earliest`. */
  constructor(places: readonly SpanSums[], earliest: number) {
    this.places = places;
    this.earliest = earliest;
  }

  /** The forecast of a place after its last known month. Uses no later month of any place. */
  forecast(payments: SpanSums, last: number): { months: MonthAhead[]; reason: MonthsAhead['reason'] } {
    const { amounts, reason } = monthsAhead(payments, last);
    const size = payments.sum(spanTo(last, YEAR));
    let sum = 0;
    const months = AHEAD.map((at): MonthAhead => {
      const amount = amounts?.[at];
      if (amount === undefined)
        return { ahead: at + 1, middle: null, usual: null, total: null, totalUsual: null };
      const middle = Math.round(amount);
      sum += middle;
      return {
        ...{ ahead: at + 1, middle, total: sum },
        usual: usualBy(this.bandsBefore(last, 'months', at), middle, size, 0),
        totalUsual: usualBy(this.bandsBefore(last, 'totals', at), sum, size, 0),
      };
    });
    return { months, reason };
  }

  /** The share of the ranges of twelve months that held before a month, of all places; `null` if these are too few. */
  readonly shareInside = keptByKey(
    (last: number): number | null => {
      const held = this.originsBefore(last).flatMap((origin) => {
        const bands = this.bandsBefore(origin, 'totals', YEAR - 1);
        const tests = this.testsOf(origin).totals[YEAR - 1] ?? [];
        return tests.flatMap(({ projected, lastYear, actual }) => {
          return isInside(actual, usualBy(bands, projected, lastYear, 0)) ?? [];
        });
      });
      return shareHeld(held);
    },
    String,
    () => 0,
  );

  /** The months of earlier forecasts whose twelve months are known, newest first. */
  private originsBefore(last: number): number[] {
    const origins: number[] = [];
    for (let origin = last - YEAR; origin - 2 * YEAR + 1 >= this.earliest; origin -= YEAR)
      origins.push(origin);
    return origins;
  }

  /** The errors of the month `at + 1` ahead, or of the total up to it, in all forecasts before a month. */
  private readonly bandsBefore = keptByKey(
    (last: number, kind: keyof Tests, at: number) =>
      bandsOf(this.originsBefore(last).map((origin) => this.testsOf(origin)[kind][at] ?? [])),
    (last, kind, at) => `${last} ${kind} ${at}`,
    () => BYTES_OF_BANDS,
  );

  /** The errors of all places after one month. */
  private readonly testsOf = keptByKey(
    (origin: number): Tests => {
      const tests: Tests = { months: AHEAD.map(() => []), totals: AHEAD.map(() => []) };
      for (const payments of this.places) {
        const { amounts } = monthsAhead(payments, origin);
        const lastYear = payments.sum(spanTo(origin, YEAR));
        let projected = 0;
        amounts?.forEach((amount, at) => {
          const [month, all] = [origin + at + 1, { first: origin + 1, last: origin + at + 1 }];
          projected += amount;
          const paid = payments.sum(spanTo(month, 1));
          const total = payments.sum(all);
          if (paid > 0) tests.months[at]?.push({ projected: amount, actual: paid, lastYear });
          if (payments.fills(all) && total > 0)
            tests.totals[at]?.push({ projected, actual: total, lastYear });
        });
      }
      return tests;
    },
    String,
    ({ months, totals }) =>
      BYTES_OF_TEST * [...months, ...totals].reduce((sum, { length }) => sum + length, 0),
  );
}
