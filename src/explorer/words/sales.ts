import type { StateOverview } from '../../client/generated/types.gen.ts';
import { spansOf } from '../../derive/span.ts';
import { countOf } from './figures.ts';
import { dateOfMonth, longMonth, type MonthDate, monthBeside, monthNumber, shortMonth } from './months.ts';
import { namePeriod } from './periods.ts';

/** How many months the payments of a state come after their sales; `null` if no source says it. */
export type SalesLag = number | null;

export function salesLagOf({ newest }: Pick<StateOverview, 'newest'>): SalesLag {
  const sales: MonthDate | null | undefined = newest?.sum.sales_month;
  return newest && sales ? monthNumber(newest.allocation_period) - monthNumber(sales) : null;
}

/** The month of the sales that a month pays for. */
export function salesMonthOf(month: MonthDate, lag: SalesLag): MonthDate | null {
  return lag === null ? null : dateOfMonth(monthNumber(month) - lag);
}

/** By which month payments count. */
interface Counting {
  lag: SalesLag;
  basis: string;
}

/** The month by which sums count a payment. */
export function countedMonth({ lag, basis }: Counting, month: MonthDate): MonthDate {
  return (basis === 'sales' && salesMonthOf(month, lag)) || month;
}

/** The month of payment of a counted month. */
export function paidIn({ lag, basis }: Counting, counted: MonthDate): MonthDate {
  return (basis === 'sales' && lag !== null && salesMonthOf(counted, -lag)) || counted;
}

/** `for sales of August`, or `for sales of November 2025` if that is another year than the payment's. */
export function forSales(month: MonthDate, lag: SalesLag): string {
  const sales = salesMonthOf(month, lag);
  return sales === null ? '' : `for sales of ${monthBeside(sales, month)}`;
}

/** `October 2026, for sales of August`. */
export function paidMonth(month: MonthDate, lag: SalesLag): string {
  return lag === null ? longMonth(month) : `${longMonth(month)}, ${forSales(month, lag)}`;
}

/** `Oct 2026 (sales of Aug)`. */
export function shortPaid(month: MonthDate, lag: SalesLag): string {
  const sales = salesMonthOf(month, lag);
  return `${shortMonth(month)}${sales === null ? '' : ` (sales of ${monthBeside(sales, month, 'short')})`}`;
}

/** The same, of a row of one of the states. */
export function shortPaidIn(
  states: readonly StateOverview[],
  { state, allocation_period: month }: { state: string; allocation_period: MonthDate | null },
): string {
  const known = states.find((one) => one.state === state);
  return shortPaid(month ?? '', known ? salesLagOf(known) : null);
}

/** `Sales of August 2026, paid in October`. */
export function soldMonth(month: MonthDate, lag: SalesLag): string {
  const sales = salesMonthOf(month, lag) ?? month;
  return `Sales of ${longMonth(sales)}, paid in ${monthBeside(month, sales)}`;
}

/** `Mar 2024 (sales of Jan), Jul 2020 to Oct 2026 (76 months)`; `null` without any. */
export function listMonths(months: readonly MonthDate[], lag: SalesLag): string | null {
  const texts = spansOf(months.map(monthNumber)).map((span) => {
    const [first, last] = [dateOfMonth(span.first), dateOfMonth(span.last)];
    if (first === last) return shortPaid(first, lag);
    return `${namePeriod({ first, last }, 'short')} (${countOf(span.last - span.first + 1, 'month')})`;
  });
  return texts.join(', ') || null;
}
