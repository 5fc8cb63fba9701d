import type { AnalysisContext } from '../../../src/derive/analysis.ts';
import { addMonths, type Month, monthAt, monthIndex } from '../../../src/domain/month.ts';
import type { SlowSeries } from './slow-analysis.ts';

/** A jurisdiction with its datapoints, in month order. */
export interface SlowPlace {
  name: string;
  figures: SlowSeries;
}

/** The jurisdictions with a datapoint in the month or in one of the 24 before it. */
export function slowMembers<Place extends SlowPlace>(places: readonly Place[], month: Month): Place[] {
  const earliest = addMonths(month, -24);
  return places.filter(({ figures }) => figures.some((one) => one.month >= earliest && one.month <= month));
}

/**
 * The months in which a place should have a payment: from its first on. If the state has a month more than a year after
 * its last one, it has ended with that.
 */
function livesIn({ figures }: SlowPlace, month: Month, { stateMonths }: AnalysisContext): boolean {
  const [first, last] = [figures[0]?.month, figures.at(-1)?.month];
  if (first === undefined || last === undefined || month < first) return false;
  const hasEnded = [...stateMonths].some((known) => monthAt(known) > addMonths(last, 12));
  return month <= last || !hasEnded;
}

const paymentIn = ({ figures }: SlowPlace, month: Month) =>
  figures.find((one) => one.month === month)?.figure ?? null;

/** Whether the place should have a payment in the month and has none. */
export function isSlowlyMissing(place: SlowPlace, month: Month, context: AnalysisContext): boolean {
  return paymentIn(place, month) === null && livesIn(place, month, context);
}

/** 1 for the largest value; equal values share a rank. */
export function slowRank(value: number | null, all: readonly (number | null)[]): number | null {
  return value === null ? null : 1 + all.filter((other) => other !== null && other > value).length;
}

/** The months that any of these jurisdictions has, as `monthIndex`. */
export function monthsOfPlaces(places: readonly SlowPlace[]): Set<number> {
  return new Set(places.flatMap(({ figures }) => figures.map(({ month }) => monthIndex(month))));
}
