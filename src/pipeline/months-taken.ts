import type { Month } from '../domain/month.ts';
import type { ReportRecord } from '../domain/report.ts';

/** A range of allocation periods, both ends included; `null` is open. */
export interface MonthRange {
  from: Month | null;
  to: Month | null;
}

export const ALL_MONTHS: MonthRange = { from: null, to: null };

/** Whether a month lies in a range. */
export function isInRange(month: Month, { from, to }: MonthRange): boolean {
  return (from === null || month >= from) && (to === null || month <= to);
}

type ReportMonths = Pick<ReportRecord, 'firstMonth' | 'lastMonth'>;

/**
 * Which months of a report are taken where `asked` are asked for and `before` were taken already: the narrowest
 * range that holds both. An end at or beyond the report's own is open.
 */
export function monthsTaken(report: ReportMonths, asked: MonthRange, before: MonthRange | null): MonthRange {
  const earliest = (a: Month | null, b: Month | null) => (a === null || b === null ? null : a < b ? a : b);
  const latest = (a: Month | null, b: Month | null) => (a === null || b === null ? null : a > b ? a : b);
  const from = before ? earliest(asked.from, before.from) : asked.from;
  const to = before ? latest(asked.to, before.to) : asked.to;
  return {
    from: from !== null && from <= report.firstMonth ? null : from,
    to: to !== null && to >= report.lastMonth ? null : to,
  };
}

/** Whether a report has a month in the range. */
export function overlaps(report: ReportMonths, { from, to }: MonthRange): boolean {
  return (from === null || report.lastMonth >= from) && (to === null || report.firstMonth <= to);
}
