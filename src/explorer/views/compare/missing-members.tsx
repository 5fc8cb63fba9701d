import type { MonthTotal } from '../../../client/generated/types.gen.ts';
import { countOf } from '../../words/figures.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';
import type { ChartName } from '../jurisdiction/charts.ts';
import { groupFigureOf } from './choice.ts';

interface MissingMembersProps {
  name: string;
  measure: ChartName;
  totals: readonly MonthTotal[];
  months: readonly MonthDate[];
}

/** Says which sums of a group lack a payment, because a smaller sum looks like a decline. */
export function MissingMembers({ name, measure, totals, months }: MissingMembersProps) {
  const { missing: lacking = 'missing' } = groupFigureOf(measure) ?? {};
  const incomplete = totals
    .filter((total) => (total[lacking] ?? 0) > 0 && months.includes(total.allocation_period))
    .map(({ allocation_period }) => allocation_period)
    .sort();
  const [first] = incomplete;
  if (!first) return null;
  const more = incomplete.length > 1 ? ` and ${countOf(incomplete.length - 1, 'more month')}` : '';
  const what =
    measure === 'change'
      ? 'the change leaves out members without both payments'
      : 'a payment is missing, so the sum is too small';
  return (
    <p class="hint">
      {name}: in {longMonth(first)}
      {more}, {what}.
    </p>
  );
}
