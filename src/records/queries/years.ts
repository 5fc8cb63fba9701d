import { YEAR } from '../../derive/slots.ts';
import { earlier, type Span, spanTo } from '../../derive/span.ts';
import { type Month, monthIndex, monthOfYear } from '../../domain/month.ts';
import type { Year } from '../descriptions/compared/years.ts';
import type { DateSpan } from '../filters/filter.ts';
import { newestFirst } from './analyses.ts';

/** A year before `datedBy` adds the month of the sales. */
type UndatedYear<Sum> = Omit<Year<Sum>, 'salesMonth'>;

type MonthOfYears<Sum> = Record<'payment' | 'yearToDate' | 'fiscalYearToDate', Sum> & {
  month: Month;
  fiscalYear: string;
};

/**
 * The calendar and fiscal years of the asked months, newest first: the last asked month of a year has its sum so far. `all`
 * are all months, oldest first.
 */
export function yearsOf<Sum extends { value: number | null }>(
  all: readonly MonthOfYears<Sum>[],
  asked: { from?: DateSpan; to?: DateSpan },
  fiscalYearStart: number,
  doubtfulIn: (...spans: readonly Span[]) => number,
): UndatedYear<Sum>[] {
  const ofKind = (years: UndatedYear<Sum>['years'], start: number) => {
    const nameOf = ({ month, fiscalYear }: MonthOfYears<Sum>) =>
      years === 'fiscal' ? fiscalYear : month.slice(0, 4);
    const found = new Map<string, UndatedYear<Sum>>();
    for (const last of newestFirst(all, asked)) {
      const year = nameOf(last);
      if (found.has(year)) continue;
      const { month } = last;
      const span = spanTo(monthIndex(month), ((monthOfYear(month) - start + YEAR) % YEAR) + 1);
      const soFar = all.filter((one) => nameOf(one) === year && one.month <= month);
      found.set(year, {
        ...{ year, years, month, sum: years === 'fiscal' ? last.fiscalYearToDate : last.yearToDate },
        months: soFar.filter(({ payment }) => payment.value !== null).length,
        doubtful: doubtfulIn(span, earlier(span, YEAR)),
        isClosed: (monthOfYear(month) % YEAR) + 1 === start,
      });
    }
    return [...found.values()];
  };
  return [...ofKind('calendar', 1), ...ofKind('fiscal', fiscalYearStart)];
}
