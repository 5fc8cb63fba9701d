/** A series month by month: the arithmetic that deltas, trends, rolling sums and sums to date share. */

import { RATIO_SCALE, type Unit } from '../domain/allocation.ts';
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

/** (now − then) ÷ |then| in millionths; 0 if both are 0, `null` if there is no answer. */
export function changeOf(now: Slot, then: Slot): number | null {
  if (now === null || now === undefined || then === null || then === undefined) return null;
  if (then === 0) return now === 0 ? 0 : null;
  return divideScaled(now - then, Math.abs(then), RATIO_SCALE) ?? null;
}

/** As `changeOf`, but `null` if the base is 0 or negative: such a change means nothing. */
export function growthOf(now: Slot, then: Slot): number | null {
  return typeof then === 'number' && then > 0 ? changeOf(now, then) : null;
}

/** As `growthOf`, but not rounded: for words, which round it themselves. */
export function exactGrowth(now: Slot, then: Slot): number | null {
  return typeof now === 'number' && typeof then === 'number' && then > 0
    ? ((now - then) * RATIO_SCALE) / then
    : null;
}

/** Sum and count of the figures from one slot to another; `null` if one is missing. Percentages: of quarter ends. */
function sumOver(
  slots: readonly Slot[],
  from: number,
  to: number,
  unit: Unit,
  { isQuarterEnd }: Timeline,
): { sum: number; count: number } | null {
  let sum = 0;
  let count = 0;
  for (let at = from; at <= to; at += 1) {
    const figure = slots[at];
    if (figure === undefined) return null;
    if (unit === 'percent' && !isQuarterEnd[at]) continue;
    if (figure === null) return null;
    sum += figure;
    count += 1;
  }
  return { sum, count };
}

/** Sum and count of the figures of twelve consecutive months; `null` if one is missing. */
export function trailingYear(slots: readonly Slot[], position: number, unit: Unit, timeline: Timeline) {
  return position < YEAR - 1 ? null : sumOver(slots, position - YEAR + 1, position, unit, timeline);
}

/** The number of months since the year began, for a slot; the year begins in the calendar month `yearStart`. */
function monthsIntoYear(at: number, { firstCalendarMonth }: Timeline, yearStart: number): number {
  return (firstCalendarMonth - yearStart + at + YEAR) % YEAR;
}

/** The first slot whose year is known: not the first year, if the series may have begun before its first slot in it. */
function firstKnownYear(timeline: Timeline, yearStart: number): number {
  const into = monthsIntoYear(0, timeline, yearStart);
  return timeline.beginsHere || into === 0 ? 0 : YEAR - into;
}

/**
 * The sum of the year so far in one slot; the year begins in the calendar month `yearStart`. Percentages: the mean of the
 * quarter ends so far. `null` if a month of the year is missing, if the series may have begun before its first slot in
 * that year, and for a slot before the first.
 */
export function sumToDateAt(
  slots: readonly Slot[],
  at: number,
  unit: Unit,
  timeline: Timeline,
  yearStart: number,
): number | null {
  if (at < firstKnownYear(timeline, yearStart)) return null;
  const begin = Math.max(0, at - monthsIntoYear(at, timeline, yearStart));
  const year = sumOver(slots, begin, at, unit, timeline);
  if (year === null) return null;
  if (unit === 'amount') return year.sum;
  return year.count === 0 ? 0 : (divideScaled(year.sum, year.count, 1) ?? null);
}
