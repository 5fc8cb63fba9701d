import type { StatementFigure } from '../../../src/states/ca/monthly-statement.ts';
import type { QuarterlyFigure } from '../../../src/states/ca/quarterly-allocations.ts';
import type { Column } from './report-table.ts';

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
