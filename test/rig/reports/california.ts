import { addMonths, type Month, monthOfYear } from '../../../src/domain/month.ts';
import type { StatementFigure } from '../../../src/states/ca/monthly-statement.ts';
import type { QuarterlyFigure } from '../../../src/states/ca/quarterly-allocations.ts';
import type { Chance } from './chance.ts';
import type { Column } from './report-table.ts';
import { scale } from './scale.ts';

/** Amounts in cents, percentages in ten-thousandths of a percent; `null` is blank. */
export type StatementFigures = Record<StatementFigure, number | null>;
export type QuarterlyFigures = Record<QuarterlyFigure, number | null>;

const STATEMENT_HEADERS: readonly [StatementFigure, string][] = [
  ['current_distributions', 'Current Distributions'],
  ['current_advance', 'Current Advance'],
  ['net_prior_allocations', 'Net Prior Allocations'],
  ['administrative_cost', 'Administrative Cost'],
  ['other_adjustments', 'Other Adjustments'],
  ['net_payment', 'Net Payment'],
];
/** In the order of the columns. */
export const STATEMENT_FIGURES = STATEMENT_HEADERS.map(([figure]) => figure);
export const STATEMENT_COLUMNS: readonly Column[] = [
  column('Payment Month', 'month'),
  column('Jurisdiction Code', 'code'),
  column('Jurisdiction', 'text', 'JurisdictionName'),
  column('Jurisdiction Type', 'text'),
  ...STATEMENT_HEADERS.map(([, header]) => column(header, 'amount')),
];

const QUARTERLY_HEADERS: readonly [QuarterlyFigure, string][] = [
  ['month_1', 'Month 1'],
  ['month_2', 'Month 2'],
  ['month_3', 'Month 3'],
  ['gross', 'Gross'],
  ['county_pool_percent', 'County Pool Percent'],
  ['county_pool_amount', 'County Pool Amount'],
  ['state_pool_percent', 'State Pool Percent'],
  ['state_pool_amount', 'State Pool Amount'],
  ['county_share_percent', 'County Share Percent'],
  ['jurisdiction_share_percent', 'Jurisdiction Share Percent'],
  ['adjusted_gross', 'Adjusted Gross'],
  ['county_share_amount', 'County Share Amount'],
  ['jurisdiction_share_amount', 'Jurisdiction Share Amount'],
  ['local_tax', 'Local Tax'],
  ['prior_advance', 'Prior Advance'],
  ['administrative_cost', 'Administrative Cost'],
  ['total', 'Total'],
];
/** In the order of the columns. */
export const QUARTERLY_FIGURES = QUARTERLY_HEADERS.map(([figure]) => figure);
export const QUARTERLY_COLUMNS: readonly Column[] = [
  column('Quarter', 'text'),
  column('Jurisdiction Code', 'code'),
  column('Jurisdiction', 'text', 'JurisdictionName'),
  ...QUARTERLY_HEADERS.map(([, header]) => column(header, header.endsWith('Percent') ? 'percent' : 'amount')),
];

function column(header: string, holds: Column['holds'], apiName = header.replaceAll(' ', '')): Column {
  return { header, apiName, holds };
}

/** A hundred percent, in ten-thousandths of a percent. */
export const WHOLE = 1_000_000;

/** Figures of a month that settles no quarter: the quarter-end columns are blank. */
export function advanceFigures(taxed: number, refund: number, chance: Chance) {
  const current_distributions = scale(taxed, chance.between(590, 650), 1000) - refund;
  const current_advance = scale(taxed, chance.between(300, 350), 1000);
  return {
    current_distributions,
    current_advance,
    net_prior_allocations: null,
    administrative_cost: null,
    other_adjustments: null,
    net_payment: current_distributions + current_advance,
  };
}

export interface PoolShare {
  percent: number;
  amount: number;
}

/** Draws a share of about `percent` of what a pool holds for a quarter. */
export function drawPoolShare(percent: number, pooled: number, chance: Chance): PoolShare {
  const drawn = scale(percent, chance.between(970, 1030), 1000);
  return { percent: drawn, amount: scale(pooled, drawn, WHOLE) };
}

export interface Quarter {
  /** Collected in each of the three months, less refunds. */
  collected: readonly number[];
  county: PoolShare;
  state: PoolShare;
  /** Percentage that goes to the county. */
  shared: number;
  /** Whether the share columns are blank, as for unincorporated areas. */
  hasNoShares: boolean;
  prior_advance: number;
}

export function quarterlyFigures(quarter: Quarter, chance: Chance) {
  const { collected, county, state, shared, hasNoShares, prior_advance } = quarter;
  const [month_1 = 0, month_2 = 0, month_3 = 0] = collected;
  const gross = month_1 + month_2 + month_3;
  const adjusted_gross = gross + county.amount + state.amount;
  const county_share_amount = scale(adjusted_gross, shared, WHOLE);
  const local_tax = adjusted_gross - county_share_amount;
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
    county_share_percent: hasNoShares ? null : shared,
    jurisdiction_share_percent: hasNoShares ? null : WHOLE - shared,
    adjusted_gross,
    county_share_amount,
    jurisdiction_share_amount: local_tax,
    local_tax,
    prior_advance,
    administrative_cost,
    total: local_tax - prior_advance - administrative_cost,
  };
}

/** Draws how much of a quarter's local tax the statement prints as an adjustment. */
export function drawAdjustment(localTax: number, chance: Chance): number {
  const isAdjusted = chance.between(0, 2) > 0;
  return isAdjusted ? scale(localTax, chance.between(-60, 40), 10_000) : 0;
}

/** The statement's figures of the month that settles a quarter. */
export function settlementFigures(quarterly: ReturnType<typeof quarterlyFigures>, adjusted: number) {
  const { local_tax, prior_advance, administrative_cost, total } = quarterly;
  return {
    current_distributions: local_tax - adjusted,
    current_advance: 0,
    net_prior_allocations: prior_advance,
    administrative_cost,
    other_adjustments: adjusted,
    net_payment: total,
  };
}

/** The sign that a report prints before the county's share differs between reports. */
export function printNegativeShare(figures: QuarterlyFigures): QuarterlyFigures {
  const share = figures.county_share_amount;
  return { ...figures, county_share_amount: share ? -share : share };
}

/** The quarter of sales that a month settles: `3Q-23`, or `3Q 1993` before 2000. */
export function printQuarter(settled: Month): string {
  const month = addMonths(settled, -2);
  const year = month < '2000' ? ` ${month.slice(0, 4)}` : `-${month.slice(2, 4)}`;
  return `${Math.ceil(monthOfYear(month) / 3)}Q${year}`;
}
