import type Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { findUnusualPayments } from '../../src/derive/unusual-payments.ts';
import { type Month, monthOfDate } from '../../src/domain/month.ts';
import { findReportFiles } from '../../src/files/report-paths.ts';
import { STATES } from '../../src/states/index.ts';
import { readDataset } from '../../src/store/dataset.ts';
import { createPipelineRig } from '../rig/pipeline-rig.ts';
import { openChance } from '../rig/reports/chance.ts';

type Payments = { month: Month; amount: number | null }[];

const ERRORS = 1_000;
const FEWEST_MONTHS = 24;
const SEED = 24;

/** What the rule of unusual payments marks in a dataset, and which of 1,000 random errors it finds, in percent. */
function measureUnusual(sqlite: Database.Database) {
  return STATES.flatMap(({ code, headline }) => {
    const series = readPayments(sqlite, code, headline);
    if (series.length === 0) return [];
    const datapoints = series.reduce((sum, payments) => sum + payments.length, 0);
    const marked = series.reduce((sum, payments) => sum + findUnusualPayments(payments).length, 0);
    return [{ state: code, datapoints, marked: (100 * marked) / datapoints, found: findErrors(series) }];
  });
}

function readPayments(sqlite: Database.Database, state: string, field: string): Payments[] {
  const series = new Map<number, Payments>();
  const rows = sqlite
    .prepare<[], [number, string, number | null]>(
      `SELECT jurisdiction_id, allocation_period, ${field} FROM ${state}_allocation ORDER BY 1, 2`,
    )
    .raw();
  for (const [id, date, amount] of rows.iterate()) {
    const payments = series.get(id) ?? [];
    payments.push({ month: monthOfDate(date), amount });
    series.set(id, payments);
  }
  return [...series.values()];
}

/** Multiplies one payment of a long series by 10 or by 0.1, a thousand times; returns the share that is found. */
function findErrors(series: readonly Payments[]): number | null {
  const chance = openChance(SEED);
  const long = series.filter(({ length }) => length >= FEWEST_MONTHS);
  const changeable = long.flatMap((payments) =>
    payments.flatMap(({ amount }, at) => (amount === null || amount === 0 ? [] : [{ payments, at, amount }])),
  );
  if (changeable.length === 0) return null;
  let found = 0;
  for (let error = 0; error < ERRORS; error += 1) {
    const chosen = changeable[chance.between(0, changeable.length - 1)];
    const right = chosen?.payments[chosen.at];
    if (!chosen || !right) continue;
    const amount = Math.round(chosen.amount * (chance.hits(0.5) ? 10 : 0.1));
    const marked = findUnusualPayments(chosen.payments.with(chosen.at, { ...right, amount }));
    if (marked.some(({ month }) => month === right.month)) found += 1;
  }
  return (100 * found) / ERRORS;
}

test('of the sample, few payments are marked, and nearly all errors are found', async () => {
  const rig = createPipelineRig();
  await rig.run({ files: await findReportFiles(['fixtures/sample/reports']) });
  const rates = readDataset(rig.database, ({ sqlite }) => measureUnusual(sqlite));
  expect(rates.map(({ state }) => state)).toEqual(['ca', 'tx', 'il', 'nc']);
  for (const { state, marked, found } of rates) {
    console.log(`${state}: ${marked.toFixed(2)}% marked, ${found?.toFixed(1)}% of errors found`);
    expect(marked).toBeLessThanOrEqual(0.5);
    expect(found).toBeGreaterThanOrEqual(95);
  }
});
