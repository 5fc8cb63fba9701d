import type { StateOverview } from '../../client/generated/types.gen.ts';
import {
  calendarMonth,
  calendarMonthName,
  dateOfMonth,
  longMonth,
  type MonthDate,
  monthNumber,
  yearOf,
} from './months.ts';

/** How many months the payments of a state come after their sales. */
export function salesLagOf({ newest }: Pick<StateOverview, 'newest'>): number {
  return newest ? monthNumber(newest.allocation_period) - monthNumber(newest.sum.sales_period) : 0;
}

/** The month of the sales that a month pays for. */
export function salesMonthOf(month: MonthDate, lag: number): MonthDate {
  return dateOfMonth(monthNumber(month) - lag);
}

/** `for sales of August`, or `for sales of November 2025` if that is another year than the payment's. */
export function forSales(month: MonthDate, lag: number): string {
  return `for sales of ${monthBeside(salesMonthOf(month, lag), month)}`;
}

/** `October 2026, for sales of August`. */
export function paidMonth(month: MonthDate, lag: number): string {
  return `${longMonth(month)}, ${forSales(month, lag)}`;
}

/** `Sales of August 2026, paid in October`. */
export function soldMonth(month: MonthDate, lag: number): string {
  const sales = salesMonthOf(month, lag);
  return `Sales of ${longMonth(sales)}, paid in ${monthBeside(month, sales)}`;
}

/** A month without its year, if the other month has the same. */
function monthBeside(month: MonthDate, other: MonthDate): string {
  return yearOf(month) === yearOf(other) ? calendarMonthName(calendarMonth(month), 'long') : longMonth(month);
}
