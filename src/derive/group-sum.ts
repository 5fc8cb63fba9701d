import type { FigureSeries } from '../domain/allocation.ts';
import { type Month, monthAt } from '../domain/month.ts';
import {
  type AnalysisContext,
  type ComparableFigure,
  type ComparedFigures,
  fiscalYearOf,
  ofEachPart,
} from './analysis.ts';
import { type Comparable, type ComparableChange, comparableChange } from './comparable.ts';
import { growthOf, YEAR } from './slots.ts';
import { earlier, knownFrom, type Span, SpanSums, spanTo } from './span.ts';

/**
 * The sum of a group over a span, beside the same span a year before: all payments that its members got in it. `change` is
 * that of the members with every payment of both spans. A sum without payments is `null`, and so is one of a span that
 * begins before the dataset.
 */
export interface GroupFigure extends ComparableFigure {
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
  /** The members that `change` compares. `null` as `leftOut`. */
  compared: number | null;
}

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

/** A member of a group, with its payments added up. */
interface GroupMember {
  /** To name it in a change of tax; undefined for a jurisdiction that is no member of a group. */
  name: string | undefined;
  payments: SpanSums;
  comparable: Comparable | undefined;
  /** How many payments there should be in a span: at least those that there are. */
  due(span: Span): number;
}

/** Adds up the members of a group over a span, and over the one that it is compared with. */
function addUp(members: readonly GroupMember[], now: Span, before: Span, firstOfState: number): GroupFigure {
  const alike: GroupMember[] = [];
  let leftOut = 0;
  for (const member of members)
    if (member.payments.fills(now) && member.payments.fills(before)) alike.push(member);
    else if (member.due(now) + member.due(before) > 0) leftOut += 1;
  const sumIn = (span: Span) => {
    const isPaid = span.first >= firstOfState && members.some(({ payments }) => payments.paid(span) > 0);
    return isPaid ? total(members, ({ payments }) => payments.sum(span)) : null;
  };
  const missingIn = (span: Span) =>
    total(members, ({ payments, due }) => due(span) - payments.paid(span)) ?? 0;
  const alikeIn = (span: Span) => total(alike, ({ payments }) => payments.sum(span));
  const [value, yearAgo] = [sumIn(now), sumIn(before)];
  const [likeForLike, likeForLikeAgo] = [alikeIn(now), alikeIn(before)];
  const hasBoth = value !== null && yearAgo !== null;
  const hasNow = value !== null && members.every(({ payments }) => payments.fills(now));
  const isKnown = (month: number) => members.every(({ payments }) => payments.fills(spanTo(month, 1)));
  return {
    ...{ value, yearAgo, change: growthOf(likeForLike, likeForLikeAgo), likeForLike, likeForLikeAgo },
    agoFrom: hasNow && alike.length === 0 ? knownFrom(before, isKnown) : undefined,
    comparable: withoutTaxChanges(alike, now, before),
    ...{ missing: missingIn(now), missingAgo: missingIn(before) },
    difference: hasBoth ? value - yearAgo : null,
    ...{ leftOut: hasBoth ? leftOut : null, compared: hasBoth ? alike.length : null },
  };
}

/** Changed members that a sum names. */
const MOST_NAMED = 3;

/** The change of the members whose tax is comparable; undefined if no member has a tax to compare. */
function withoutTaxChanges(
  alike: readonly GroupMember[],
  now: Span,
  before: Span,
): ComparableChange | undefined {
  const pairs = alike.flatMap(({ name, payments, comparable }) => {
    if (!comparable) return [];
    const pair = comparable(now, before);
    const leftOut = payments.sum(now) - (pair.now ?? 0) - (payments.sum(before) - (pair.before ?? 0));
    // by how much a change of tax moves the difference of the two sums
    return [{ ...pair, name, effect: Math.abs(leftOut), isKnown: pair.now !== null && pair.before !== null }];
  });
  if (pairs.length === 0) return undefined;
  const known = pairs.filter(({ isKnown }) => isKnown);
  const unknown = pairs.filter(({ name, isKnown, changes }) => name && !isKnown && changes.length === 0);
  const changed = pairs.filter(({ changes }) => changes.length > 0).sort((a, b) => b.effect - a.effect);
  const named = changed
    .slice(0, MOST_NAMED)
    .flatMap(({ name, changes }) => changes.map((change) => (name ? { ...change, place: name } : change)));
  return comparableChange(
    { now: total(known, (pair) => pair.now ?? 0), before: total(known, (pair) => pair.before ?? 0) },
    named,
    { further: Math.max(0, changed.length - MOST_NAMED), leftOut: unknown.length },
  );
}

/** The sum of a figure; `null` of nothing. */
function total<Item>(items: readonly Item[], figureOf: (item: Item) => number): number | null {
  return items.length === 0 ? null : items.reduce((sum, item) => sum + figureOf(item), 0);
}
