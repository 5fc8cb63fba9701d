import { addMonths, type Month } from '../domain/month.ts';

const YEAR = 12;
/**
 * The most that a month's total may differ from the same month a year before. An estimate, not a measurement: above
 * what an economy does to a state in a year, below what half a file does.
 */
const MOST_CHANGE_PERCENT = 40;
/** A jurisdiction shares a jump if its own change is at least this part of it. */
const PART_SHARED = 1 / 3;
/** With fewer jurisdictions, nothing is shared. */
const FEWEST_SHARING = 3;
/** A shared jump stays between half and double of the year before. */
const MOST_TIMES = 2;
/** The same for the jump against the usual yearly change. It is less, to tell a file with doubled amounts. */
const MOST_TIMES_USUAL = 1.85;
/** The usual yearly change is that of the median of so many months before. */
const MONTHS_BEFORE = 3;
/** What the jurisdictions were paid in a month. */
type Payments = ReadonlyMap<number, { amount: number | null }>;

/** A month whose total is far from that of the same month a year before, in cents. */
interface TotalJump {
  month: Month;
  total: number;
  earlier: Month;
  before: number;
  /** How many of the jurisdictions paid a year before moved like the total. */
  sharing: number;
  jurisdictions: number;
  /** Whether most of them did, and the jump is moderate. */
  isShared: boolean;
}

/**
 * Finds months whose total is far from that of the same month a year before, if that month exists. The payments of both
 * months tell whether most jurisdictions share the jump.
 */
export function findTotalJumps(
  totals: ReadonlyMap<Month, number>,
  paymentsOf: (month: Month) => Payments,
): TotalJump[] {
  return [...totals].flatMap(([month, total]): TotalJump[] => {
    const earlier = addMonths(month, -YEAR);
    const before = totals.get(earlier) ?? 0;
    const change = total - before;
    if (before === 0 || Math.abs(change) * 100 <= MOST_CHANGE_PERCENT * Math.abs(before)) return [];
    const shares = countSharing(paymentsOf(earlier), paymentsOf(month), change / before);
    const isMost = shares.sharing >= FEWEST_SHARING && shares.sharing * 2 > shares.jurisdictions;
    return [{ month, total, earlier, before, ...shares, isShared: isMost && isModerate(month, totals) }];
  });
}

/** Whether a total is between half and double of the year before, also after the usual yearly change is taken out. */
function isModerate(month: Month, totals: ReadonlyMap<Month, number>): boolean {
  const ratioOf = (at: Month) => (totals.get(at) ?? 0) / (totals.get(addMonths(at, -YEAR)) ?? 0);
  const before = Array.from({ length: MONTHS_BEFORE }, (_, at) => ratioOf(addMonths(month, -1 - at)))
    .filter((ratio) => ratio > 0 && Number.isFinite(ratio))
    .sort((a, b) => a - b);
  const usual = before[before.length >> 1] ?? 1;
  const ratio = ratioOf(month);
  return isWithin(ratio, MOST_TIMES) && isWithin(ratio / usual, MOST_TIMES_USUAL);
}

function isWithin(ratio: number, times: number): boolean {
  return ratio < times && ratio * times > 1;
}

/** How many of the jurisdictions paid a year before moved like the total: in its direction, by at least a part of it. */
function countSharing(
  before: Payments,
  now: Payments,
  change: number,
): { sharing: number; jurisdictions: number } {
  const paid = [...before].filter(([, { amount }]) => (amount ?? 0) > 0);
  const sharing = paid.filter(([id, { amount }]) => {
    const then = amount ?? 0;
    const later = now.get(id)?.amount ?? null;
    return later !== null && (later - then) / then / change >= PART_SHARED;
  });
  return { sharing: sharing.length, jurisdictions: paid.length };
}
