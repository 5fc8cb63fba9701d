/** What a year will probably add up to, from its months so far and the two years before. */

import { atTaxOfLast, type Comparable, type TaxChange } from './comparable.ts';
import { exactGrowth, growthOf } from './slots.ts';
import { earlier, monthsIn, type Span, type SpanSums, spanTo, YEAR } from './span.ts';

/** A year of which some months are known. */
export interface YearSoFar {
  /** The `monthIndex` of its first month. */
  start: number;
  /** How many of its months are known, 0 to 12. */
  known: number;
}

/** `actual`: the year is closed. The others: how many whole years before it are used. */
export const PROJECTION_METHODS = ['actual', 'two_years', 'one_year'] as const;
type ProjectionMethod = (typeof PROJECTION_METHODS)[number];

export type NoProjection =
  | { kind: 'no-known-month' }
  /** Months of the year so far, or of the year before, without a payment, as `monthIndex`. */
  | { kind: 'missing' | 'missing-before'; months: readonly number[] }
  /** The same months of the year before, or that whole year, add up to nothing or less. */
  | { kind: 'no-base' }
  /** The year so far is more than three times, or less than a third, of the same months of the year before. */
  | { kind: 'unlike' }
  | { kind: 'below-zero' };

/** Amounts in cents. */
export interface Projection {
  /** `null` if a known month has no payment. */
  toDate: number | null;
  /** The whole year before; `null` if it lacks a month. */
  lastYear: number | null;
  projected: number | null;
  method: ProjectionMethod | null;
  /** `null` if there is a projection. */
  reason: NoProjection | null;
}

/** The payments of a place, and how to compare them without a change of tax. */
export interface PlacePayments {
  payments: SpanSums;
  comparable: Comparable;
}

/** The projection of a place whose tax may have changed since the year before. */
export interface PlaceProjection extends Projection {
  /** The changes of tax if they move the year so far by five points or more, or by an unknown part. */
  taxChanges: readonly TaxChange[];
  /** Not if it takes a change of tax for growth. */
  isReliable: boolean;
  /** The payments that it is made from: at the tax of the last known month, if that differs and is known for each. */
  counted: SpanSums;
}

/** The difference of the plain and the comparable change, in millionths, from which on a place has another tax. */
const OTHER_TAX = 50_000;

/** A year so far that differs by a larger factor from the year before is no growth: a tax began, or a mall opened. */
const LARGEST_FACTOR = 3;

/**
 * Projects the sum of a year: its known months, and the mean of up to three estimates of the rest. These are last year's
 * rest, last year's rest with half of the growth so far, and the rest that follows from the usual share of the known
 * months in a year. The share is the mean of two years; with one whole year before, this estimate is left out, as it is
 * if `mostYears` is 1. Uses no month after the known ones. `atTax` are the payments at the tax of the last known month.
 */
export function projectYear(
  payments: SpanSums,
  year: YearSoFar,
  mostYears: 1 | 2 = 2,
  atTax = payments,
): Projection {
  const { start, known } = year;
  const soFar = { first: start, last: start + known - 1 };
  const whole = { first: start - YEAR, last: start - 1 };
  const before = earlier(soFar, YEAR);
  const toDate = known > 0 ? payments.wholeSum(soFar) : null;
  const lastYear = payments.wholeSum(whole);
  const none = (reason: NoProjection): Projection => ({
    ...{ toDate, lastYear, projected: null, method: null, reason },
  });
  if (known === 0) return none({ kind: 'no-known-month' });
  if (toDate === null) return none({ kind: 'missing', months: missingIn(payments, soFar) });
  if (known === YEAR) return { toDate, lastYear, projected: toDate, method: 'actual', reason: null };
  if (lastYear === null) return none({ kind: 'missing-before', months: missingIn(payments, whole) });
  const [now, base, last] = [atTax.sum(soFar), atTax.sum(before), atTax.sum(whole)];
  if (base <= 0 || last <= 0) return none({ kind: 'no-base' });
  if (isUnlike(now, base)) return none({ kind: 'unlike' });
  const rest = last - base;
  const rests = [rest, rest * (1 + (now / base - 1) / 2)];
  const earlierShare = mostYears === 1 ? null : shareOf(atTax, earlier(before, YEAR), earlier(whole, YEAR));
  if (earlierShare !== null) rests.push((2 * now) / (base / last + earlierShare) - now);
  const projected = toDate + Math.round(rests.reduce((sum, one) => sum + one, 0) / rests.length);
  if (projected <= 0) return none({ kind: 'below-zero' });
  const method = earlierShare === null ? 'one_year' : 'two_years';
  return { toDate, lastYear, projected, method, reason: null };
}

/**
 * Projects the year of a place. If its tax changed, the months before count at the tax of the last known month. If that
 * is not known for each of them, the projection takes the change of tax for growth, and cannot be relied on.
 */
export function projectPlace(
  { payments, comparable }: PlacePayments,
  year: YearSoFar,
  mostYears: 1 | 2 = 2,
): PlaceProjection {
  const { start, known } = year;
  const soFar = { first: start, last: start + known - 1 };
  const { taxChanges, isKnown } = otherTax(payments, comparable, soFar);
  if (taxChanges.length === 0 || known === YEAR)
    return { ...projectYear(payments, year, mostYears), taxChanges: [], isReliable: true, counted: payments };
  const atTax = atTaxOfLast(payments, comparable, { first: start - 2 * YEAR, last: soFar.last });
  const isReliable = isKnown && atTax.fills({ first: start - YEAR, last: soFar.last });
  const counted = isReliable ? atTax : payments;
  return { ...projectYear(payments, year, mostYears, counted), taxChanges, isReliable, counted };
}

/** The changes of tax that move the year so far by five points or more, or by an unknown part. */
function otherTax(payments: SpanSums, comparable: Comparable, soFar: Span) {
  const before = earlier(soFar, YEAR);
  const plain = growthOf(payments.wholeSum(soFar), payments.wholeSum(before));
  const pair = comparable(soFar, before);
  const change = exactGrowth(pair.now, pair.before);
  // a month without any payment makes the change of the taxes unknown too
  const isPaid = (month: number) => payments.sum(spanTo(month, 1)) !== 0;
  const isOther =
    change === null
      ? [...monthsIn(before), ...monthsIn(soFar)].every(isPaid)
      : Math.abs(change - (plain ?? change)) >= OTHER_TAX;
  return { taxChanges: plain !== null && isOther ? pair.changes : [], isKnown: change !== null };
}

/** Whether two sums above zero differ by too large a factor. */
function isUnlike(now: number, before: number): boolean {
  return now * LARGEST_FACTOR < before || now > before * LARGEST_FACTOR;
}

/** The share of a part in a whole year; `null` if a month is missing, or if one of them is not above zero. */
function shareOf(payments: SpanSums, part: Span, whole: Span): number | null {
  const [sum, of] = [payments.sum(part), payments.sum(whole)];
  return payments.fills(whole) && sum > 0 && of > 0 ? sum / of : null;
}

/** The rest of a projected year by month, in cents. It adds up to the projection less the known months. */
export function restByMonth(
  payments: SpanSums,
  { start, known }: YearSoFar,
  { toDate, projected, method }: Projection,
): number[] {
  if (toDate === null || projected === null || method === null) return [];
  const shares = usualShares(payments, start, method === 'two_years' ? 2 : 1);
  return spread(projected - toDate, shares.slice(known));
}

/** How many whole years with sums above zero are right before a month, at most two. */
export function wholeYearsBefore(payments: SpanSums, start: number): 0 | 1 | 2 {
  const isWhole = (ago: number) => {
    const year = { first: start - ago * YEAR, last: start - (ago - 1) * YEAR - 1 };
    return payments.fills(year) && payments.sum(year) > 0;
  };
  if (!isWhole(1)) return 0;
  return isWhole(2) ? 2 : 1;
}

/**
 * The share of each month in a year: the mean of so many years before it begins, which must be whole. A month below zero
 * counts as none. Without years, all shares are 0.
 */
export function usualShares(payments: SpanSums, start: number, years: 0 | 1 | 2): number[] {
  return Array.from({ length: YEAR }, (_, at) => {
    let shares = 0;
    for (let ago = 1; ago <= years; ago += 1) {
      const first = start - ago * YEAR;
      const month = payments.sum({ first: first + at, last: first + at });
      shares += month / payments.sum({ first, last: first + YEAR - 1 });
    }
    return years === 0 ? 0 : Math.max(0, shares / years);
  });
}

/** Spreads cents by shares, evenly if all of these are 0. The cents left by rounding down go to the largest fractions. */
export function spread(amount: number, shares: readonly number[]): number[] {
  const all = shares.reduce((sum, share) => sum + share, 0);
  const exact = shares.map((share) => (all > 0 ? (amount * share) / all : amount / shares.length));
  const parts = exact.map(Math.floor);
  const order = exact
    .map((part, at) => ({ at, fraction: part - Math.floor(part) }))
    .sort((a, b) => b.fraction - a.fraction || a.at - b.at);
  const left = amount - parts.reduce((sum, part) => sum + part, 0);
  for (const { at } of order.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}

function missingIn(payments: SpanSums, span: Span): number[] {
  return monthsIn(span).filter((month) => !payments.fills({ first: month, last: month }));
}
