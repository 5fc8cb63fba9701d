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

/** The payments of one jurisdiction, added up from its first month on, so that any span takes one step. */
class Payments {
  private readonly first: number;
  private readonly endOfLife: number;
  private readonly sums = [0];
  private readonly counts = [0];

  constructor({ first, slots }: FigureSeries, endOfLife: number) {
    this.first = first;
    this.endOfLife = endOfLife;
    let [sum, count] = [0, 0];
    for (const figure of slots) {
      sum += figure ?? 0;
      count += typeof figure === 'number' ? 1 : 0;
      this.sums.push(sum);
      this.counts.push(count);
    }
  }

  /** The payments of a span of months, both ends included. */
  over(begin: number, end: number): { sum: number; paid: number; missing: number } {
    const of = (running: readonly number[]) => this.upTo(running, end) - this.upTo(running, begin - 1);
    const paid = of(this.counts);
    const lived = Math.max(0, Math.min(end, this.endOfLife) - Math.max(begin, this.first) + 1);
    return { sum: of(this.sums), paid, missing: lived - paid };
  }

  private upTo(running: readonly number[], month: number): number {
    const slots = Math.min(Math.max(0, month - this.first + 1), running.length - 1);
    return running[slots] ?? 0;
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

/** The sums of a group over one span and over the same span a year before. */
class SpanSum {
  private readonly end: number;
  private readonly length: number;
  private readonly firstOfState: number;
  private readonly now = { sum: 0, paid: 0, missing: 0 };
  private readonly ago = { sum: 0, paid: 0, missing: 0 };
  private readonly alike = { members: 0, sum: 0, sumAgo: 0 };
  private leftOut = 0;

  constructor(end: number, length: number, firstOfState: number) {
    this.end = end;
    this.length = length;
    this.firstOfState = firstOfState;
  }

  add(payments: Payments): void {
    const { end, length, alike } = this;
    const now = payments.over(end - length + 1, end);
    const ago = payments.over(end - YEAR - length + 1, end - YEAR);
    for (const [sum, added] of [
      [this.now, now],
      [this.ago, ago],
    ] as const) {
      sum.sum += added.sum;
      sum.paid += added.paid;
      sum.missing += added.missing;
    }
    if (now.paid === length && ago.paid === length) {
      alike.members += 1;
      alike.sum += now.sum;
      alike.sumAgo += ago.sum;
    } else if (now.paid + now.missing + ago.paid + ago.missing > 0) this.leftOut += 1;
  }

  figure(): GroupFigure {
    const { end, length, alike, leftOut } = this;
    const sumTo = (last: number, { sum, paid }: { sum: number; paid: number }) =>
      paid > 0 && last - length + 1 >= this.firstOfState ? sum : null;
    const value = sumTo(end, this.now);
    const yearAgo = sumTo(end - YEAR, this.ago);
    const [likeForLike, likeForLikeAgo] = alike.members > 0 ? [alike.sum, alike.sumAgo] : [null, null];
    const hasBoth = value !== null && yearAgo !== null;
    return {
      ...{ value, yearAgo, change: changeOf(likeForLike, likeForLikeAgo) },
      ...{ missing: this.now.missing, missingAgo: this.ago.missing },
      difference: hasBoth ? value - yearAgo : null,
      ...{ likeForLike, likeForLikeAgo, leftOut: hasBoth ? leftOut : null },
    };
  }
}
