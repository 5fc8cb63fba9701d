import type { BudgetMonth } from '../../../derive/budget.ts';
import type { PlaceProjection } from '../../../derive/projection.ts';
import { firstDay, type Month, monthAt } from '../../../domain/month.ts';
import { column, describe, type WrittenColumn, within } from '../../description.ts';
import { FIGURE_META } from '../../filters/shared-filters.ts';
import { SALES_PERIOD, type ShownPlace } from '../shared-columns.ts';
import { CAUTION, type KnownYear, OF_STATE_YEARS, OF_YEAR, placeOfLine } from './projection.ts';

export interface PlaceBudgetMonth extends KnownYear, Pick<PlaceProjection, 'taxChanges' | 'isReliable'> {
  subject: ShownPlace;
  ofMonth: BudgetMonth;
  /** The month of its sales; `null` if no source states it. */
  salesMonth: Month | null;
  /** The whole budget, in cents. */
  yearBudget: number;
  /** What the year will probably add up to; null if there is no estimate. */
  projected: number | null;
  /** The note of the register. */
  note: string | null;
}

const OF_MONTH: readonly WrittenColumn<BudgetMonth>[] = [
  column('budget', 'amount', 'Budget', 'The part of the budget for the month'),
  column('actual', 'amount?', 'Actual', 'The payment. null if it is not known'),
  column('budget_to_date', 'amount', 'Budget to date', 'The budget from the start of the year to the month'),
  column(
    'actual_to_date',
    'amount?',
    'Actual to date',
    'The payments from the start of the year to the month. null if one is not known',
  ),
  column('difference', 'amount?', 'Difference', 'The payments to date less the budget to date'),
  column(
    'difference_share',
    'ratio?',
    'Difference %',
    'The difference as a fraction of the budget to date. null if that is 0',
  ),
];

export const budgetMonthRecord = describe<PlaceBudgetMonth>()({
  name: 'budget_months',
  one: 'budget_month',
  address: '/api/:state/sales-tax/budget-months',
  tag: 'analysis',
  title: 'Set the payments of a year against the budget, month by month',
  notes:
    'One record for each month of the year of the last known month, for each jurisdiction with a budget for that year, in the order of ids. Budgets are in the register budgets.csv. A budget is spread over the months by their usual shares, as the mean of the two years before.',
  usesBudgets: true,
  filters: {
    ...OF_STATE_YEARS,
    amount: {
      kind: 'count',
      meaning: 'A budget in dollars for each chosen jurisdiction, in place of that of the register',
      example: 20_100_000,
      most: 9_000_000_000,
    },
  },
  meta: { fiscal_year_start: FIGURE_META.fiscal_year_start, basis: FIGURE_META.basis },
  shown: [
    ...['name', 'month', 'budget', 'actual', 'budget_to_date', 'actual_to_date', 'difference'],
    ...['difference_share', 'projected_difference', 'caution'],
  ],
  members: [
    placeOfLine<PlaceBudgetMonth>(),
    ...OF_YEAR,
    column('month', 'month', 'Month', 'The month: of payment, or of sales with basis=sales', {
      example: '2024-05-01',
      read: (line) => firstDay(monthAt(line.ofMonth.month)),
    }),
    SALES_PERIOD,
    ...within(({ ofMonth }: PlaceBudgetMonth) => ofMonth, OF_MONTH),
    column('year_budget', 'amount', 'Budget of the year', 'The whole budget'),
    column(
      'projected',
      'amount?',
      'Projected',
      'What the year will probably add up to. null if there is no estimate',
    ),
    column(
      'projected_difference',
      'amount?',
      'Projected difference',
      'The projection less the whole budget: the difference at the end of the year',
      { read: ({ projected, yearBudget }) => (projected === null ? null : projected - yearBudget) },
    ),
    CAUTION,
    column('note', 'text?', 'Note', 'The note of the register'),
  ],
  published: {
    meaning: 'A month of the fiscal year of one jurisdiction with a registered budget',
    key: ['jurisdiction_id', 'month'],
  },
  examples: ['ca', 'ca --jurisdiction "Alder Creek" --amount 20100000'],
});
