import type { ComparableFigure } from './analysis.ts';
import { type Comparable, comparableChange, type TaxChange } from './comparable.ts';
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
  /** How many payments there should be in a span. */
  due(span: Span): number;
}

/** What some members got in one span. */
class SpanTotal {
  readonly span: Span;
  private readonly isKnown: boolean;
  private sum = 0;
  private paid = 0;
  missing = 0;
  /** The sum of the members that have every payment of this span and of the other. */
  likeForLike: number | null = null;
  /** The same, as far as their tax is comparable. */
  comparable: number | null = null;

  constructor(span: Span, firstOfState: number) {
    this.span = span;
    this.isKnown = span.first >= firstOfState;
  }

  /** The sum of all members; `null` without payments, and if the span begins before the dataset. */
  get value(): number | null {
    return this.isKnown && this.paid > 0 ? this.sum : null;
  }

  /** Adds a member. Returns how many payments it should have in the span: at least those that it has. */
  add({ payments, due: dueIn }: GroupMember): number {
    const paid = payments.paid(this.span);
    const due = dueIn(this.span);
    this.sum += payments.sum(this.span);
    this.paid += paid;
    this.missing += due - paid;
    return due;
  }

  addAlike({ payments }: GroupMember): void {
    this.likeForLike = (this.likeForLike ?? 0) + payments.sum(this.span);
  }

  addComparable(amount: number): void {
    this.comparable = (this.comparable ?? 0) + amount;
  }
}

/** A member whose tax is another one in the two spans. */
interface ChangedMember {
  name: string | undefined;
  changes: readonly TaxChange[];
  /** By how much it moves the difference of the two sums. */
  effect: number;
}

/** Changed members that a sum names. */
const MOST_NAMED = 3;

/** The sums of a group over two spans. */
export class SpanSum {
  private readonly now: SpanTotal;
  private readonly before: SpanTotal;
  private leftOut = 0;
  /** The members whose tax is not known. Undefined if no member has a tax to compare. */
  private notComparable: number | undefined;
  private readonly changed: ChangedMember[] = [];
  private isGroup = false;
  /** How many members have every payment of both spans. */
  private alike = 0;

  constructor(now: Span, before: Span, firstOfState: number) {
    this.now = new SpanTotal(now, firstOfState);
    this.before = new SpanTotal(before, firstOfState);
  }

  add(member: GroupMember): void {
    const { now, before } = this;
    this.isGroup ||= member.name !== undefined;
    const due = now.add(member) + before.add(member);
    if (member.payments.fills(now.span) && member.payments.fills(before.span)) this.addAlike(member);
    else if (due > 0) this.leftOut += 1;
  }

  private addAlike(member: GroupMember): void {
    const { now, before } = this;
    now.addAlike(member);
    before.addAlike(member);
    this.alike += 1;
    if (!member.comparable) return;
    this.notComparable ??= 0;
    const pair = member.comparable(now.span, before.span);
    const { changes } = pair;
    if (changes.length > 0) {
      const leftOut = (span: Span, comparable: number | null) =>
        member.payments.sum(span) - (comparable ?? 0);
      const effect = Math.abs(leftOut(now.span, pair.now) - leftOut(before.span, pair.before));
      this.changed.push({ name: member.name, changes, effect });
    }
    if (pair.now !== null && pair.before !== null) {
      now.addComparable(pair.now);
      before.addComparable(pair.before);
    } else if (changes.length === 0) this.notComparable += 1;
  }

  figure(): GroupFigure {
    const { now, before, leftOut, notComparable, alike } = this;
    const [value, yearAgo] = [now.value, before.value];
    const hasBoth = value !== null && yearAgo !== null;
    return {
      ...{ value, yearAgo, change: growthOf(now.likeForLike, before.likeForLike) },
      ...(notComparable !== undefined && {
        comparable: comparableChange(
          { now: now.comparable, before: before.comparable },
          ...this.whyNotPlain(notComparable),
        ),
      }),
      ...{ missing: now.missing, missingAgo: before.missing },
      difference: hasBoth ? value - yearAgo : null,
      ...{ likeForLike: now.likeForLike, likeForLikeAgo: before.likeForLike },
      ...{ leftOut: hasBoth ? leftOut : null, compared: hasBoth ? alike : null },
    };
  }

  /** Names the changes of tax with the largest effect, and counts the others. */
  private whyNotPlain(leftOut: number) {
    const byEffect = [...this.changed].sort((one, other) => other.effect - one.effect);
    const named = byEffect
      .slice(0, MOST_NAMED)
      .flatMap(({ name, changes }) =>
        changes.map((change) => (name === undefined ? change : { ...change, place: name })),
      );
    const further = Math.max(0, byEffect.length - MOST_NAMED);
    return [named, { further, leftOut: this.isGroup ? leftOut : 0 }] as const;
  }
}
