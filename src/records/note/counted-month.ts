import { formatMonth, type Month } from '../../domain/month.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';

/** A month of a note: that of the payment, that of the sales, and the one by which it counts. */
export interface CountedMonth {
  paid: Month;
  /** `null` if no source states it. */
  sales: Month | null;
  counted: Month;
}

/** What a payment is of: `of October 2026`, or `for sales of August 2026`. */
export function ofMonth({ paid, counted }: CountedMonth): string {
  return `${counted === paid ? '' : 'for sales '}of ${formatMonth(counted)}`;
}

/** `Twelve months to October 2026`, or `Twelve months of sales to August 2026`. */
export function twelveMonthsTo({ paid, counted }: CountedMonth): string {
  return `Twelve months ${counted === paid ? '' : 'of sales '}to ${formatMonth(counted)}`;
}

/** A note of a month in which the place has no payment. */
export class NoPayment extends WrongFilter {
  override name = 'NoPayment';
  /** What happened, in a sentence or two. */
  readonly what: string;
  /** The newest month that has a note, by the basis of the request; `null` if there is none. */
  readonly newest: Month | null;

  constructor(place: string, asked: CountedMonth, newest: CountedMonth | null) {
    const known = newest ? `Its newest is that ${ofMonth(newest)}.` : 'It has no payment at all.';
    const what = `${place} has no payment ${ofMonth(asked)}. ${known}`;
    super('month', [what]);
    this.what = what;
    this.newest = newest?.counted ?? null;
  }
}
