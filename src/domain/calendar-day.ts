/** Days of the calendar as `YYYY-MM-DD`: no clock, no time zone. Text order is time order. */

import type { Month } from './month.ts';

const FRIDAY = 5;

/** The last day of a month. */
export function lastDayOf(month: Month): string {
  return dayOf(
    month,
    new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate(),
  );
}

/** The first, second, third or fourth Friday of a month. */
export function fridayOf(month: Month, which: 1 | 2 | 3 | 4): string {
  const firstWeekday = new Date(`${month}-01T00:00:00Z`).getUTCDay();
  return dayOf(month, 1 + ((FRIDAY - firstWeekday + 7) % 7) + 7 * (which - 1));
}

/** The day so many days later (earlier where negative). */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

function dayOf(month: Month, day: number): string {
  return `${month}-${String(day).padStart(2, '0')}`;
}
