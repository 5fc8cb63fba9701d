import { formatMonth, type Month } from '../../domain/month.ts';

/** A month of a note: that of the payment, and that of the sales. One of them is the month by which it counts. */
export interface CountedMonth {
  paid: Month;
  /** `null` if no source states it. */
  sales: Month | null;
  isBySales: boolean;
}

/** What a payment is of: `of October 2026`, or `for sales of August 2026`. */
export function ofMonth(month: CountedMonth): string {
  const sales = salesThatCount(month);
  return sales ? `for sales of ${formatMonth(sales)}` : `of ${formatMonth(month.paid)}`;
}

/** `Twelve months to October 2026`, or `Twelve months of sales to August 2026`. */
export function twelveMonthsTo(month: CountedMonth): string {
  const sales = salesThatCount(month);
  return `Twelve months ${sales ? 'of sales ' : ''}to ${formatMonth(sales ?? month.paid)}`;
}

export function monthThatCounts(month: CountedMonth): Month {
  return salesThatCount(month) ?? month.paid;
}

function salesThatCount({ sales, isBySales }: CountedMonth): Month | null {
  return isBySales ? sales : null;
}
