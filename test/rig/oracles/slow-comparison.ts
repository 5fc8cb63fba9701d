import type { AnalysisContext } from '../../../src/derive/analysis.ts';
import type { GroupFigure, GroupTotal } from '../../../src/derive/group-sum.ts';
import { addMonths, type Month, monthAt, monthIndex } from '../../../src/domain/month.ts';
import { type SlowSeries, slowChange } from './slow-analysis.ts';

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

const add = (figures: readonly (number | null)[]) =>
  figures.every((figure) => figure === null)
    ? null
    : figures.reduce<number>((total, figure) => total + (figure ?? 0), 0);

/** The sum of a group by the words of the documentation, payment by payment. */
export function slowGroup(members: readonly SlowPlace[], month: Month, context: AnalysisContext): GroupTotal {
  const back = (start: number) => (Number(month.slice(5)) - start + 12) % 12;
  const over = (monthsBefore: number): GroupFigure => {
    const now = Array.from({ length: monthsBefore + 1 }, (_, at) => addMonths(month, -at));
    const ago = now.map((one) => addMonths(one, -12));
    const missing = (span: readonly Month[]) =>
      span.flatMap((one) => members.filter((place) => isSlowlyMissing(place, one, context))).length;
    const sum = (span: readonly Month[], places: readonly SlowPlace[]) => {
      const beginsEarly = span.some((one) => [...context.stateMonths].every((known) => monthAt(known) > one));
      return beginsEarly ? null : add(span.flatMap((one) => places.map((place) => paymentIn(place, one))));
    };
    const both = [...now, ...ago];
    const alike = members.filter((place) => both.every((one) => paymentIn(place, one) !== null));
    const concerned = members.filter((place) =>
      both.some((one) => paymentIn(place, one) !== null || isSlowlyMissing(place, one, context)),
    );
    const [value, yearAgo] = [sum(now, members), sum(ago, members)];
    const isWhole = (one: Month) => members.every((place) => paymentIn(place, one) !== null);
    // the newest month comes first
    const known = ago.slice(0, [...ago.map(isWhole), false].indexOf(false));
    const isNamed = value !== null && now.every(isWhole) && alike.length === 0 && known.length > 0;
    const [likeForLike, likeForLikeAgo] = [sum(now, alike), sum(ago, alike)];
    return {
      ...{ value, yearAgo, change: slowChange(likeForLike, likeForLikeAgo) },
      ...{ missing: missing(now), missingAgo: missing(ago) },
      ...(isNamed && { agoFrom: known.at(-1) }),
      ...{ likeForLike, likeForLikeAgo, difference: null, leftOut: null, compared: null },
      ...(value !== null &&
        yearAgo !== null && {
          ...{ difference: value - yearAgo, compared: alike.length },
          leftOut: concerned.length - alike.length,
        }),
    };
  };
  return {
    members: members.length,
    missing: over(0).missing,
    payment: over(0),
    yearToDate: over(back(1)),
    fiscalYearToDate: over(back(context.fiscalYearStart)),
    rollingYear: over(11),
  };
}

/** 1 for the largest value; equal values share a rank. */
export function slowRank(value: number | null, all: readonly (number | null)[]): number | null {
  return value === null ? null : 1 + all.filter((other) => other !== null && other > value).length;
}

/** The months that any of these jurisdictions has, as `monthIndex`. */
export function monthsOfPlaces(places: readonly SlowPlace[]): Set<number> {
  return new Set(places.flatMap(({ figures }) => figures.map(({ month }) => monthIndex(month))));
}
