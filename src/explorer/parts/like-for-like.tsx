import type { MonthTotal } from '../../client/generated/types.gen.ts';
import { countOf, showFigure } from '../words/figures.ts';

type SumOfMonth = Partial<Pick<MonthTotal, 'missing' | 'missing_ago' | 'difference' | 'left_out'>>;

/** Says what the sum of a month lacks, and what its change leaves out. Nothing if it is whole. */
export function LikeForLike({
  missing = 0,
  missing_ago = 0,
  difference = null,
  left_out = null,
}: SumOfMonth) {
  const texts = [
    missing > 0 && `${areMissing(missing)}.`,
    missing_ago > 0 && `A year before, ${areMissing(missing_ago)}.`,
    left_out !== null &&
      left_out > 0 &&
      `The change leaves out ${countOf(left_out, 'jurisdiction')} without both payments. The two totals differ by ${showFigure(difference, 'amount')}.`,
  ];
  return <> {texts.filter(Boolean).join(' ')}</>;
}

/** `1 payment is missing`, `2 payments are missing`. */
function areMissing(payments: number): string {
  return `${countOf(payments, 'payment')} ${payments === 1 ? 'is' : 'are'} missing`;
}
