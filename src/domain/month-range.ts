import { addMonths, type Month } from './month.ts';
import { compareText } from './text/compare-text.ts';

/** Consecutive allocation periods, both ends included. */
export interface MonthRange {
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

export const ALL_MONTHS: AskedMonths = { from: null, to: null };

/** First and last allocation period in a report. */
interface ReportMonths {
  first_month: Month;
  last_month: Month;
}

/** Whether a month is among those that were taken from a report. */
export function isLoadedMonth(month: Month, taken: readonly MonthRange[] | null): boolean {
  return taken === null || taken.some(({ first, last }) => month >= first && month <= last);
}

/** Whether the dataset already has every month that a run asks of a report. */
export function hasAllMonths(
  record: ReportMonths & { taken: readonly MonthRange[] | null },
  months: AskedMonths,
): boolean {
  const { taken } = record;
  if (taken === null) return true;
  const asked = monthsAsked(record, months);
  return (
    asked?.every(({ first, last }) => taken.some((range) => range.first <= first && last <= range.last)) ??
    false
  );
}

/** The months of a report that a run asks for; `null` is the whole report. */
export function monthsAsked(report: ReportMonths, { from, to }: AskedMonths): MonthRange[] | null {
  const first = from !== null && from > report.first_month ? from : report.first_month;
  const last = to !== null && to < report.last_month ? to : report.last_month;
  if (first === report.first_month && last === report.last_month) return null;
  return first <= last ? [{ first, last }] : [];
}

/** The months in `a` or `b`. Adjacent ranges become one; `null` is the whole report. */
export function uniteMonths(
  a: readonly MonthRange[] | null,
  b: readonly MonthRange[] | null,
  report: ReportMonths,
): MonthRange[] | null {
  if (a === null || b === null) return null;
  const united: MonthRange[] = [];
  for (const range of [...a, ...b].sort((one, other) => compareText(one.first, other.first))) {
    const before = united.at(-1);
    if (before && range.first <= addMonths(before.last, 1)) {
      if (range.last > before.last) before.last = range.last;
    } else united.push({ ...range });
  }
  const [only] = united;
  const isWhole =
    united.length === 1 && only?.first === report.first_month && only.last === report.last_month;
  return isWhole ? null : united;
}
