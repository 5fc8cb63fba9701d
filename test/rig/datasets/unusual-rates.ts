import type Database from 'better-sqlite3';
import { findUnusualPayments } from '../../../src/derive/unusual-payments.ts';
import { type Month, monthOfDate } from '../../../src/domain/month.ts';
import { STATES } from '../../../src/states/index.ts';
import { Random } from '../reports/chance.ts';

type Payments = { month: Month; amount: number | null }[];

/** How well unusual payments are told apart, in one state. */
export interface UnusualRates {
  state: string;
  datapoints: number;
  /** The share of all datapoints that are marked, in percent. */
  marked: number;
  /** The share of tenfold and tenth-part errors that are marked, in percent; `null` if no series is long enough. */
  found: number | null;
}

const ERRORS = 1_000;
const FEWEST_MONTHS = 24;
const SEED = 24;

/** Measures the rule of unusual payments over a dataset: what it marks, and which of 1,000 random errors it finds. */
export function measureUnusual(sqlite: Database.Database): UnusualRates[] {
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
  const random = new Random(SEED);
  const long = series.filter(({ length }) => length >= FEWEST_MONTHS);
  const changeable = long.flatMap((payments) =>
    payments.flatMap(({ amount }, at) => (amount === null || amount === 0 ? [] : [{ payments, at, amount }])),
  );
  if (changeable.length === 0) return null;
  let found = 0;
  for (let error = 0; error < ERRORS; error += 1) {
    const chosen = changeable[random.below(changeable.length)];
    const right = chosen?.payments[chosen.at];
    if (!chosen || !right) continue;
    const amount = Math.round(chosen.amount * (random.below(2) === 0 ? 10 : 0.1));
    const marked = findUnusualPayments(chosen.payments.with(chosen.at, { ...right, amount }));
    if (marked.some(({ month }) => month === right.month)) found += 1;
  }
  return (100 * found) / ERRORS;
}
