import Database from 'better-sqlite3';
import type { Month } from '../../../src/domain/month.ts';
import { monthOfDate } from '../../../src/domain/month.ts';
import { openChance } from '../reports/chance.ts';
import { monthsFrom } from '../reports/months.ts';
import { quarterly, statement, texasReport } from '../reports/small-reports.ts';
import type { DatasetRig } from '../service.ts';

/** Forty months, `2021-03` to `2024-06`. */
const WORLD_MONTHS = monthsFrom('2021-03', 40);

/** A jurisdiction with the figures of one field as stored. */
interface WorldPlace {
  id: number;
  figures: readonly { month: Month; figure: number | null }[];
}

/** Two counties, and districts, whose county the code does not tell. */
const CODES = [
  ...['01', '19'].flatMap((county) => ['101', '102', '103', '104', '998'].map((end) => `${county}${end}`)),
  ...['023', 'A23'],
];
const AUTHORITIES = ['2999001', '2999002', '2999003', '3999001', '4999001', '5999001'];

/** Loads random series: some begin late, end early or have gaps; months are restated; a quarterly report is late. */
export async function loadRandomWorld(rig: DatasetRig, seed: number): Promise<void> {
  const chance = openChance(seed);
  const livesOf = (codes: readonly string[]) =>
    codes.flatMap((code, at) => {
      // the first of each state has all months
      const first = at === 0 || chance.hits(0.6) ? 0 : chance.between(0, 29);
      const end = at === 0 || chance.hits(0.7) ? WORLD_MONTHS.length : first + 1 + chance.between(0, 29);
      const months = WORLD_MONTHS.slice(first, end).filter(() => at === 0 || !chance.hits(0.03));
      return months.map((month) => ({ code, month }));
    });
  const lives = livesOf(CODES);
  const money = () => chance.between(-20_000, 900_000) / 100;
  const rows = (months = lives) => months.map((one) => ({ ...one, type: typeOf(one.code), net: money() }));
  const restated = lives.filter(({ month }) => ['2023-05', '2024-02'].includes(month));
  const quarters = ['21', '22', '23'].flatMap((year) => [1, 2, 3, 4].map((quarter) => `${quarter}Q-${year}`));
  const pools = (quarter: string) =>
    quarterly(CODES.map((code) => ({ code, quarter, pool: chance.between(0, 50_000) / 100 })));
  const texas = livesOf(AUTHORITIES).map(({ code, month }) => ({
    code,
    name: `PLACE ${code}`,
    month,
    current: chance.between(0, 900_000) / 100,
  }));
  await rig.load({
    'statement.csv': statement(rows()),
    'texas.csv': texasReport(texas),
    ...Object.fromEntries(quarters.slice(0, -1).map((quarter) => [`${quarter}.csv`, pools(quarter)])),
  });
  await rig.load({ 'restated.csv': statement(rows(restated)) });
  await rig.load({ 'late.csv': pools('4Q-23') });
}

function typeOf(code: string): string {
  if (code.endsWith('998')) return 'County';
  return code.length === 3 ? 'Special District' : 'City';
}

/** The stored figures of one field of a state, by jurisdiction id. */
export function readWorld(database: string, state: string, field: string): WorldPlace[] {
  const sqlite = new Database(database, { readonly: true });
  try {
    const places = sqlite
      .prepare<[string], { id: number }>('SELECT id FROM jurisdiction WHERE state = ? ORDER BY id')
      .all(state);
    const figures = sqlite.prepare<[number], { month: string; figure: number | null }>(
      `SELECT allocation_period AS month, ${field} AS figure FROM ${state}_allocation
       WHERE jurisdiction_id = ? ORDER BY allocation_period`,
    );
    return places.map(({ id }) => ({
      id,
      figures: figures.all(id).map(({ month, figure }) => ({ month: monthOfDate(month), figure })),
    }));
  } finally {
    sqlite.close();
  }
}
