import { type Month, monthAt, monthIndex } from '../domain/month.ts';

/** A payment that is far from what the jurisdiction's own history lets expect. Amounts are cents. */
interface UnusualPayment {
  month: Month;
  amount: number;
  /** The same month a year before; a year later if the series begins after that. */
  compared: { month: Month; amount: number };
  /** The median of the months around it. */
  usual: number;
}

const YEAR = 12;
/** How many months before and after count as the months around one. */
const MONTHS_AROUND = 6;
const FEWEST_AROUND = 3;
/** Added to both amounts of a comparison: a village with $40 a month may well get $200. */
const SMALL_AMOUNT = 100_00;
/** An unusual payment is at least this many times as large, or as small. */
const FEWEST_TIMES = 3;
/** A change must exceed this many times the usual spread of the jurisdiction's yearly changes. */
const SPREADS = 4;
/** Makes a median absolute deviation comparable to a standard deviation. */
const DEVIATION_SCALE = 1.4826;

/**
 * Finds the payments of one jurisdiction that differ from two things at once, both in the same direction: from the same
 * month a year before, and from the median of up to six months before and six after. The factor must exceed three,
 * and what the jurisdiction's own yearly changes make usual. `payments` are in month order; `null` is a missing figure.
 */
export function findUnusualPayments(
  payments: readonly { month: Month; amount: number | null }[],
): UnusualPayment[] {
  const [first] = payments;
  if (!first) return [];
  const start = monthIndex(first.month);
  const amounts: (number | null)[] = [];
  for (const { month, amount } of payments) {
    const at = monthIndex(month) - start;
    while (amounts.length < at) amounts.push(null);
    amounts.push(amount);
  }
  const found: UnusualPayment[] = [];
  let leastChange: number | null = null;
  for (const [at, amount] of amounts.entries()) {
    const comparedAt = (amounts[at - YEAR] ?? null) === null ? at + YEAR : at - YEAR;
    const compared = amounts[comparedAt] ?? null;
    if (amount === null || compared === null || !isFar(amount, compared)) continue;
    const usual = usualAround(amounts, at);
    if (usual === null || !isFar(amount, usual)) continue;
    const fromCompared = sizeOf(amount) - sizeOf(compared);
    const fromUsual = sizeOf(amount) - sizeOf(usual);
    leastChange ??= leastUnusualChange(amounts);
    if (fromCompared > 0 !== fromUsual > 0) continue;
    if (Math.min(Math.abs(fromCompared), Math.abs(fromUsual)) <= leastChange) continue;
    const monthOf = (slot: number) => monthAt(start + slot);
    found.push({
      month: monthOf(at),
      amount,
      compared: { month: monthOf(comparedAt), amount: compared },
      usual,
    });
  }
  return found;
}

/** The median of the months around one; `null` if too few are there. */
function usualAround(amounts: readonly (number | null)[], at: number): number | null {
  const around: number[] = [];
  for (let slot = Math.max(0, at - MONTHS_AROUND); slot <= at + MONTHS_AROUND; slot += 1) {
    const amount = amounts[slot] ?? null;
    if (amount !== null && slot !== at) around.push(amount);
  }
  return around.length < FEWEST_AROUND ? null : Math.round(median(around));
}

/** Whether one amount is more than three times the other. Most payments are not: this saves their logarithms. */
function isFar(a: number, b: number): boolean {
  const [larger, smaller] = a > b ? [a, b] : [b, a];
  return Math.max(larger, 0) + SMALL_AMOUNT > FEWEST_TIMES * (Math.max(smaller, 0) + SMALL_AMOUNT);
}

/** The logarithm of an amount, so that equal factors are equal distances. Below zero all amounts are alike. */
function sizeOf(amount: number): number {
  return Math.log(Math.max(amount, 0) + SMALL_AMOUNT);
}

/** The change above which one is unusual for a jurisdiction, by the spread of its yearly changes. */
function leastUnusualChange(amounts: readonly (number | null)[]): number {
  const changes = amounts.flatMap((amount, at) => {
    const before = amounts[at - YEAR] ?? null;
    return amount === null || before === null ? [] : [sizeOf(amount) - sizeOf(before)];
  });
  const middle = median(changes);
  const spread = DEVIATION_SCALE * median(changes.map((change) => Math.abs(change - middle)));
  return Math.max(Math.log(FEWEST_TIMES), SPREADS * spread);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
