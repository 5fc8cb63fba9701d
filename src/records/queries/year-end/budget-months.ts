import { budgetMonths } from '../../../derive/budget.ts';
import { projectPlace } from '../../../derive/projection.ts';
import type { Budget } from '../../../domain/allocation.ts';
import type { FigureReading } from '../../../domain/reading/figure-reading.ts';
import type { AskedOf } from '../../description.ts';
import { budgetMonthRecord, type PlaceBudgetMonth } from '../../descriptions/year-end/budget-month.ts';
import { findAmong, listOfFigures } from '../../found-rows.ts';
import { chosenOf } from '../analyses.ts';
import { placesOf } from './projections.ts';
import { type AskedYear, questionOf, type YearQuestion } from './year-question.ts';

const CENTS = 100;

/** The payments of a year against the budget. */
export const budgetedMonths = listOfFigures(budgetMonthRecord, {
  find: (view, asked, window, { budgets = () => [] } = {}) => {
    const registered = budgets();
    const question = questionOf(view, asked);
    const lines = monthsOf(view, asked, question, registered);
    return {
      ...findAmong(budgetMonthRecord, lines, asked, window),
      ...(lines.length === 0 && { warning: adviceOf(asked, question, registered) }),
      meta: question.meta,
    };
  },
});

/** What to do without a budget for the year: there may be budgets for other years. */
function adviceOf(asked: AskedYear, { state, figures, year }: YearQuestion, all: readonly Budget[]): string {
  if (year === null) return `The dataset has no datapoint of ${state.name}. Load reports first.`;
  const ids = new Set(chosenOf(figures, asked).map(({ subject }) => subject.id));
  if (ids.size === 0) return 'No jurisdiction matches.';
  const others = all.filter((one) => one.state === state.code && ids.has(state.idOf(one.code)));
  const years = [...new Set(others.map(({ fiscalYear }) => fiscalYear))].sort();
  return [
    `There is no budget for ${year}.`,
    ...(years.length > 0 ? [`The register has budgets for ${years.join(', ')}.`] : []),
    ...(years.some((one) => !one.includes('-')) ? ['For calendar years, add --fiscal-year-start 1.'] : []),
    `To set one: allocations budget set <jurisdiction> ${year} <amount>`,
  ].join(' ');
}

function monthsOf(
  view: FigureReading,
  asked: AskedOf<typeof budgetMonthRecord>,
  question: YearQuestion,
  budgets: readonly Budget[],
): PlaceBudgetMonth[] {
  const { state, start, known, year, salesOf } = question;
  const given = asked.amount === undefined ? null : asked.amount * CENTS;
  const registered = new Map(
    budgets.flatMap((one) =>
      one.state === state.code && one.fiscalYear === year ? [[state.idOf(one.code), one]] : [],
    ),
  );
  return placesOf(view, question, asked).flatMap(({ subject, ...place }) => {
    const budget = registered.get(subject.id);
    const yearBudget = given ?? budget?.amount;
    if (year === null || yearBudget === undefined) return [];
    const { projected, taxChanges, isReliable } = projectPlace(place, { start, known });
    const shared = { subject, year, knownMonths: known, yearBudget, projected, taxChanges, isReliable };
    return budgetMonths(yearBudget, place.payments, { start, known }).map((ofMonth) => ({
      ...{
        ...shared,
        ofMonth,
        salesMonth: salesOf(ofMonth.month),
        note: (given === null && budget?.note) || null,
      },
    }));
  });
}
