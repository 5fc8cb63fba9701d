import { dateOfMonth, longMonth, type MonthDate, monthBeside, monthNumber, shortMonth } from './months.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Months from the first to the last, both included: months of payment, or of sales. */
export interface ComparedPeriod {
  first: MonthDate;
  last: MonthDate;
}

/** `2020-03..2020-06`, as the commands write it; `null` if the text is no period. */
export function readPeriod(text: string): ComparedPeriod | null {
  const [first = '', last = '', ...more] = text.split('..');
  if (more.length > 0 || !MONTH.test(first) || !MONTH.test(last) || first > last) return null;
  return { first: `${first}-01`, last: `${last}-01` };
}

export function writePeriod({ first, last }: ComparedPeriod): string {
  return `${first.slice(0, 7)}..${last.slice(0, 7)}`;
}

/** A period as questions name it. */
export function spanOfPeriod({ first, last }: ComparedPeriod) {
  return { from: first, to: last };
}

export function spanOfMonth(month: MonthDate) {
  return spanOfPeriod({ first: month, last: month });
}

/** The period of the same length that begins some months later. */
export function movedBy({ first, last }: ComparedPeriod, months: number): ComparedPeriod {
  return {
    first: dateOfMonth(monthNumber(first) + months),
    last: dateOfMonth(monthNumber(last) + months),
  };
}

/** The period of the same length that begins with a month. */
export function movedTo(period: ComparedPeriod, first: MonthDate): ComparedPeriod {
  return movedBy(period, monthNumber(first) - monthNumber(period.first));
}

/** `March to June 2020`, `November 2019 to February 2020`, `March 2020`; or with short names of the months. */
export function namePeriod({ first, last }: ComparedPeriod, form: 'short' | 'long' = 'long'): string {
  const to = form === 'long' ? longMonth(last) : shortMonth(last);
  return first === last ? to : `${monthBeside(first, last, form)} to ${to}`;
}
