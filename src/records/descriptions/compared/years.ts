import { firstDay, type Month } from '../../../domain/month.ts';
import { column, type WrittenColumn } from '../../description.ts';
import type { ComparedPart } from './compared-figures.ts';

/** A calendar or fiscal year, as far as it goes. */
export interface Year<Sum> {
  /** `2025`, or `2025-26`. */
  year: string;
  years: 'calendar' | 'fiscal';
  /** Its last month so far. */
  month: Month;
  /** The month of the sales behind its last payment. */
  salesMonth: Month | null;
  sum: Sum;
  /** How many of its months have a payment. */
  months: number;
  /** Whether its last month is in the dataset. */
  isClosed: boolean;
  /** How many payments of its months, and of the same months a year before, the checks doubt. */
  doubtful: number;
}

/** Years as rows have the figures of a payment under the same names. */
export const YEAR_SO_FAR: ComparedPart = {
  name: 'value',
  heading: 'Sum',
  meaning: 'the sum of the months of the year so far',
};

export const YEAR_COLUMNS: readonly WrittenColumn<Year<unknown>>[] = [
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
  column(
    'doubtful',
    'number',
    'Doubtful',
    'How many payments of its months, and of the same months a year before, the checks doubt',
  ),
];

/** The columns of a text table of years. */
export const SHOWN_OF_YEAR = [
  ...['year', 'last_month', 'last_sales_month', 'closed', 'months'],
  ...['value', 'year_ago', 'change', 'comparable_change', 'difference', 'missing', 'left_out'],
];
