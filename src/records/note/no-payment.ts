import type { Month } from '../../domain/month.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import { type CountedMonth, monthThatCounts, ofMonth } from './counted-month.ts';

/** A note of a month in which the place has no payment. */
export class NoPayment extends WrongFilter {
  override name = 'NoPayment';
  /** What happened, in a sentence or two. */
  readonly what: string;
  /** The newest month that has a note, by the basis of the request; `null` if there is none. */
  readonly newest: Month | null;

  constructor(place: string, asked: CountedMonth, newest: CountedMonth | null) {
    const what = `${place} has no payment ${ofMonth(asked)}. ${newest ? `Its newest is that ${ofMonth(newest)}.` : 'It has no payment at all.'}`;
    super('month', [what]);
    this.what = what;
    this.newest = newest && monthThatCounts(newest);
  }
}
