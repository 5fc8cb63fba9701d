import type { Measured } from '../../derive/figure.ts';
import type { Unit } from '../../domain/allocation.ts';
import type { Month } from '../../domain/month.ts';
import type { Standing } from '../../domain/reading/ready-made.ts';
import { column, describe, figure } from '../description.ts';
import { BASIS, CONVERSION, FIELD, FISCAL_YEAR_START, MONTHS, SELECTION } from '../filters/shared-filters.ts';
import { doubtGroup, MONTH, SALES_MONTH_COLUMN, type ShownDoubt } from './shared-columns.ts';

/** A month of a selection. */
export interface MonthRow extends Standing {
  month: Month;
  salesMonth: Month | null;
  /** `2025-26`, or `2025` if it starts in January. */
  fiscalYear: string;
  unit: Unit;
  members: number;
  payment: Measured;
  fiscalYearToDate: Measured;
  twelveMonths: Measured;
  doubt: ShownDoubt | null;
}

const unitOf = ({ unit }: MonthRow) => unit;

export const monthRecord = describe<MonthRow>()({
  name: 'months',
  one: 'month',
  address: '/api/:state/sales-tax/months',
  tag: 'analysis',
  title: 'Compare each month of a selection with the year before',
  notes:
    'The newest month comes first. The selection is one place or the sum of several. A sum has all payments of its places; what is missing is counted. A change compares the places that have every payment of both. A sum of one place is null if one of its payments is missing, and one of twelve months also if more than 1 % of the payments are. Percentages have means of their quarter ends instead of sums. Ranks and shares are null with per or prices.',
  filters: {
    ...SELECTION,
    field: FIELD,
    months: MONTHS,
    by: {
      kind: 'choice',
      meaning: 'Whether the payment of a record is that of a month or of the quarter that a month settles',
      choices: ['month', 'quarter'],
    },
    basis: BASIS,
    fiscal_year_start: FISCAL_YEAR_START,
    ...CONVERSION,
  },
  paging: { largest: 1000, usual: 1000 },
  shown: ['month', 'sales_month', 'payment', 'twelve_months', 'fiscal_year_to_date'],
  members: [
    MONTH,
    SALES_MONTH_COLUMN,
    column('fiscal_year', 'text', 'Fiscal year', 'The fiscal year that the payment counts in', {
      example: '2023-24',
      read: ({ fiscalYear }) => fiscalYear,
    }),
    column(
      'members',
      'number',
      'Places',
      'Places with a datapoint in the month or in one of the 24 before it',
    ),
    figure(
      'payment',
      'Payment',
      'The figure of the month, or of the quarter',
      ({ payment }) => payment,
      unitOf,
    ),
    figure(
      'fiscal_year_to_date',
      'Fiscal year to date',
      'The sum of the fiscal year so far',
      (row) => row.fiscalYearToDate,
      unitOf,
    ),
    figure(
      'twelve_months',
      'Twelve months',
      'The sum of the twelve months that end here',
      (row) => row.twelveMonths,
      unitOf,
    ),
    column(
      'rank',
      'number?',
      'Rank',
      'Rank of a place by this figure in the state and type: 1 is the largest',
    ),
    column('ranked', 'number?', 'Ranked', 'How many places of the type have the figure in this month'),
    column(
      'share_of_county',
      'ratio?',
      'Share of county',
      'Share of the sum of all places of the same type in the county',
      { read: ({ shareOfCounty }) => shareOfCounty },
    ),
    column(
      'share_of_state',
      'ratio?',
      'Share of state',
      'Share of the sum of all places of the same type in the state. null for percentages, as the rank',
      { read: ({ shareOfState }) => shareOfState },
    ),
    doubtGroup(({ doubt }) => doubt),
  ],
  examples: [
    'ca --jurisdiction "Alder Creek" --months 2026-01..',
    'ca --type city --county Alameda',
    'tx --by quarter',
  ],
});
