import type { FigureSeries } from '../domain/allocation.ts';
import { type Month, monthAt } from '../domain/month.ts';
import { type AnalysisContext, fiscalYearOf, SeriesFigures } from './analysis.ts';
import { GroupSum, type GroupTotal, isMember, lacksPayment } from './group-sum.ts';

/** The sums of several jurisdictions in one month. */
export interface MonthTotal extends GroupTotal {
  month: Month;
  /** The fiscal year of the allocation period: `2025-26`; `2025` if it starts in January. */
  fiscalYear: string;
}

/**
 * Adds up jurisdictions month by month, as a comparison of that month does. Returns each month in which one of them has a
 * payment or should have one, in month order.
 */
export function totalMonths(all: Iterable<FigureSeries>, context: AnalysisContext): MonthTotal[] {
  const sums = new Map<number, GroupSum>();
  for (const at of [...context.stateMonths].sort((a, b) => a - b)) sums.set(at, new GroupSum(at));
  for (const series of all) {
    const figures = new SeriesFigures(series, context);
    for (const [month, sum] of sums) {
      if (!isMember(series, month)) continue;
      const ofMonth = figures.inMonth(month);
      sum.add(ofMonth, series.first, lacksPayment(series, month, ofMonth));
    }
  }
  return [...sums].flatMap(([at, sum]) => {
    const total = sum.total(context);
    if (total.payment.value === null && total.missing === 0) return [];
    const month = monthAt(at);
    return [{ month, fiscalYear: fiscalYearOf(month, context.fiscalYearStart), ...total }];
  });
}
