/** Calculations with calendar days: no clock, no time zone. */

import { addMonths, type Day, firstDay, type Month } from './month.ts';

const FRIDAY = 5;

/** The day of a time, in UTC. */
export function dayOf(time: Date): Day {
  return time.toISOString().slice(0, 10) as Day;
}

export function lastDayOf(month: Month): Day {
  return addDays(firstDay(addMonths(month, 1)), -1);
}

/** The first, second, third or fourth Friday of a month. */
export function fridayOf(month: Month, which: 1 | 2 | 3 | 4): Day {
  const first = firstDay(month);
  const firstWeekday = new Date(first).getUTCDay();
  return addDays(first, ((FRIDAY - firstWeekday + 7) % 7) + 7 * (which - 1));
}

const IN_WORDS = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A day, `2026-11-13`, for sentences: `November 13, 2026`. */
export function dayInWords(day: string): string {
  return IN_WORDS.format(new Date(day));
}

/** The day `count` days later; earlier if negative. */
export function addDays(day: Day, count: number): Day {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + count);
  return dayOf(date);
}
