import type { ComparisonLine, MonthTotal } from '../../client/generated/types.gen.ts';
import { countOf, showFigure } from '../words/figures.ts';

/** The sums that a view may show beside the payment. */
const SUMS = [
  ['year_to_date', 'Year to date'],
  ['fiscal_year_to_date', 'Fiscal year to date'],
  ['rolling_year', 'Rolling year'],
] as const;
type SumName = (typeof SUMS)[number][0];

type GroupSum = ComparisonLine | MonthTotal;

/** ` of the 989 places with both figures; 6 without`: what the change of a sum is of, if not of all. */
export function ofPlaces({ compared, left_out }: Pick<GroupSum, 'compared' | 'left_out'>): string {
  if (!left_out) return '';
  return ` of the ${countOf(compared ?? 0, 'place')} with both figures; ${showFigure(left_out, 'count')} without`;
}

/** Says what the sums of a group lack, and what the changes of the others are of. `only` is the sum that the view shows. */
export function LikeForLike({ sum, only }: { sum: GroupSum; only?: SumName }) {
  const { missing, missing_ago = 0, left_out, difference } = sum;
  const texts = [
    missing > 0 && `${areMissing(missing)}.`,
    missing_ago > 0 && `A year before, ${areMissing(missing_ago)}.`,
    left_out ? `With all places, the total is ${compareTotals(difference ?? 0)}.` : '',
    ...SUMS.map(([name, head]) => (only && name !== only ? '' : describeSum(sum, name, head))),
  ].filter(Boolean);
  return texts.length > 0 ? <p class="hint">{texts.join(' ')}</p> : null;
}

/** `Year to date: 7 payments are missing. Its change is of the 4 places with both figures; 2 without.` */
function describeSum(sum: GroupSum, name: SumName, head: string): string {
  const missing = sum[`${name}_missing`] ?? 0;
  const of = { compared: sum[`${name}_compared`], left_out: sum[`${name}_left_out`] };
  const texts = [
    missing > 0 && `${areMissing(missing)}.`,
    sum[`${name}_change`] !== null && of.left_out && `Its change is${ofPlaces(of)}.`,
  ].filter(Boolean);
  return texts.length > 0 ? `${head}: ${texts.join(' ')}` : '';
}

/** `1 payment is missing`, `2 payments are missing`. */
export function areMissing(payments: number): string {
  return `${countOf(payments, 'payment')} ${payments === 1 ? 'is' : 'are'} missing`;
}

function compareTotals(difference: number): string {
  if (difference === 0) return 'the same';
  return `${showFigure(Math.abs(difference), 'amount')} ${difference > 0 ? 'higher' : 'lower'}`;
}
