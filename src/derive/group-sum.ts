import type { FigureSeries } from '../domain/allocation.ts';
import { type Month, monthAt } from '../domain/month.ts';
import { type AnalysisContext, type ComparedFigures, fiscalYearOf, ofEachPart } from './analysis.ts';
import type { Comparable } from './comparable.ts';
import { YEAR } from './slots.ts';
import { earlier, type Span, SpanSums } from './span.ts';
import { addUp, type GroupFigure, type GroupMember } from './span-sum.ts';

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
  { fiscalYearStart, stateMonths }: AnalysisContext,
): MonthTotal[] {
  const firstOfState = Math.min(...stateMonths);
  const entries = membersOf(all, stateMonths);
  return Array.from(months, (month) => {
    const members = entries.filter(({ series }) => isMember(series, month));
    const sums = ofEachPart(month, fiscalYearStart, (span) =>
      addUp(members, span, earlier(span, YEAR), firstOfState),
    );
    return {
      month: monthAt(month),
      fiscalYear: fiscalYearOf(monthAt(month), fiscalYearStart),
      ...{ members: members.length, missing: sums.payment.missing },
      ...sums,
    };
  });
}

/** Adds up a group over two spans of the same length. */
export function addUpSpans(
  all: Iterable<GroupEntry>,
  now: Span,
  before: Span,
  { stateMonths }: Pick<AnalysisContext, 'stateMonths'>,
): GroupFigure {
  return addUp(membersOf(all, stateMonths), now, before, Math.min(...stateMonths));
}

function membersOf(all: Iterable<GroupEntry>, stateMonths: ReadonlySet<number>) {
  const newest = Math.max(...stateMonths);
  return Array.from(all, ({ series, name, comparable }): GroupMember & Pick<GroupEntry, 'series'> => {
    const end = endOfLife(series, newest);
    const dueTo = (month: number) => Math.max(0, Math.min(month, end) - series.first + 1);
    const due = ({ first, last }: Span) => dueTo(last) - dueTo(first - 1);
    return { series, name, comparable, payments: new SpanSums(series), due };
  });
}
