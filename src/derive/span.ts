import type { FigureSeries } from '../domain/allocation.ts';
import { type Month, monthAt, monthOfYear } from '../domain/month.ts';

export const YEAR = 12;
const QUARTER = 3;
const JANUARY = 1;

/** Consecutive months of a basis, both included, as `monthIndex`: the lag is taken off once, where a question is read. */
export interface Span {
  first: number;
  last: number;
  /** Whether a place needs all of these months. Default: it may begin within them, as within its first year to date. */
  isWhole?: true;
}

export function oneMonth(month: number): Span {
  return { first: month, last: month };
}

/** The three months that a quarter end settles. */
export function quarterEnding(month: number): Span {
  return { ...spanTo(month, QUARTER), isWhole: true };
}

export function twelveMonths(month: number): Span {
  return { ...spanTo(month, YEAR), isWhole: true };
}

/** The year so far; it begins in the calendar month `start`, 1 to 12. */
export function yearToDate(month: number, start: number): Span {
  return spanTo(month, ((month + YEAR + 1 - start) % YEAR) + 1);
}

/** The fiscal year of a month: `2025-26`; `2025` if fiscal years are calendar years. */
export function fiscalYearOf(month: Month, start: number): string {
  const year = Number(month.slice(0, 4)) - (monthOfYear(month) < start ? 1 : 0);
  return start === JANUARY ? String(year) : `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

/** The span of this many months that ends with a month. */
export function spanTo(last: number, length: number): Span {
  return { first: last - length + 1, last };
}

/** The same span so many months earlier. */
export function earlier(span: Span, months = YEAR): Span {
  return { ...span, first: span.first - months, last: span.last - months };
}

export function lengthOf({ first, last }: Span): number {
  return last - first + 1;
}

export function monthsIn({ first, last }: Span): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The month of a span from which on all are known; undefined if its last one is not, or if all are. */
export function knownFrom({ first, last }: Span, isKnown: (month: number) => boolean): Month | undefined {
  let from = last + 1;
  while (from > first && isKnown(from - 1)) from -= 1;
  return from > last || from === first ? undefined : monthAt(from);
}

/** Consecutive months as spans. `months` are in order. */
export function spansOf(months: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (const month of months) {
    const newest = spans.at(-1);
    if (newest && newest.last + 1 === month) newest.last = month;
    else spans.push({ first: month, last: month });
  }
  return spans;
}

/** Months as text, consecutive ones as a span: `2019-03 to 2019-05, 2020-04`. `months` are in order. */
export function inSpans(months: readonly number[]): string {
  return spansOf(months)
    .map(({ first, last }) => (first === last ? monthAt(first) : `${monthAt(first)} to ${monthAt(last)}`))
    .join(', ');
}

/** The figures of one series, added up from its first month on: the difference of two months is a span. */
export class SpanSums {
  private readonly first: number;
  private readonly sums: Float64Array;
  private readonly counts: Float64Array;

  /** `counts` tells which figures count as paid. Default: each that is known. */
  constructor({ first, slots }: FigureSeries, counts: (figure: number) => boolean = () => true) {
    this.first = first;
    this.sums = new Float64Array(slots.length + 1);
    this.counts = new Float64Array(slots.length + 1);
    let [sum, count] = [0, 0];
    // a loop by number, because forEach skips holes
    for (let at = 0; at < slots.length; at += 1) {
      const figure = slots[at];
      sum += figure ?? 0;
      count += typeof figure === 'number' && counts(figure) ? 1 : 0;
      this.sums[at + 1] = sum;
      this.counts[at + 1] = count;
    }
  }

  /** The sum of the figures in a span; of those that are there. */
  sum({ first, last }: Span): number {
    return (this.sums[this.slotOf(last)] ?? 0) - (this.sums[this.slotOf(first - 1)] ?? 0);
  }

  /** The sum of the figures in a span; `null` if a month has none. */
  wholeSum(span: Span): number | null {
    return this.fills(span) ? this.sum(span) : null;
  }

  /** How many months of a span have a figure. */
  paid({ first, last }: Span): number {
    return (this.counts[this.slotOf(last)] ?? 0) - (this.counts[this.slotOf(first - 1)] ?? 0);
  }

  /** Whether every month of a span has a figure. */
  fills(span: Span): boolean {
    return this.paid(span) === lengthOf(span);
  }

  private slotOf(month: number): number {
    return Math.min(Math.max(0, month - this.first + 1), this.sums.length - 1);
  }
}
