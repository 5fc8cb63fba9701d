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

/** The sums of a group over two spans. */
export class SpanSum {
  private readonly now: SpanTotal;
  private readonly before: SpanTotal;
  private leftOut = 0;
  /** Undefined if no member has a tax to compare. */
  private notComparable: number | undefined;
  /** Of the first member that has every payment of both spans, and how many have. */
  private taxChanges: readonly TaxChange[] = [];
  private alike = 0;

  constructor(now: Span, before: Span, firstOfState: number) {
    this.now = new SpanTotal(now, firstOfState);
    this.before = new SpanTotal(before, firstOfState);
  }

  add(member: GroupMember): void {
    const { now, before } = this;
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
    if (this.alike === 1) this.taxChanges = pair.changes;
    if (pair.now === null || pair.before === null) this.notComparable += 1;
    else {
      now.addComparable(pair.now);
      before.addComparable(pair.before);
    }
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
          alike === 1 ? this.taxChanges : [],
          notComparable,
        ),
      }),
      ...{ missing: now.missing, missingAgo: before.missing },
      difference: hasBoth ? value - yearAgo : null,
      ...{ likeForLike: now.likeForLike, likeForLikeAgo: before.likeForLike },
      ...{ leftOut: hasBoth ? leftOut : null, compared: hasBoth ? alike : null },
    };
  }
}
