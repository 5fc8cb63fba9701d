import type { FigureSeries } from '../domain/allocation.ts';
import { type Month, monthAt } from '../domain/month.ts';
import { type AnalysisContext, type ComparedFigures, fiscalYearOf, type YearOverYear } from './analysis.ts';
import { changeOf, YEAR } from './slots.ts';

/**
 * The sum of a group over a span, beside the same span a year before: all payments that its members got in it. `change` is
 * that of the members with every payment of both spans. A sum without payments is `null`, and so is one of a span that
 * begins before the dataset.
 */
export interface GroupFigure extends YearOverYear {
  /** Payments that members should have got in the span, and that the dataset lacks. */
  missing: number;
  missingAgo: number;
  /** The plain difference of the two sums. */
  difference: number | null;
  /** The two sums of the members with every payment of both spans. */
  likeForLike: number | null;
  likeForLikeAgo: number | null;
  /** The members that `change` leaves out: they have, or should have, some of these payments. `null` if a sum is. */
  leftOut: number | null;
}

/** The sums of several jurisdictions in one month. */
export interface GroupTotal extends Record<keyof ComparedFigures, GroupFigure> {
  members: number;
  /** Payments of the month that are missing. */
  missing: number;
}

/** The sums of several jurisdictions in one of many months. */
export interface MonthTotal extends GroupTotal {
  month: Month;
  /** The fiscal year of the allocation period: `2025-26`; `2025` if it starts in January. */
  fiscalYear: string;
}

/** A jurisdiction belongs to a group if it has a datapoint in the month, or in as many months before. */
export const MONTHS_OF_MEMBERS = 2 * YEAR;
/** A jurisdiction has ended if the state has datapoints of more months than these after its last one. */
const MONTHS_UNTIL_ENDED = YEAR;

/** Whether a jurisdiction belongs to the groups of a month. `month` is a `monthIndex`. */
export function isMember({ first, slots }: FigureSeries, month: number): boolean {
  const from = Math.max(0, month - MONTHS_OF_MEMBERS - first);
  for (let at = from; at <= month - first && at < slots.length; at += 1)
    if (slots[at] !== undefined) return true;
  return false;
}

/** The last month in which a jurisdiction should have a payment; endless if it has not ended. `newest` is the state's. */
export function endOfLife({ first, slots }: FigureSeries, newest: number): number {
  const last = first + slots.length - 1;
  return last < newest - MONTHS_UNTIL_ENDED ? last : Number.POSITIVE_INFINITY;
}

/** Adds up the members of a group in each of these months, given as `monthIndex`. Other jurisdictions are left out. */
export function addUpGroup(
  all: Iterable<FigureSeries>,
  months: Iterable<number>,
  context: AnalysisContext,
): MonthTotal[] {
  const newest = Math.max(...context.stateMonths);
  const sums = Array.from(months, (month) => new GroupSum(month, context));
  for (const series of all) {
    const payments = new Payments(series, endOfLife(series, newest));
    for (const sum of sums) if (isMember(series, sum.month)) sum.add(payments);
  }
  return sums.map((sum) => sum.total());
}

/** The payments of one jurisdiction, added up from its first month on: the difference of two months is a span. */
class Payments {
  private readonly first: number;
  private readonly endOfLife: number;
  private readonly sums: Float64Array;
  private readonly counts: Float64Array;

  constructor({ first, slots }: FigureSeries, endOfLife: number) {
    this.first = first;
    this.endOfLife = endOfLife;
    this.sums = new Float64Array(slots.length + 1);
    this.counts = new Float64Array(slots.length + 1);
    let [sum, count] = [0, 0];
    // a loop by number, because forEach skips holes
    for (let at = 0; at < slots.length; at += 1) {
      const figure = slots[at];
      sum += figure ?? 0;
      count += typeof figure === 'number' ? 1 : 0;
      this.sums[at + 1] = sum;
      this.counts[at + 1] = count;
    }
  }

  /** The sum of the payments up to a month. */
  sumTo(month: number): number {
    return this.sums[this.slotOf(month)] ?? 0;
  }

  /** How many payments there are up to a month. */
  paidTo(month: number): number {
    return this.counts[this.slotOf(month)] ?? 0;
  }

  /** How many payments there should be up to a month. */
  dueTo(month: number): number {
    return Math.max(0, Math.min(month, this.endOfLife) - this.first + 1);
  }

  private slotOf(month: number): number {
    return Math.min(Math.max(0, month - this.first + 1), this.sums.length - 1);
  }
}

/** The sums of a group in one month. */
class GroupSum {
  readonly month: number;
  private readonly context: AnalysisContext;
  private readonly parts: Record<keyof ComparedFigures, SpanSum>;
  private members = 0;

  constructor(month: number, context: AnalysisContext) {
    this.month = month;
    this.context = context;
    const firstOfState = Math.min(...context.stateMonths);
    const spanOf = (length: number) => new SpanSum(month, length, firstOfState);
    this.parts = {
      payment: spanOf(1),
      yearToDate: spanOf((month % YEAR) + 1),
      fiscalYearToDate: spanOf(((month + YEAR + 1 - context.fiscalYearStart) % YEAR) + 1),
      rollingYear: spanOf(YEAR),
    };
  }

  add(payments: Payments): void {
    this.members += 1;
    for (const part of Object.values(this.parts)) part.add(payments);
  }

  total(): MonthTotal {
    const { parts } = this;
    const month = monthAt(this.month);
    const payment = parts.payment.figure();
    return {
      month,
      fiscalYear: fiscalYearOf(month, this.context.fiscalYearStart),
      ...{ members: this.members, missing: payment.missing },
      payment,
      yearToDate: parts.yearToDate.figure(),
      fiscalYearToDate: parts.fiscalYearToDate.figure(),
      rollingYear: parts.rollingYear.figure(),
    };
  }
}

/** The payments of some members in one span. */
class Span {
  private readonly before: number;
  private readonly last: number;
  private readonly isKnown: boolean;
  private sum = 0;
  private paid = 0;
  missing = 0;
  /** The sum of the members that have every payment of this span and of the other. */
  likeForLike: number | null = null;

  constructor(last: number, length: number, firstOfState: number) {
    this.before = last - length;
    this.last = last;
    this.isKnown = last - length + 1 >= firstOfState;
  }

  /** The sum of all members; `null` without payments, and if the span begins before the dataset. */
  get value(): number | null {
    return this.isKnown && this.paid > 0 ? this.sum : null;
  }

  /** Adds a member. Returns how many payments it should have in the span: at least those that it has. */
  add(payments: Payments): number {
    const paid = this.paidBy(payments);
    const due = payments.dueTo(this.last) - payments.dueTo(this.before);
    this.sum += payments.sumTo(this.last) - payments.sumTo(this.before);
    this.paid += paid;
    this.missing += due - paid;
    return due;
  }

  paidBy(payments: Payments): number {
    return payments.paidTo(this.last) - payments.paidTo(this.before);
  }

  addAlike(payments: Payments): void {
    const sum = payments.sumTo(this.last) - payments.sumTo(this.before);
    this.likeForLike = (this.likeForLike ?? 0) + sum;
  }
}

/** The sums of a group over one span and over the same span a year before. */
class SpanSum {
  private readonly length: number;
  private readonly now: Span;
  private readonly ago: Span;
  private leftOut = 0;

  constructor(last: number, length: number, firstOfState: number) {
    this.length = length;
    this.now = new Span(last, length, firstOfState);
    this.ago = new Span(last - YEAR, length, firstOfState);
  }

  add(payments: Payments): void {
    const { now, ago, length } = this;
    const due = now.add(payments) + ago.add(payments);
    if (now.paidBy(payments) === length && ago.paidBy(payments) === length) {
      now.addAlike(payments);
      ago.addAlike(payments);
    } else if (due > 0) this.leftOut += 1;
  }

  figure(): GroupFigure {
    const { now, ago, leftOut } = this;
    const [value, yearAgo] = [now.value, ago.value];
    const hasBoth = value !== null && yearAgo !== null;
    return {
      ...{ value, yearAgo, change: changeOf(now.likeForLike, ago.likeForLike) },
      ...{ missing: now.missing, missingAgo: ago.missing },
      difference: hasBoth ? value - yearAgo : null,
      ...{ likeForLike: now.likeForLike, likeForLikeAgo: ago.likeForLike },
      leftOut: hasBoth ? leftOut : null,
    };
  }
}
