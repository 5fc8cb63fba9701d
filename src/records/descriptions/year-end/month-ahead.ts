import type { UsualError } from '../../../derive/error-bands.ts';
import type { NoForecast } from '../../../derive/months-ahead.ts';
import type { MonthAhead } from '../../../derive/months-ahead-errors.ts';
import { firstDay, type Month, monthAt } from '../../../domain/month.ts';
import { column, describe, type WrittenColumn } from '../../description.ts';
import { FIGURE_META } from '../../filters/shared-filters.ts';
import { SALES_PERIOD, type ShownPlace } from '../shared-columns.ts';
import { millionths, OF_STATE_YEARS, placeOfLine, THROUGH } from './projection.ts';

/** One of the next twelve months of one jurisdiction. Amounts in cents. */
export interface PlaceMonthAhead extends MonthAhead {
  subject: ShownPlace;
  /** As `monthIndex`. */
  month: number;
  /** The month of its sales; `null` if no source states it. */
  salesMonth: Month | null;
  yearAgo: number | null;
  reason: NoForecast | null;
  /** The used months that the checks doubt, as text. */
  doubtfulMonths: string | null;
}

const REASONS: Readonly<Record<NoForecast, string>> = {
  'too-short': 'fewer than 24 months above zero in a row',
  unlike: 'last year is not like the one before',
};

/** The estimate of a month or total between the ends of its range. */
function estimate(
  prefix: string,
  [subject, Heading]: [subject: string, heading: string],
  [middle, usual]: [
    middle: (line: PlaceMonthAhead) => number | null,
    usual: (line: PlaceMonthAhead) => UsualError | null,
  ],
): WrittenColumn<PlaceMonthAhead>[] {
  const range = `The ends are the 10th and the 90th percentile of the errors that such forecasts had in earlier years, for the fifth of the jurisdictions with the most similar size. null with errors of fewer than three years`;
  return [
    column(`${prefix}low`, 'amount?', `${Heading}low`, `The lower end of the range of ${subject}. ${range}`, {
      read: (line) => usual(line)?.range?.low ?? null,
    }),
    column(
      `${prefix}middle`,
      'amount?',
      `${Heading}middle`,
      `The estimate of ${subject}. null without a forecast: see the reason`,
      { read: middle },
    ),
    column(`${prefix}high`, 'amount?', `${Heading}high`, `The upper end of the range of ${subject}`, {
      read: (line) => usual(line)?.range?.high ?? null,
    }),
  ];
}

const { fiscal_year_start: _, ...FILTERS } = OF_STATE_YEARS;

export const monthAheadRecord = describe<PlaceMonthAhead>()({
  name: 'months_ahead',
  one: 'coming_month',
  address: '/api/:state/sales-tax/months-ahead',
  tag: 'analysis',
  title: 'Forecast the next twelve months of each jurisdiction',
  notes:
    "Twelve records for each jurisdiction with a datapoint in the last known month or in one of the 24 months before it, in the order of ids: one for each month after the last known one. The totals add up the months from the first one, so that the twelfth record has the whole year. An estimate is the mean of three forecasts of the payments' logarithms: damped Holt-Winters, Theta, and the month a year before with half of the growth of the last twelve months.",
  filters: FILTERS,
  meta: {
    ...THROUGH,
    basis: FIGURE_META.basis,
    range_held: {
      type: 'ratio',
      meaning:
        'The share of the ranges of earlier years that held for the total of twelve months, as a fraction, for all jurisdictions of the state. null with fewer than ten such ranges',
      isNullable: true,
    },
  },
  shown: [
    ...['name', 'month', 'year_ago', 'low', 'middle', 'high'],
    ...['total_low', 'total_middle', 'total_high', 'reason'],
  ],
  members: [
    placeOfLine<PlaceMonthAhead>(),
    column('month', 'month', 'Month', 'The month: of payment, or of sales with basis=sales', {
      example: '2025-05-01',
      read: ({ month }) => firstDay(monthAt(month)),
    }),
    SALES_PERIOD,
    column('ahead', 'number', 'Ahead', 'How many months after the last known one, 1 to 12'),
    column('year_ago', 'amount?', 'Year ago', 'The payment of the same month a year before'),
    ...estimate('', ['the month', ''], [({ middle }) => middle, ({ usual }) => usual]),
    ...estimate(
      'total_',
      ['all months from the first one ahead to this one', 'Total '],
      [({ total }) => total, ({ totalUsual }) => totalUsual],
    ),
    column(
      'usual_error',
      'ratio?',
      'Usual error',
      'In earlier years, half of such totals for jurisdictions of like size were off by this share of the actual sum or less. null with fewer than ten of them',
      { read: ({ totalUsual }) => totalUsual && millionths(totalUsual.median) },
    ),
    column(
      'reason',
      'text?',
      'Reason',
      'Why there is no forecast. null if there is one. Last year, the last twelve months, is not like the one before if it has more than three times as much, or less than a third',
      { read: ({ reason }) => reason && REASONS[reason] },
    ),
    column(
      'doubtful_months',
      'text?',
      'Doubtful months',
      'Those of the last 24 known months with a payment that the checks doubt. null if there are none',
    ),
  ],
  examples: ['ca --jurisdiction "Alder Creek"', 'ca --through 2025-12 --format csv'],
});
