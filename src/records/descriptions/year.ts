import { firstDay, type Month } from '../../domain/month.ts';
import type { WrittenColumn } from '../description.ts';
import type { ComparedPart } from './compared-figures.ts';

/** A calendar or fiscal year, as far as it goes. */
export interface Year<Sum> {
  /** `2025`, or `2025-26`. */
  year: string;
  years: 'calendar' | 'fiscal';
  /** Its last month so far. */
  month: Month;
  sum: Sum;
}

/** Years as rows have the figures of a payment under the same names. */
export const YEAR_SO_FAR: ComparedPart = {
  name: 'value',
  heading: 'Sum',
  meaning: 'the sum of the months of the year so far',
};

export const YEAR_COLUMNS: readonly WrittenColumn<Year<unknown>>[] = [
  { name: 'year', type: 'text', heading: 'Year', meaning: 'The year, such as 2025 or 2025-26' },
  {
    name: 'years',
    type: 'choice',
    heading: 'Kind of year',
    meaning: 'Whether it is a calendar or a fiscal year',
    choices: ['calendar', 'fiscal'],
  },
  {
    name: 'last_month',
    type: 'month',
    heading: 'To',
    meaning: 'Its last month in the dataset. A sum ends with it',
    read: ({ month }) => firstDay(month),
  },
];
