import { fiscalYearOf } from '../../derive/span.ts';
import { dayInWords } from '../../domain/calendar-day.ts';
import {
  firstDay,
  formatMonth,
  monthAt,
  monthIndex,
  monthOfDate,
  monthOfYear,
  monthsBetween,
} from '../../domain/month.ts';

/** Months are written as in the API: the date of their first day, `2026-10-01`. */
export type MonthDate = string;

/** Months since the year 0. */
export function monthNumber(date: MonthDate): number {
  return monthIndex(monthOfDate(date));
}

export function dateOfMonth(number: number): MonthDate {
  return firstDay(monthAt(number));
}

/** Every month from the first to the last, both included. */
export function everyMonth(first: MonthDate, last: MonthDate): MonthDate[] {
  return monthsBetween(monthOfDate(first), monthOfDate(last)).map(firstDay);
}

/** The calendar month, 1 to 12. */
export function calendarMonth(date: MonthDate): number {
  return monthOfYear(monthOfDate(date));
}

export function yearOf(date: MonthDate): number {
  return Number(date.slice(0, 4));
}

/** `Oct`; from 1. */
export function calendarMonthName(month: number, form: 'short' | 'long' = 'short'): string {
  const name = longMonth(dateOfMonth(month - 1));
  return form === 'short' ? name.slice(0, 3) : name.replace(/ .*/, '');
}

/** `Oct 2026`. */
export function shortMonth(date: MonthDate): string {
  return `${calendarMonthName(calendarMonth(date))} ${yearOf(date)}`;
}

/** `October 2026`. */
export function longMonth(date: MonthDate): string {
  return formatMonth(monthOfDate(date));
}

/** `November 13, 2026`, of a day or of a time in UTC. */
export function longDay(day: string): string {
  return dayInWords(day.slice(0, 10));
}

/** The year that begins with a calendar month: `2026`, or `2025-26`. */
export function labelOfYear(month: MonthDate, start: number): string {
  return fiscalYearOf(monthOfDate(month), start);
}

/** A month without its year, if the other month has the same. */
export function monthBeside(month: MonthDate, other: MonthDate, form: 'short' | 'long' = 'long'): string {
  if (yearOf(month) === yearOf(other)) return calendarMonthName(calendarMonth(month), form);
  return form === 'long' ? longMonth(month) : shortMonth(month);
}
