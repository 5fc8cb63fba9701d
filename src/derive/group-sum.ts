import type { FigureSeries } from '../domain/allocation.ts';
import { type Month, monthAt } from '../domain/month.ts';
import { type AnalysisContext, type ComparedFigures, comparedSpans, fiscalYearOf } from './analysis.ts';
import type { Comparable } from './comparable.ts';
import { YEAR } from './slots.ts';
import { earlier, type Span, SpanSums } from './span.ts';
import { type GroupFigure, type GroupMember, SpanSum } from './span-sum.ts';

/** A jurisdiction that may belong to a group. */
export interface GroupEntry {
  series: FigureSeries;
  /** To name it in a change of tax, as a member of a group. */
  name?: string | undefined;
  /** Given if payments are added up. */
  comparable?: Comparable | undefined;
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
  all: Iterable<GroupEntry>,
  months: Iterable<number>,
  context: AnalysisContext,
): MonthTotal[] {
  const newest = Math.max(...context.stateMonths);
  const sums = Array.from(months, (month) => new GroupSum(month, context));
  for (const entry of all) {
    const member = memberOf(entry, newest);
    for (const sum of sums) if (isMember(entry.series, sum.month)) sum.add(member);
  }
  return sums.map((sum) => sum.total());
}

/** Adds up a group over two spans of the same length. */
export function addUpSpans(
  all: Iterable<GroupEntry>,
  now: Span,
  before: Span,
  { stateMonths }: Pick<AnalysisContext, 'stateMonths'>,
): GroupFigure {
  const newest = Math.max(...stateMonths);
  const sum = new SpanSum(now, before, Math.min(...stateMonths));
  for (const entry of all) sum.add(memberOf(entry, newest));
  return sum.figure();
}

function memberOf({ series, name, comparable }: GroupEntry, newest: number): GroupMember {
  const end = endOfLife(series, newest);
  const dueTo = (month: number) => Math.max(0, Math.min(month, end) - series.first + 1);
  return {
    name,
    payments: new SpanSums(series),
    comparable,
    due: ({ first, last }) => dueTo(last) - dueTo(first - 1),
  };
}

class GroupSum {
  readonly month: number;
  private readonly fiscalYear: string;
  private readonly parts: Record<keyof ComparedFigures, SpanSum>;
  private members = 0;

  constructor(month: number, { fiscalYearStart, stateMonths }: AnalysisContext) {
    this.month = month;
    this.fiscalYear = fiscalYearOf(monthAt(month), fiscalYearStart);
    const firstOfState = Math.min(...stateMonths);
    const spans = comparedSpans(month, fiscalYearStart);
    const sumOf = (span: Span) => new SpanSum(span, earlier(span, YEAR), firstOfState);
    this.parts = {
      payment: sumOf(spans.payment),
      yearToDate: sumOf(spans.yearToDate),
      fiscalYearToDate: sumOf(spans.fiscalYearToDate),
      rollingYear: sumOf(spans.rollingYear),
    };
  }

  add(member: GroupMember): void {
    this.members += 1;
    for (const part of Object.values(this.parts)) part.add(member);
  }

  total(): MonthTotal {
    const { parts } = this;
    const payment = parts.payment.figure();
    return {
      month: monthAt(this.month),
      fiscalYear: this.fiscalYear,
      ...{ members: this.members, missing: payment.missing },
      payment,
      yearToDate: parts.yearToDate.figure(),
      fiscalYearToDate: parts.fiscalYearToDate.figure(),
      rollingYear: parts.rollingYear.figure(),
    };
  }
}
