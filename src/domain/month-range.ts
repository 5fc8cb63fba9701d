import { isDeepStrictEqual } from 'node:util';
import { addMonths, type Month } from '../../domain/month.ts';
import type { AskedMonths, MonthRange, ReportRecord } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';

export const ALL_MONTHS: AskedMonths = { from: null, to: null };

type ReportMonths = Pick<ReportRecord, 'firstMonth' | 'lastMonth'>;

/** Whether a run loads a month of a report; `taken` is from the report's record. */
export function isTaken(month: Month, taken: readonly MonthRange[] | null): boolean {
  return taken === null || taken.some(({ first, last }) => month >= first && month <= last);
}

/** Whether the dataset already has every month that a run asks of a report. */
export function hasAllMonths(record: ReportRecord, months: AskedMonths): boolean {
  const asked = monthsAsked(record, months);
  return isDeepStrictEqual(uniteMonths(asked, record.taken, record), record.taken);
}

/** The months of a report that a run asks for; `null` is the whole report. */
export function monthsAsked(report: ReportMonths, { from, to }: AskedMonths): MonthRange[] | null {
  const first = from !== null && from > report.firstMonth ? from : report.firstMonth;
  const last = to !== null && to < report.lastMonth ? to : report.lastMonth;
  if (first === report.firstMonth && last === report.lastMonth) return null;
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
  const isWhole = united.length === 1 && only?.first === report.firstMonth && only.last === report.lastMonth;
  return isWhole ? null : united;
}
