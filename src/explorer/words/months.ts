const NAMES = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Months are written as in the API: the date of their first day, `2026-10-01`. */
export type MonthDate = string;

/** Months since the year 0. */
export function monthNumber(date: MonthDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

export function dateOfMonth(number: number): MonthDate {
  const year = String(Math.floor(number / 12)).padStart(4, '0');
  return `${year}-${String((number % 12) + 1).padStart(2, '0')}-01`;
}

/** Every month from the first to the last, both included. */
export function everyMonth(first: MonthDate, last: MonthDate): MonthDate[] {
  const start = monthNumber(first);
  return Array.from({ length: Math.max(0, monthNumber(last) - start + 1) }, (_, at) =>
    dateOfMonth(start + at),
  );
}

/** The calendar month, 1 to 12. */
export function calendarMonth(date: MonthDate): number {
  return Number(date.slice(5, 7));
}

export function yearOf(date: MonthDate): number {
  return Number(date.slice(0, 4));
}

/** `Oct`; from 1. */
export function calendarMonthName(month: number, form: 'short' | 'long' = 'short'): string {
  const name = NAMES[month - 1] ?? '';
  return form === 'short' ? name.slice(0, 3) : name;
}

/** `Oct 2026`. */
export function shortMonth(date: MonthDate): string {
  return `${calendarMonthName(calendarMonth(date))} ${yearOf(date)}`;
}

/** `October 2026`. */
export function longMonth(date: MonthDate): string {
  return `${calendarMonthName(calendarMonth(date), 'long')} ${yearOf(date)}`;
}

/** `November 13, 2026`, of a day or of a time in UTC. */
export function longDay(day: string): string {
  return `${calendarMonthName(calendarMonth(day), 'long')} ${Number(day.slice(8, 10))}, ${yearOf(day)}`;
}

/** The year that begins with a calendar month: `2026`, or `2025-26`. */
export function labelOfYear(month: MonthDate, start: number): string {
  const year = yearOf(month) - (calendarMonth(month) < start ? 1 : 0);
  return start === 1 ? String(year) : `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

/** A month without its year, if the other month has the same. */
export function monthBeside(month: MonthDate, other: MonthDate, form: 'short' | 'long' = 'long'): string {
  if (yearOf(month) === yearOf(other)) return calendarMonthName(calendarMonth(month), form);
  return form === 'long' ? longMonth(month) : shortMonth(month);
}
