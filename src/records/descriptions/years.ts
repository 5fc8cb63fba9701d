import type { Measured } from '../../derive/figure.ts';
import type { Unit } from '../../domain/allocation.ts';
import { firstDay, type Month } from '../../domain/month.ts';
import { column, describe, figure } from '../description.ts';
import { BASIS, CONVERSION, FIELD, FISCAL_YEAR_START, MONTHS, SELECTION } from '../filters/shared-filters.ts';

/** A calendar or fiscal year of a selection, as far as it goes. */
export interface YearRow {
  /** `2025`, or `2025-26`. */
  year: string;
  years: 'calendar' | 'fiscal';
  /** Its last month so far. */
  month: Month;
  salesMonth: Month | null;
  unit: Unit;
  /** How many of its months have a payment. */
  months: number;
  /** Whether its last month is in the dataset. */
  isClosed: boolean;
  sum: Measured;
}

export const yearRecord = describe<YearRow>()({
  name: 'years',
  one: 'year',
  address: '/api/:state/sales-tax/years',
  tag: 'analysis',
  title: 'Compare each year of a selection with the year before',
  notes:
    'The calendar years, then the fiscal years, the newest first. A year is compared with the same months a year before. Sums and changes are those of months.',
  filters: {
    ...SELECTION,
    field: FIELD,
    months: MONTHS,
    basis: BASIS,
    fiscal_year_start: FISCAL_YEAR_START,
    ...CONVERSION,
  },
  paging: { largest: 1000, usual: 1000 },
  shown: [
    'year',
    'last_month',
    'last_sales_month',
    'closed',
    'months',
    'sum',
    'sum_ago',
    'sum_difference',
    'sum_missing',
  ],
  members: [
    column('year', 'text', 'Year', 'The year, such as 2025 or 2025-26'),
    column('years', 'choice', 'Kind of year', 'Whether it is a calendar or a fiscal year', {
      choices: ['calendar', 'fiscal'],
    }),
    column('last_month', 'month', 'To', 'Its last month in the dataset. A sum ends with it', {
      read: ({ month }) => firstDay(month),
    }),
    column(
      'last_sales_month',
      'month?',
      'To sales of',
      'The month of the sales behind its last payment. null if no source states it',
      { read: ({ salesMonth }) => salesMonth && firstDay(salesMonth) },
    ),
    column('months', 'number', 'Months', 'How many of its months have a payment'),
    column('closed', 'choice', 'Closed', 'Whether the last month of the year is in the dataset', {
      choices: ['yes', 'no'],
      read: ({ isClosed }) => (isClosed ? 'yes' : 'no'),
    }),
    figure(
      'sum',
      'Sum',
      'The sum of the months of the year so far',
      ({ sum }) => sum,
      ({ unit }) => unit,
    ),
  ],
  examples: ['ca --jurisdiction "Alder Creek"', 'tx --type city --fiscal-year-start 7'],
});
