import { lastDayOf } from '../../domain/calendar-day.ts';
import { monthly } from '../../domain/publication.ts';
import type { ReportRow } from '../../domain/report.ts';
import { defineKind } from '../../extract/layouts/define-kind.ts';
import {
  amount,
  amountTakenAway,
  type FigureColumn,
  type RowRemark,
  wordColumn,
} from '../../extract/layouts/report-kind.ts';
import { JURISDICTION_CODE } from './counties.ts';

export type StatementLabel = 'jurisdiction_type';
type StatementRow = ReportRow<StatementFigure, StatementLabel>;

const FIGURES = {
  current_distributions: amount(),
  current_advance: amount(),
  net_prior_allocations: amountTakenAway('optional'),
  administrative_cost: amountTakenAway('optional'),
  other_adjustments: amount('optional'),
  net_payment: amount('always'),
} satisfies Record<string, FigureColumn>;

export type StatementFigure = keyof typeof FIGURES;

/** CDTFA's "Local Jurisdiction Statement of Tax Distribution", published by payment month since June 2018. */
export const monthlyStatement = defineKind<StatementFigure, StatementLabel>({
  name: 'ca/monthly-statement',
  title: 'Local Jurisdiction Statement of Tax Distribution',
  // an estimate: no schedule is known (2026), and payments are made in the last third of their month
  published: monthly(lastDayOf),
  code: JURISDICTION_CODE,
  labels: {
    jurisdiction_type: wordColumn('optional', {
      city: 'city',
      county: 'county',
      unincorporatedarea: 'county',
      unincorporatedcounty: 'county',
      transit: 'transit',
      transitauthority: 'transit',
      transitdistrict: 'transit',
      district: 'special_district',
      specialdistrict: 'special_district',
      specialtaxdistrict: 'special_district',
      specialtaxingdistrict: 'special_district',
    }),
  },
  figures: FIGURES,
  layouts: [
    {
      name: 'open data portal',
      headers: {
        period: ['Payment Month'],
        code: ['Jurisdiction Code'],
        name: ['Jurisdiction', 'Jurisdiction Name'],
        jurisdiction_type: ['Jurisdiction Type'],
        current_distributions: ['Current Distributions'],
        current_advance: ['Current Advance'],
        net_prior_allocations: ['Net Prior Allocations'],
        administrative_cost: ['Administrative Cost'],
        other_adjustments: ['Other Adjustments'],
        net_payment: ['Net Payment'],
      },
      // nobody has seen which sign CDTFA's files have
      signs: { net_prior_allocations: 'either', administrative_cost: 'either' },
    },
  ],
  checkRow: checkStatement,
});

function checkStatement({ code, name, month, figures }: StatementRow): RowRemark[] {
  if (figures.net_payment !== null) return [];
  return [{ code: 'net-payment-missing', facts: { code, name, month }, field: 'net_payment' }];
}
