import type { ComparableFigure } from './analysis.ts';
import { type Comparable, type ComparableChange, comparableChange } from './comparable.ts';
import { growthOf } from './slots.ts';
import type { Span, SpanSums } from './span.ts';

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

/** A member of a group, with its payments added up. */
export interface GroupMember {
  /** To name it in a change of tax; undefined for a jurisdiction that is no member of a group. */
  name: string | undefined;
  payments: SpanSums;
  comparable: Comparable | undefined;
  /** How many payments there should be in a span: at least those that there are. */
  due(span: Span): number;
}

/** Adds up the members of a group over a span, and over the one that it is compared with. */
export function addUp(
  members: readonly GroupMember[],
  now: Span,
  before: Span,
  firstOfState: number,
): GroupFigure {
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
  return {
    ...{ value, yearAgo, change: growthOf(likeForLike, likeForLikeAgo), likeForLike, likeForLikeAgo },
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
