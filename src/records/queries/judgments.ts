import type { Measured } from '../../derive/figure.ts';
import { oneMonth, twelveMonths, YEAR, yearToDate } from '../../derive/span.ts';
import {
  bytesOfMonths,
  type FigureReading,
  type KnownJurisdiction,
  type KnownState,
} from '../../domain/reading/figure-reading.ts';
import { perContentAndKey } from '../../domain/reading/once.ts';
import { openDoubts } from '../../domain/reading/open-doubts.ts';
import type { ShownDoubt } from '../descriptions/shared-columns.ts';
import { groupOfPlaces, measureYear, membersOf } from './selection.ts';

/** A payment with its change from the year before, and why that is doubtful. */
export interface JudgedPayment {
  payment: Measured | null;
  doubt: ShownDoubt | null;
  /** How many payments the checks doubt in the twelve months that end with one, and in its year so far. */
  meanDoubtful: number;
  yearToDateDoubtful: number;
}

/** Judges the payments of a state by jurisdiction and month (`monthIndex`). */
export const openJudgments = perContentAndKey(
  (view: FigureReading, { code }: KnownState) => {
    const { group, places, state } = membersOf(view, { state: code });
    const placeOf = new Map(places.map((place) => [place.subject.id, place]));
    const doubts = openDoubts(view, state, 0);
    return ({ id }: KnownJurisdiction, month: number): JudgedPayment => {
      const place = placeOf.get(id);
      return {
        payment: place ? measureYear(groupOfPlaces(group, [place], true), oneMonth(month)) : null,
        doubt: doubts.first(id, oneMonth(month), oneMonth(month - YEAR)),
        meanDoubtful: doubts.countOf(id, [twelveMonths(month)]),
        yearToDateDoubtful: doubts.countOf(id, [yearToDate(month, 1)]),
      };
    };
  },
  ({ code }) => code,
  (_, view, state) => bytesOfMonths(view.figures(state, state.headline, 0)),
);
