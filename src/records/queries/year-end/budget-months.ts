import { budgetMonths } from '../../../derive/budget.ts';
import { projectYear } from '../../../derive/projection.ts';
import { budgetMonthRecord, type PlaceBudgetMonth } from '../../descriptions/year-end/budget-month.ts';
import { findAmong, listOf } from '../../list.ts';
import { filterOf } from '../analyses.ts';
import { paymentsOf, placesAsked, questionOf } from './year-question.ts';

const CENTS = 100;

/** The payments of a year against the budget. */
export const budgetedMonths = listOf(budgetMonthRecord, {
  find: (view, asked, window, { budgets = () => [] } = {}) => {
    const { state, lag, figures, start, known, year, meta } = questionOf(view, asked);
    const given = asked.amount === undefined ? null : asked.amount * CENTS;
    const registered = new Map(
      budgets().flatMap((one) =>
        one.state === state.code && one.fiscalYear === year ? [[state.idOf(one.code), one]] : [],
      ),
    );
    const payments = paymentsOf(view, state, lag);
    const lines = [...figures.within(filterOf(placesAsked(asked)))].flatMap(
      ({ subject }): PlaceBudgetMonth[] => {
        const paid = payments.get(subject.id);
        const budget = registered.get(subject.id);
        const yearBudget = given ?? budget?.amount;
        if (!paid || year === null || yearBudget === undefined) return [];
        const { projected } = projectYear(paid, { start, known });
        const shared = { subject, year, knownMonths: known, yearBudget, projected };
        return budgetMonths(yearBudget, paid, { start, known }).map((ofMonth) => ({
          ...{ ...shared, ofMonth, note: (given === null && budget?.note) || null },
        }));
      },
    );
    return { ...findAmong(budgetMonthRecord, lines, asked, window), meta };
  },
});
