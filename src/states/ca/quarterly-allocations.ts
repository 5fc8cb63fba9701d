import { lastDayOf } from '../../domain/calendar-day.ts';
import { placeName } from '../../domain/findings/template.ts';
import { addMonths, formatMonth, type Month, parsePrintedQuarter } from '../../domain/month.ts';
import type { ReportRow } from '../../domain/report.ts';
import { defineKind } from '../../extract/layouts/define-kind.ts';
import {
  amount,
  amountTakenAway,
  type FigureColumn,
  percent,
  periodColumn,
  type RowRemark,
} from '../../extract/layouts/report-kind.ts';
import { JURISDICTION_CODE } from './counties.ts';

/** The allocation period that settles a quarter of sales: two months after its last month. */
function settlementOfQuarter(text: string): Month | undefined {
  const lastMonth = parsePrintedQuarter(text);
  return lastMonth && addMonths(lastMonth, 2);
}

const FIGURES = {
  month_1: amount(),
  month_2: amount(),
  month_3: amount(),
  gross: amount(),
  county_pool_percent: percent(),
  county_pool_amount: amount(),
  state_pool_percent: percent(),
  state_pool_amount: amount(),
  county_share_percent: percent(),
  jurisdiction_share_percent: percent(),
  adjusted_gross: amount(),
  county_share_amount: amountTakenAway(),
  jurisdiction_share_amount: amount(),
  local_tax: amount(),
  prior_advance: amountTakenAway(),
  administrative_cost: amountTakenAway(),
  total: amount('always'),
} satisfies Record<string, FigureColumn>;

/** One percent, and how far rounded shares may be off, in millionths of a percent. */
const [ONE_PERCENT, SHARES_OFF] = [1_000_000, 10_000];

export type QuarterlyFigure = keyof typeof FIGURES;

/** CDTFA's quarterly distribution summary, by calendar quarter of sales. */
export const quarterlyAllocations = defineKind<QuarterlyFigure>({
  name: 'ca/quarterly-allocations',
  title: 'Quarterly distribution summary',
  // sales of January to March are settled in May; the summary needs that payment, so it is expected a month later
  published: { every: 3, paidAfter: 4, dueBy: (month) => lastDayOf(addMonths(month, 1)) },
  code: JURISDICTION_CODE,
  period: periodColumn('a quarter like 3Q-23, Q3 2023 or 2023-Q3', settlementOfQuarter),
  figures: FIGURES,
  layouts: [
    {
      name: 'printed report',
      headers: {
        period: ['Quarter'],
        code: ['Jurisdiction Code'],
        name: ['Jurisdiction', 'Jurisdiction Name'],
        month_1: ['Month 1'],
        month_2: ['Month 2'],
        month_3: ['Month 3'],
        gross: ['Gross'],
        county_pool_percent: ['County Pool Percent'],
        county_pool_amount: ['County Pool Amount'],
        state_pool_percent: ['State Pool Percent'],
        state_pool_amount: ['State Pool Amount'],
        county_share_percent: ['County Share Percent'],
        jurisdiction_share_percent: ['Jurisdiction Share Percent'],
        adjusted_gross: ['Adjusted Gross'],
        county_share_amount: ['County Share Amount'],
        jurisdiction_share_amount: ['Jurisdiction Share Amount'],
        local_tax: ['Local Tax'],
        prior_advance: ['Prior Advance'],
        administrative_cost: ['Administrative Cost'],
        total: ['Total'],
      },
      signs: { county_share_amount: 'either', prior_advance: 'either', administrative_cost: 'either' },
    },
  ],
  checkRow: checkShares,
});

/** The shares of county and jurisdiction add up to 100 percent, or to 1 if they are printed as fractions. */
function checkShares({ code, name, month, figures }: ReportRow<QuarterlyFigure, never>): RowRemark[] {
  const { county_share_percent: county, jurisdiction_share_percent: jurisdiction } = figures;
  if (county === null || jurisdiction === null) return [];
  if (Math.abs(county + jurisdiction - ONE_PERCENT) > SHARES_OFF) return [];
  const facts = {
    what: `The shares of ${placeName(name, code)} in ${formatMonth(month)} add up to 1%, as fractions do.`,
    expects: 'percentages like 80',
    advice: 'Multiply the percentages by 100, or give their cells a percent format.',
  };
  return [{ code: 'unreadable-cell', facts, field: 'county_share_percent' }];
}
