import { addMonths, type Day, type Month, monthOfYear, monthsBetween, quarterName } from './month.ts';

/** Which months the reports of a kind are about, and when they come. */
export interface Publication {
  /** Months that one period has: 1, or 3 for a quarter. */
  every: 1 | 3;
  /** Months from the first one of a period to its allocation period. */
  paidAfter: number;
  /** The day by which the report of an allocation period is expected, if no published schedule names it. */
  dueBy(month: Month): Day;
}

/** A report for each month, named after its allocation period. */
export function monthly(dueBy: Publication['dueBy']): Publication {
  return { every: 1, paidAfter: 0, dueBy };
}

/** A period a report can be asked for: a month, or a calendar quarter. */
export interface PublishedPeriod {
  /** The allocation period. */
  month: Month;
  year: number;
  /** The calendar month it begins with, from 1. */
  begins: number;
}

/** The periods that begin in a calendar year, in order. */
export function periodsOfYear({ every, paidAfter }: Publication, year: number): PublishedPeriod[] {
  return monthsBetween(`${year}-01` as Month, `${year}-12` as Month)
    .filter((_, at) => at % every === 0)
    .map((first) => ({ month: addMonths(first, paidAfter), year, begins: monthOfYear(first) }));
}

/** The allocation periods from one month to another that a kind has a report for, both included. */
export function publishedMonths({ every, paidAfter }: Publication, first: Month, last: Month): Month[] {
  const begins = (month: Month) => monthOfYear(addMonths(month, -paidAfter)) - 1;
  return monthsBetween(first, last).filter((month) => begins(month) % every === 0);
}

/** A period as people call it: the month, or the calendar quarter that is settled in it. */
export function periodName({ every, paidAfter }: Publication, month: Month): string {
  return every === 1 ? month : quarterName(addMonths(month, -paidAfter));
}
