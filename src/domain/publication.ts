import { addMonths, type Day, type Month, monthOfYear, monthsBetween, quarterName } from './month.ts';

/** The months that reports of a kind cover, and when the reports are due. */
export interface Publication {
  /** Months in one period: 1, or 3 for a quarter. */
  every: 1 | 3;
  /** Months from the first month of a period to its allocation period. */
  paidAfter: number;
  /** The day the report of an allocation period is due, if no published schedule gives it. */
  dueBy(month: Month): Day;
}

/** One report a month, about its allocation period. */
export function monthly(dueBy: Publication['dueBy']): Publication {
  return { every: 1, paidAfter: 0, dueBy };
}

/** The period of a report: a month or a calendar quarter. */
export interface PublishedPeriod {
  /** The allocation period. */
  month: Month;
  year: number;
  /** The calendar month in which it begins, 1 to 12. */
  begins: number;
}

/** The periods that begin in a calendar year, in order. */
export function periodsOfYear({ every, paidAfter }: Publication, year: number): PublishedPeriod[] {
  return monthsBetween(`${year}-01` as Month, `${year}-12` as Month)
    .filter((_, at) => at % every === 0)
    .map((first) => ({ month: addMonths(first, paidAfter), year, begins: monthOfYear(first) }));
}

/** The allocation periods of a kind's reports from `first` to `last`, both included. */
export function publishedMonths({ every, paidAfter }: Publication, first: Month, last: Month): Month[] {
  const begins = (month: Month) => monthOfYear(addMonths(month, -paidAfter)) - 1;
  return monthsBetween(first, last).filter((month) => begins(month) % every === 0);
}

/** The name of a period: the month, or the calendar quarter that the month settles. */
export function periodName({ every, paidAfter }: Publication, month: Month): string {
  return every === 1 ? month : quarterName(addMonths(month, -paidAfter));
}
