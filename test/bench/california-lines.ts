import type { Chance } from '../../fixtures/sample/chance.ts';
import { scale } from '../../fixtures/sample/economy.ts';
import { type Month, monthAt, monthOfYear } from '../../src/domain/month.ts';
import type { StatementFigure } from '../../src/states/ca/monthly-statement.ts';
import type { QuarterlyFigure } from '../../src/states/ca/quarterly-allocations.ts';
import type { Jurisdiction } from './jurisdictions.ts';
import type { Column, Line } from './report-table.ts';
import { chanceOf, salesMonth, taxOfMonth, taxPaid } from './sales-tax.ts';

const STATEMENT_FIGURES: readonly [StatementFigure, string][] = [
  ['current_distributions', 'Current Distributions'],
  ['current_advance', 'Current Advance'],
  ['net_prior_allocations', 'Net Prior Allocations'],
  ['administrative_cost', 'Administrative Cost'],
  ['other_adjustments', 'Other Adjustments'],
  ['net_payment', 'Net Payment'],
];
export const STATEMENT_COLUMNS: readonly Column[] = [
  { header: 'Payment Month', holds: 'month' },
  { header: 'Jurisdiction Code', holds: 'code' },
  { header: 'Jurisdiction', holds: 'text' },
  { header: 'Jurisdiction Type', holds: 'text' },
  ...STATEMENT_FIGURES.map(([, header]): Column => ({ header, holds: 'amount' })),
];

const QUARTERLY_FIGURES: readonly [QuarterlyFigure, string, 'amount' | 'percent'][] = [
  ['month_1', 'Month 1', 'amount'],
  ['month_2', 'Month 2', 'amount'],
  ['month_3', 'Month 3', 'amount'],
  ['gross', 'Gross', 'amount'],
  ['county_pool_percent', 'County Pool Percent', 'percent'],
  ['county_pool_amount', 'County Pool Amount', 'amount'],
  ['state_pool_percent', 'State Pool Percent', 'percent'],
  ['state_pool_amount', 'State Pool Amount', 'amount'],
  ['county_share_percent', 'County Share Percent', 'percent'],
  ['jurisdiction_share_percent', 'Jurisdiction Share Percent', 'percent'],
  ['adjusted_gross', 'Adjusted Gross', 'amount'],
  ['county_share_amount', 'County Share Amount', 'amount'],
  ['jurisdiction_share_amount', 'Jurisdiction Share Amount', 'amount'],
  ['local_tax', 'Local Tax', 'amount'],
  ['prior_advance', 'Prior Advance', 'amount'],
  ['administrative_cost', 'Administrative Cost', 'amount'],
  ['total', 'Total', 'amount'],
];
export const QUARTERLY_COLUMNS: readonly Column[] = [
  { header: 'Quarter', holds: 'text' },
  { header: 'Jurisdiction Code', holds: 'code' },
  { header: 'Jurisdiction', holds: 'text' },
  ...QUARTERLY_FIGURES.map(([, header, holds]): Column => ({ header, holds })),
];

/** A pool that jurisdictions share, and what those that share it bring in an average month of 2018, in cents. */
export interface Pool {
  amount: number;
  taxed: number;
}

/** The pools of one jurisdiction; `null` where it has no part in them. */
export type Pools = { county: Pool; state: Pool } | null;

/** A hundred percent, in ten-thousandths of a percent. */
const WHOLE = 1_000_000;

/** Whether a month, by its number, pays out the last month of a calendar quarter. */
export function settlesQuarter(month: number): boolean {
  return salesMonth(month) % 3 === 2;
}

/** The line of one jurisdiction in the statement of a month. */
export function statementLine(jurisdiction: Jurisdiction, month: number, pools: Pools): Line {
  const figures: Record<StatementFigure, number | null> = settlesQuarter(month)
    ? settlementFigures(jurisdiction, month, pools)
    : advanceFigures(jurisdiction, month);
  const { code, name, type } = jurisdiction;
  return [monthAt(month), code, name, type, ...STATEMENT_FIGURES.map(([figure]) => figures[figure])];
}

/**
 * The line of one jurisdiction in the report of the quarter that a month settles. The sign of what is shared away
 * differs between files.
 */
export function quarterlyLine(
  jurisdiction: Jurisdiction,
  month: number,
  pools: Pools,
  isShareNegative: boolean,
): Line {
  const figures: Record<QuarterlyFigure, number | null> = quarterlyFigures(jurisdiction, month, pools);
  if (isShareNegative && figures.county_share_amount) figures.county_share_amount *= -1;
  const { code, name } = jurisdiction;
  return [printQuarter(month), code, name, ...QUARTERLY_FIGURES.map(([figure]) => figures[figure])];
}

/** Whether the report of a quarter lacks a jurisdiction, one in 300. */
export function isLeftOut(jurisdiction: Jurisdiction, settled: number): boolean {
  return chanceOf(jurisdiction, -settled - 2).between(1, 300) === 1;
}

const RAISED: readonly StatementFigure[] = ['current_distributions', 'net_payment'];
const RAISED_CENTS = 100;

/** The line of a statement with a dollar more distributed and paid. */
export function raisePayment(line: Line): Line {
  const first = STATEMENT_COLUMNS.length - STATEMENT_FIGURES.length;
  return line.map((value, at) => {
    const [figure] = STATEMENT_FIGURES[at - first] ?? [];
    return typeof value === 'number' && figure && RAISED.includes(figure) ? value + RAISED_CENTS : value;
  });
}

/**
 * Two months of a quarter bring collections and an advance; the quarter-end columns are blank, but for one line in
 * 1,000 with adjustments that count for nothing.
 */
function advanceFigures(jurisdiction: Jurisdiction, month: number) {
  const chance = chanceOf(jurisdiction, month);
  const { taxed, refund } = collect(jurisdiction, month, chance);
  const current_distributions = scale(taxed, chance.between(590, 650), 1000) - refund;
  const current_advance = scale(taxed, chance.between(300, 350), 1000);
  const isOdd = chance.between(1, 1000) === 1;
  return {
    current_distributions,
    current_advance,
    net_prior_allocations: null,
    administrative_cost: null,
    other_adjustments: isOdd ? scale(taxed, 1, 100) : null,
    net_payment: current_distributions + current_advance,
  };
}

/** The tax of a month, and what of it was paid back: one month in 400 more or less all of it. */
function collect(jurisdiction: Jurisdiction, month: number, chance: Chance) {
  const taxed = taxPaid(jurisdiction, month, chance);
  const isRefunded = chance.between(1, 400) === 1;
  return { taxed, refund: isRefunded ? scale(taxed, chance.between(300, 1500), 1000) : 0 };
}

function quarterlyFigures(jurisdiction: Jurisdiction, month: number, pools: Pools) {
  const collected = (each: number) => {
    const { taxed, refund } = collect(jurisdiction, each, chanceOf(jurisdiction, each));
    return taxed - refund;
  };
  const [month_1, month_2, month_3] = [collected(month - 2), collected(month - 1), collected(month)];
  const gross = month_1 + month_2 + month_3;
  const chance = chanceOf(jurisdiction, -month);
  const { monthly, type } = jurisdiction;
  const county = partOf(pools?.county, monthly, month, chance);
  const state = partOf(pools?.state, monthly, month, chance);
  const adjusted_gross = gross + county.amount + state.amount;
  // cities share with their county by an agreement, which stays; the others do not
  const shared = type === 'City' ? (Number(jurisdiction.code) % 11) * 10_000 : 0;
  const county_share_amount = scale(adjusted_gross, shared, WHOLE);
  const local_tax = adjusted_gross - county_share_amount;
  const prior_advance =
    advanceFigures(jurisdiction, month - 2).net_payment + advanceFigures(jurisdiction, month - 1).net_payment;
  const administrative_cost = scale(local_tax, chance.between(80, 110), 10_000);
  return {
    month_1,
    month_2,
    month_3,
    gross,
    county_pool_percent: county.percent,
    county_pool_amount: county.amount,
    state_pool_percent: state.percent,
    state_pool_amount: state.amount,
    county_share_percent: type === 'County' ? null : shared,
    jurisdiction_share_percent: type === 'County' ? null : WHOLE - shared,
    adjusted_gross,
    county_share_amount,
    jurisdiction_share_amount: local_tax,
    local_tax,
    prior_advance,
    administrative_cost,
    total: local_tax - prior_advance - administrative_cost,
  };
}

/** One jurisdiction's part of what a pool has for the quarter that is settled in a month. */
function partOf(pool: Pool | undefined, monthly: number, settled: number, chance: Chance) {
  if (!pool || pool.taxed === 0) return { percent: 0, amount: 0 };
  const percent = scale(scale(WHOLE, monthly, pool.taxed), chance.between(970, 1030), 1000);
  const sales = salesMonth(settled);
  const pooled = [sales - 2, sales - 1, sales].reduce((sum, each) => sum + taxOfMonth(pool.amount, each), 0);
  return { percent, amount: scale(pooled, percent, WHOLE) };
}

/**
 * The statement shows part of the quarter's local tax as adjustments, the rest as distributed. Credits, one in 500,
 * are left out of the quarterly report. In one line of 200 advance and cost are left to the quarterly report, in another
 * the cost is another than there.
 */
function settlementFigures(jurisdiction: Jurisdiction, month: number, pools: Pools) {
  const { local_tax, prior_advance, administrative_cost, total } = quarterlyFigures(
    jurisdiction,
    month,
    pools,
  );
  const chance = chanceOf(jurisdiction, -month - 1);
  const isAdjusted = chance.between(0, 2) > 0;
  const adjusted = isAdjusted ? scale(local_tax, chance.between(-60, 40), 10_000) : 0;
  const credit = chance.between(1, 500) === 1 ? scale(local_tax, chance.between(2, 9), 1000) : 0;
  const oddity = chance.between(1, 200);
  const more = oddity === 1 ? chance.between(1, 99) : 0;
  const isLeftToQuarterly = oddity === 2;
  return {
    current_distributions: local_tax - adjusted,
    current_advance: 0,
    net_prior_allocations: isLeftToQuarterly ? null : prior_advance,
    administrative_cost: isLeftToQuarterly ? null : administrative_cost + more,
    other_adjustments: adjusted + credit,
    net_payment: total + credit - more,
  };
}

/** The quarter of sales that a month settles: `3Q-23`; two digits of a year mean one of this century. */
function printQuarter(settled: number): string {
  const month: Month = monthAt(salesMonth(settled));
  const year = month < '2000' ? ` ${month.slice(0, 4)}` : `-${month.slice(2, 4)}`;
  return `${Math.ceil(monthOfYear(month) / 3)}Q${year}`;
}
