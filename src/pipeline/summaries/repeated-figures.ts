import type { SummaryBasis } from '../../states/state.ts';

/** Our figures of one jurisdiction and month, or `null` if the dataset has none. */
export interface OwnFigures {
  amount: number | null;
  /** The sum since January. */
  toDate: number | null;
}

/** Our figures of a month and of the same month a year before. */
export interface OwnYears {
  now: OwnFigures | null;
  before: OwnFigures | null;
}

/** A printed figure beside ours, in the unit of the figure. */
export interface Repeated {
  ours: number;
  agrees: boolean;
}

/** States print percentages with two decimals. */
const LEAST_DECIMALS = 2;
const MOST_DECIMALS = 6;

/**
 * Compares a printed figure with ours; `null` if one of the two is missing. A state cuts off the decimals of a change,
 * and we round: both count as equal. `ours` is rounded.
 */
export function compareRepeated(basis: SummaryBasis, printed: number | null, own: OwnYears): Repeated | null {
  if (printed === null) return null;
  if (basis === 'change' || basis === 'ytd-change') {
    const figure = basis === 'change' ? 'amount' : 'toDate';
    return compareChange(printed, own.now?.[figure] ?? null, own.before?.[figure] ?? null);
  }
  const ours = amountOf(basis, own);
  return ours === null ? null : { ours, agrees: printed === ours };
}

function amountOf(basis: Exclude<SummaryBasis, 'change' | 'ytd-change'>, own: OwnYears): number | null {
  switch (basis) {
    case 'month':
      return own.now?.amount ?? null;
    case 'year-before':
      return own.before?.amount ?? null;
    case 'ytd':
      return own.now?.toDate ?? null;
    case 'ytd-year-before':
      return own.before?.toDate ?? null;
  }
}

/** `printed` is in millionths of a percent, the amounts are in cents. */
function compareChange(printed: number, now: number | null, before: number | null): Repeated | null {
  if (now === null || before === null || before === 0) return null;
  const decimals = decimalsOf(printed);
  const step = 10 ** (MOST_DECIMALS - decimals);
  const scale = 100 * 10 ** decimals;
  const cut = quotient((now - before) * scale, Math.abs(before));
  if (cut !== null) {
    const { whole, isHalf } = cut;
    const away = whole + (isHalf ? Math.sign(now - before) : 0);
    return { ours: away * step, agrees: printed === whole * step || printed === away * step };
  }
  const [scaled, divisor] = [BigInt(now - before) * BigInt(scale), BigInt(Math.abs(before))];
  const whole = Number(scaled / divisor) * step;
  const rounded = Number((2n * scaled + (scaled < 0n ? -divisor : divisor)) / (2n * divisor)) * step;
  return { ours: rounded, agrees: printed === whole || printed === rounded };
}

/** A quotient without its decimals, and whether they are a half or more; `null` if numbers cannot hold it exactly. */
function quotient(numerator: number, divisor: number): { whole: number; isHalf: boolean } | null {
  if (!Number.isSafeInteger(numerator)) return null;
  const rest = numerator % divisor;
  return { whole: (numerator - rest) / divisor, isHalf: 2 * Math.abs(rest) >= divisor };
}

/** The decimals of a percentage, at least two: JSON drops the zeros at the end. */
function decimalsOf(micropercent: number): number {
  let decimals = MOST_DECIMALS;
  for (let rest = Math.abs(micropercent); decimals > LEAST_DECIMALS && rest % 10 === 0; rest /= 10)
    decimals -= 1;
  return decimals;
}

/** Which month our figure is of: the printed one, or the same month a year before. */
export function isOfYearBefore(basis: SummaryBasis): boolean {
  return basis === 'year-before' || basis === 'ytd-year-before';
}
