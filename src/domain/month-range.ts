import type { Month } from './month.ts';

/** Consecutive allocation periods, both ends included. */
interface MonthRange {
  first: Month;
  last: Month;
}

/** The range from the earliest to the latest of these months; `null` if there are none. */
export function rangeOf(months: Iterable<Month>): MonthRange | null {
  let range: MonthRange | null = null;
  for (const month of months) {
    range ??= { first: month, last: month };
    if (month < range.first) range.first = month;
    if (month > range.last) range.last = month;
  }
  return range;
}

/** A requested range of allocation periods, both ends included; a `null` end is open. */
export interface AskedMonths {
  from: Month | null;
  to: Month | null;
}

/** Whether a report has a month of a requested range. */
export function touchesMonths(
  report: { first_month: Month; last_month: Month },
  { from, to }: AskedMonths,
): boolean {
  return (to === null || report.first_month <= to) && (from === null || report.last_month >= from);
}
