/** The budget of a year beside what was paid. */

import { spread, usualShares, wholeYearsBefore, type YearSoFar } from './projection.ts';
import { changeOf } from './slots.ts';
import type { SpanSums } from './span.ts';

/** A month of a budgeted year. Amounts in cents. */
interface BudgetMonth {
  /** As `monthIndex`. */
  month: number;
  budget: number;
  budgetToDate: number;
  /** `null` if the month is not known, or has no payment. */
  actual: number | null;
  /** `null` also if a month before lacks its payment. */
  actualToDate: number | null;
  /** The payments to date less the budget to date; the share is of the budget, in millionths. */
  difference: number | null;
  differenceShare: number | null;
}

/**
 * Spreads a budget over the months of a year by their usual shares: the mean of two whole years before, or those of one.
 * Without a whole year before, every month gets the same.
 */
export function budgetMonths(amount: number, payments: SpanSums, { start, known }: YearSoFar): BudgetMonth[] {
  const shares = usualShares(payments, start, wholeYearsBefore(payments, start));
  let budgetToDate = 0;
  return spread(amount, shares).map((budget, at) => {
    budgetToDate += budget;
    const month = start + at;
    const paidIn = (first: number) => {
      return at < known ? payments.wholeSum({ first, last: month }) : null;
    };
    const actualToDate = paidIn(start);
    return {
      ...{ month, budget, budgetToDate, actual: paidIn(month), actualToDate },
      difference: actualToDate === null ? null : actualToDate - budgetToDate,
      differenceShare: changeOf(actualToDate, budgetToDate),
    };
  });
}
