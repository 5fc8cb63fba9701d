import { type Month, monthAt, monthIndex, monthOfYear } from '../../../src/domain/month.ts';
import { type Chance, openChance } from '../reports/chance.ts';
import { scale } from '../reports/scale.ts';

/** Consecutive months by `monthIndex`, both ends included. */
export interface Span {
  first: number;
  last: number;
}

export interface Jurisdiction {
  code: string;
  name: string;
  /** As California's statement prints it. Texas prints no type. */
  type: 'City' | 'County' | 'Transit' | 'Special District';
  /** An average month of 1990, in cents. */
  monthly: number;
  /** The months with payments. A jurisdiction that does not begin or end within the reports has far bounds. */
  life: Span;
  /** A month within its life that no report has; `null` for most. */
  gap: number | null;
}

/** Allocation period of the newest reports. */
export const LAST_MONTH = monthIndex('2026-10' as Month);
/** Allocation period of the oldest reports. */
export const EARLIEST_MONTH = monthIndex('1990-01' as Month);

const TYPES = ['City', 'City', 'Special District', 'City', 'Special District', 'Transit', 'County'] as const;
const FIRST_DIGIT = { City: 2, Transit: 3, County: 4, 'Special District': 5 } as const;
const COUNTIES = { ca: 58, tx: 254 } as const;
/** Published codes of one county and type of Texas increase by nine. */
const CODE_STEP = 9;

/** The smallest payment, and how often it may double. */
const SMALLEST = 15_000;
const DOUBLINGS = 14;
/** Sales of each calendar month, in thousandths of the year's average; they add up to 12,000. */
const SEASON = [880, 875, 1000, 960, 990, 1010, 970, 995, 985, 1000, 1045, 1290];
/** With fewer months, no jurisdiction begins or ends. */
const SHORTEST_WITH_CHANGES = 12;

/** The jurisdictions of a state in the order of codes. */
export function jurisdictionsOf(state: 'ca' | 'tx', count: number, reports: Span): Jurisdiction[] {
  const jurisdictions = Array.from({ length: count }, (_, ordinal): Jurisdiction => {
    const type = TYPES[ordinal % TYPES.length] ?? 'City';
    const county = (ordinal % COUNTIES[state]) + 1;
    const within = Math.floor(ordinal / COUNTIES[state]) + 1;
    const code =
      state === 'ca'
        ? printCode(county, 2) + printCode(within, 3)
        : FIRST_DIGIT[type] + printCode(county, 3) + printCode(within * CODE_STEP, 3);
    const chance = openChance(Number(code));
    const monthly = scale(SMALLEST * 2 ** chance.between(0, DOUBLINGS), chance.between(1000, 2000), 1000);
    return { code, name: `${type} ${ordinal + 1}`, type, monthly, ...monthsOf(ordinal, chance, reports) };
  });
  return jurisdictions.sort((a, b) => Number(a.code) - Number(b.code));
}

function printCode(number: number, digits: number): string {
  const printed = String(number).padStart(digits, '0');
  if (printed.length > digits) throw new RangeError('there are no codes for so many jurisdictions');
  return printed;
}

/** Of 100, two begin after the first report and one ends before the last, with a quarter; one lacks a month. */
function monthsOf(
  ordinal: number,
  chance: Chance,
  { first, last }: Span,
): Pick<Jurisdiction, 'life' | 'gap'> {
  const life = { first: 0, last: Number.MAX_SAFE_INTEGER };
  if (last - first + 1 < SHORTEST_WITH_CHANGES) return { life, gap: null };
  const turn = chance.between(first + 3, last - 3);
  if (ordinal % 50 === 17) return { life: { ...life, first: turn - ((turn + 1) % 3) }, gap: null };
  if (ordinal % 100 === 8) return { life: { ...life, last: turn - ((turn + 2) % 3) }, gap: null };
  return { life, gap: ordinal % 100 === 23 ? turn : null };
}

/** Returns the index of the month of sales that a month pays out. */
export function salesMonth(paid: number): number {
  return paid - 2;
}

/** Returns the tax that a month pays out to a jurisdiction, in cents: with a season, growth and random variation. */
export function taxPaid({ monthly }: Jurisdiction, paid: number, chance: Chance): number {
  const sales = salesMonth(paid);
  const grown = scale(monthly, 1000 + 3 * (paid - EARLIEST_MONTH), 1000);
  const seasonal = scale(grown, SEASON[monthOfYear(monthAt(sales)) - 1] ?? 0, 1000);
  return scale(seasonal, chance.between(950, 1050), 1000);
}

/** Random numbers of one jurisdiction and month: the same in every file. */
export function chanceOf({ code }: Jurisdiction, month: number): Chance {
  return openChance(Math.imul(Number(code), 8191) + month);
}
