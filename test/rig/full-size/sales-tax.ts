import { type Month, monthAt, monthIndex, monthOfYear } from '../../../src/domain/month.ts';
import { type Chance, openChance } from '../reports/chance.ts';
import { scale } from '../reports/scale.ts';
import type { Jurisdiction } from './jurisdictions.ts';

/** Allocation period of the newest reports. */
export const LAST_MONTH = monthIndex('2026-10' as Month);
/** Allocation period of the oldest reports. */
export const EARLIEST_MONTH = monthIndex('1990-01' as Month);
/** The first payments come from sales of 1989. */
const FIRST_SALES = EARLIEST_MONTH - 12;
const BASE = monthIndex('2018-01' as Month);

/** Sales of each calendar month, in thousandths of the year's average; they add up to 12,000. */
const SEASON = [880, 875, 1000, 960, 990, 1010, 970, 995, 985, 1000, 1045, 1290];

/** Monthly growth in ten-thousandths, by year of the sale. */
const GROWTH: Readonly<Record<string, number>> = { 2020: 5, 2021: 70, 2022: 55, 2023: 15, 2024: 10 };
const ORDINARY_GROWTH = 20;
/** Grows to about a million by 2018. */
const FIRST_LEVEL = 500_000;

/** Loss of sales in 2020, in thousandths. */
const LOST_IN_2020: Readonly<Record<string, number>> = {
  '2020-03': 150,
  '2020-04': 300,
  '2020-05': 230,
  '2020-06': 110,
  '2020-07': 70,
  '2020-08': 50,
  '2020-09': 40,
  '2020-10': 30,
};

/** Sales of each month in ten-thousandths of an average month of 2018, and their loss in thousandths. */
const MONTHS_OF_SALES = listMonthsOfSales();

function listMonthsOfSales(): { level: number; lost: number }[] {
  let grown = FIRST_LEVEL;
  return Array.from({ length: LAST_MONTH - FIRST_SALES + 1 }, (_, offset) => {
    const month = monthAt(FIRST_SALES + offset);
    const level = scale(grown, SEASON[monthOfYear(month) - 1] ?? 0, 100_000);
    grown = scale(grown, 10_000 + (GROWTH[month.slice(0, 4)] ?? ORDINARY_GROWTH), 10_000);
    return { level, lost: LOST_IN_2020[month] ?? 0 };
  });
}

/** Returns the index of the month of sales that a month pays out. */
export function salesMonth(paid: number): number {
  return paid - 2;
}

/** Returns the tax of a month of sales in cents; `monthly` is that of an average month of 2018. */
export function taxOfMonth(monthly: number, sales: number, exposure = 100): number {
  const month = MONTHS_OF_SALES[sales - FIRST_SALES];
  if (!month) throw new Error(`no sales in ${monthAt(sales)}`);
  const taxed = scale(monthly, month.level, 10_000);
  return month.lost === 0 ? taxed : scale(taxed, 1000 - scale(month.lost, exposure, 100), 1000);
}

/** Returns the tax that a month pays out to a jurisdiction, in cents, with random variation. */
export function taxPaid(jurisdiction: Jurisdiction, paid: number, chance: Chance): number {
  const { monthly, drift, exposure } = jurisdiction;
  const drifted = scale(monthly, 12_000 + drift * (paid - BASE), 12_000);
  return scale(taxOfMonth(drifted, salesMonth(paid), exposure), chance.between(950, 1050), 1000);
}

/** Random numbers of one jurisdiction and month: the same in every file. */
export function chanceOf({ code }: Jurisdiction, month: number): Chance {
  return openChance(Math.imul(Number(code), 8191) + month);
}
