/** A series month by month: the arithmetic that deltas, trends, rolling sums and sums to date share. */

import { type FigureSeries, RATIO_SCALE, type Unit } from '../domain/allocation.ts';
import { type Month, monthIndex } from '../domain/month.ts';
import { divideScaled } from '../domain/ratio.ts';

/** A figure; `null` if the datapoint has none; `undefined` if there is no datapoint. */
export type Slot = number | null | undefined;

export const YEAR = 12;

/** The months of a series from its first to its last. Months without a datapoint have a slot too. */
export interface Timeline {
  length: number;
  /** Calendar month of the first slot, 1 to 12. */
  firstCalendarMonth: number;
  /** By slot; percentages exist at quarter ends only. */
  isQuarterEnd: readonly (boolean | undefined)[];
  /** Whether the state has figures for the month before the first slot, so that the series begins here. */
  beginsHere: boolean;
}

/** Makes a series of the datapoints of one jurisdiction, in month order, each month once. */
export function seriesOf(datapoints: readonly { month: Month; figure: number | null }[]): FigureSeries {
  const [earliest] = datapoints;
  const first = earliest ? monthIndex(earliest.month) : 0;
  const slots: Slot[] = [];
  for (const { month, figure } of datapoints) {
    const at = monthIndex(month) - first;
    while (slots.length < at) slots.push(undefined);
    slots.push(figure);
  }
  return { first, slots };
}

/** (now − then) ÷ |then| in millionths; 0 if both are 0, `null` if there is no answer. */
export function changeOf(now: Slot, then: Slot): number | null {
  if (now === null || now === undefined || then === null || then === undefined) return null;
  if (then === 0) return now === 0 ? 0 : null;
  return divideScaled(now - then, Math.abs(then), RATIO_SCALE) ?? null;
}

/** Sum and count of the figures of twelve consecutive months; `null` if one is missing. */
export function trailingYear(
  slots: readonly Slot[],
  position: number,
  unit: Unit,
  { isQuarterEnd }: Timeline,
): { sum: number; count: number } | null {
  if (position < YEAR - 1) return null;
  let sum = 0;
  let count = 0;
  for (let at = position - YEAR + 1; at <= position; at += 1) {
    const figure = slots[at];
    if (figure === undefined) return null;
    if (unit === 'percent' && !isQuarterEnd[at]) continue;
    if (figure === null) return null;
    sum += figure;
    count += 1;
  }
  return { sum, count };
}

/**
 * By slot from `start` on, the sum of the year so far; the year begins in the calendar month `yearStart`. Percentages:
 * the mean of the quarter ends so far. `null` if a month of the year is missing, or if the series may have begun before
 * its first slot in that year.
 */
export function sumsToDate(
  slots: readonly Slot[],
  unit: Unit,
  { firstCalendarMonth, isQuarterEnd, beginsHere, length }: Timeline,
  yearStart: number,
  start = 0,
): (number | null)[] {
  const monthOfYear = (at: number) => (firstCalendarMonth - yearStart + at + YEAR) % YEAR;
  const isFirstYear = (at: number) => at < YEAR - monthOfYear(0);
  const firstIsUnknown = !beginsHere && monthOfYear(0) !== 0;
  const sums = new Array<number | null>(length);
  let sum = 0;
  let count = 0;
  let known = true;
  for (let at = Math.max(0, start - monthOfYear(start)); at < length; at += 1) {
    const figure = slots[at];
    if (monthOfYear(at) === 0) {
      sum = 0;
      count = 0;
      known = true;
    }
    const counts = unit === 'amount' || isQuarterEnd[at] === true;
    if (figure === undefined || (counts && figure === null)) known = false;
    if (counts) {
      sum += figure ?? 0;
      count += 1;
    }
    if (!known || (firstIsUnknown && isFirstYear(at))) sums[at] = null;
    else if (unit === 'amount') sums[at] = sum;
    else sums[at] = count === 0 ? 0 : (divideScaled(sum, count, 1) ?? null);
  }
  return sums;
}

/** The sum of the year so far in one slot; `null` for a slot before the first. See `sumsToDate`. */
export function sumToDateAt(
  slots: readonly Slot[],
  at: number,
  unit: Unit,
  timeline: Timeline,
  yearStart: number,
): number | null {
  if (at < 0) return null;
  return sumsToDate(slots, unit, { ...timeline, length: at + 1 }, yearStart, at)[at] ?? null;
}
