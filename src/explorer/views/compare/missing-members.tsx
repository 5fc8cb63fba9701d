import type { MonthTotal } from '../../../client/generated/types.gen.ts';
import { countOf } from '../../words/figures.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';

interface MissingMembersProps {
  name: string;
  totals: readonly MonthTotal[];
  months: readonly MonthDate[];
}

/** Says which sums of a group lack a member, because a smaller sum looks like a decline. */
export function MissingMembers({ name, totals, months }: MissingMembersProps) {
  const incomplete = totals
    .filter(({ missing, allocation_period }) => missing > 0 && months.includes(allocation_period))
    .map(({ allocation_period }) => allocation_period)
    .sort();
  const [first] = incomplete;
  if (!first) return null;
  const more = incomplete.length > 1 ? ` and ${countOf(incomplete.length - 1, 'more month')}` : '';
  return (
    <p class="hint">
      {name}: in {longMonth(first)}
      {more}, a member has no figure, so the sum is too small and has no change.
    </p>
  );
}
