import type { ComparisonLine, MonthTotal } from '../../client/generated/types.gen.ts';
import { countOf, showFigure } from '../words/figures.ts';

/** The sums that a view may show beside the payment. */
const SUMS = {
  year_to_date: 'Year to date',
  fiscal_year_to_date: 'Fiscal year to date',
  rolling_year: 'Rolling year',
} as const;
type SumName = keyof typeof SUMS;

type GroupSum = ComparisonLine | MonthTotal;

interface LikeForLikeProps {
  sum: GroupSum;
  /** The sums that the view shows beside the payment. */
  beside?: readonly SumName[];
}

/** Says what the sums of a group lack, and what their changes leave out. Nothing if they are whole. */
export function LikeForLike({ sum, beside = [] }: LikeForLikeProps) {
  const { missing, missing_ago = 0, change, left_out, difference } = sum;
  const texts = [
    missing > 0 && `${areMissing(missing)}.`,
    missing_ago > 0 && `A year before, ${areMissing(missing_ago)}.`,
    change !== null &&
      left_out &&
      `The change leaves out ${countOf(left_out, 'jurisdiction')} without both payments. With all of them, the total is ${compareTotals(difference ?? 0)}.`,
    ...beside.map((name) => describeSum(sum, name)),
  ].filter(Boolean);
  return texts.length > 0 ? <p class="hint">{texts.join(' ')}</p> : null;
}

/** `Year to date: 7 payments are missing. The change leaves out 2 jurisdictions.` */
function describeSum(sum: GroupSum, name: SumName): string {
  const missing = sum[`${name}_missing`] ?? 0;
  const leftOut = sum[`${name}_change`] === null ? 0 : (sum[`${name}_left_out`] ?? 0);
  const texts = [
    missing > 0 && `${areMissing(missing)}.`,
    leftOut > 0 && `The change leaves out ${countOf(leftOut, 'jurisdiction')}.`,
  ].filter(Boolean);
  return texts.length > 0 ? `${SUMS[name]}: ${texts.join(' ')}` : '';
}

/** `1 payment is missing`, `2 payments are missing`. */
function areMissing(payments: number): string {
  return `${countOf(payments, 'payment')} ${payments === 1 ? 'is' : 'are'} missing`;
}

function compareTotals(difference: number): string {
  if (difference === 0) return 'the same';
  return `${showFigure(Math.abs(difference), 'amount')} ${difference > 0 ? 'higher' : 'lower'}`;
}
