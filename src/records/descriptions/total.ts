import type { GroupFigure, MonthTotal } from '../../derive/group-sum.ts';
import type { Month } from '../../domain/month.ts';
import { describe } from '../description.ts';
import { BASIS, FIGURE_META, FISCAL_YEAR_START, MONTHS, OF_STATE } from '../filters/shared-filters.ts';
import {
  allCompared,
  allOfGroups,
  comparableColumns,
  type Doubted,
  doubtfulColumns,
  groupColumns,
  shownFigures,
} from './compared/compared-figures.ts';
import { SHOWN_OF_YEAR, YEAR_COLUMNS, YEAR_SO_FAR, type Year } from './compared/years.ts';
import { MEMBERS } from './comparison.ts';
import { ALLOCATION_PERIOD, FISCAL_YEAR, SALES_PERIOD } from './shared-columns.ts';

export type DatedTotal = MonthTotal & Doubted & { salesMonth: Month | null };

export const totalRecord = describe<DatedTotal>()({
  name: 'totals',
  one: 'month_total',
  address: '/api/:state/sales-tax/totals',
  tag: 'analysis',
  title: 'Add up many jurisdictions month by month',
  notes:
    'One record for each month, newest first: the sum of all jurisdictions of the filter, as the comparison of that month gives it. A sum has all payments that the members got in its months, so it is the sum of their values. A change is like for like: that of the members with every payment of both years.',
  filters: {
    state: { kind: 'state', meaning: 'State to add up', isArgument: true, isRequired: true },
    ...OF_STATE,
    field: {
      kind: 'text',
      meaning: 'The amount to add up. Default: the payment',
      example: 'net_payment',
    },
    fiscal_year_start: FISCAL_YEAR_START,
    basis: BASIS,
    ...MONTHS,
  },
  paging: { largest: 1000, usual: 1000 },
  meta: FIGURE_META,
  shown: [
    ...['allocation_period', 'sales_period'],
    ...shownFigures('payment', 'rollingYear', 'yearToDate', 'fiscalYearToDate'),
    ...['members', 'missing', 'left_out'],
  ],
  members: [
    ALLOCATION_PERIOD,
    SALES_PERIOD,
    FISCAL_YEAR,
    ...MEMBERS,
    ...doubtfulColumns<DatedTotal>(),
    ...allCompared<DatedTotal>({ type: 'amount' }),
    ...allOfGroups<DatedTotal>((total) => total),
  ],
  examples: ['ca --type city --county Alameda', 'tx --view year', 'il --from 2020-01 --format csv'],
});

export const totalYearRecord = describe<Year<GroupFigure>>()({
  name: 'total_years',
  one: 'total_year',
  address: '/api/:state/sales-tax/years',
  command: null,
  tag: 'analysis',
  title: 'Add up many jurisdictions year by year',
  notes: 'The calendar years, newest first, then the fiscal years.',
  filters: totalRecord.filters,
  shown: SHOWN_OF_YEAR,
  paging: { largest: 1000, usual: 1000 },
  meta: FIGURE_META,
  members: [
    ...YEAR_COLUMNS,
    ...comparableColumns<Year<GroupFigure>>(YEAR_SO_FAR, { type: 'amount' }, ({ sum }) => sum),
    ...groupColumns<Year<GroupFigure>>(YEAR_SO_FAR, ({ sum }) => sum),
  ],
});
