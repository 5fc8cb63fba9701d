import type {
  AnalysisContext,
  ComparedFigures,
  MonthAnalysis,
  YearOverYear,
} from '../../../src/derive/analysis.ts';
import { addMonths, type Month, monthIndex } from '../../../src/domain/month.ts';

/** The datapoints of one jurisdiction, in month order. */
export type SlowSeries = readonly { month: Month; figure: number | null }[];

/** A quotient rounded half away from zero. */
function exact(numerator: bigint, denominator: bigint): number {
  const [top, bottom] = denominator < 0n ? [-numerator, -denominator] : [numerator, denominator];
  const magnitude = top < 0n ? -top : top;
  return (top < 0n ? -1 : 1) * Number((2n * magnitude + bottom) / (2n * bottom)) + 0;
}

/** The change from the year before in millionths. It means nothing on a base of 0 or below. */
export function slowChange(value: number | null, yearAgo: number | null): number | null {
  if (value === null || yearAgo === null || yearAgo <= 0) return null;
  return exact(BigInt(value - yearAgo) * 1_000_000n, BigInt(yearAgo));
}

/** The definitions of the compared figures word by word, each from the datapoints alone, for any month. */
export function slowFigures(figures: SlowSeries, month: Month, context: AnalysisContext): ComparedFigures {
  const { over, compared, of, last } = openSlow(figures, context);
  const [earliest] = of.keys();
  const into = (end: Month, start: number) => ((Number(end.slice(5)) - start + 12) % 12) + 1;
  const toDate = (end: Month, start: number) => {
    if (!of.has(end)) return null;
    const year = last(end, into(end, start));
    const [begin] = year as [Month];
    if (earliest === undefined || begin >= earliest) return over(year);
    return context.stateMonths.has(monthIndex(earliest) - 1)
      ? over(year.filter((at) => at >= earliest))
      : null;
  };
  return {
    payment: compared(month, 1, (end) => of.get(end) ?? null),
    rollingYear: compared(month, 12, (end) => over(last(end, 12))),
    yearToDate: compared(month, into(month, 1), (end) => toDate(end, 1)),
    fiscalYearToDate: compared(month, into(month, context.fiscalYearStart), (end) =>
      toDate(end, context.fiscalYearStart),
    ),
  };
}

export function slowAnalysis(figures: SlowSeries, month: Month, context: AnalysisContext): MonthAnalysis {
  const { calendar, fiscalYearStart } = context;
  const { over, compared, last } = openSlow(figures, context);
  const quarter = (end: Month) => over(last(end, 3));
  const year = Number(month.slice(0, 4)) - (Number(month.slice(5)) < fiscalYearStart ? 1 : 0);
  return {
    month,
    ...slowFigures(figures, month, context),
    fiscalYear: fiscalYearStart === 1 ? `${year}` : `${year}-${String(year + 1).slice(2)}`,
    quarter: calendar.isQuarterEnd(month) ? compared(month, 3, quarter) : null,
  };
}

function openSlow(figures: SlowSeries, { unit, calendar }: AnalysisContext) {
  const of = new Map(figures.map(({ month, figure }) => [month, figure]));
  const over = (months: readonly Month[]) => {
    if (months.some((at) => !of.has(at))) return null;
    const counting = unit === 'amount' ? months : months.filter((at) => calendar.isQuarterEnd(at));
    const values = counting.map((at) => of.get(at) ?? null);
    if (values.some((value) => value === null)) return null;
    const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
    if (unit === 'amount') return sum;
    return values.length === 0 ? 0 : exact(BigInt(sum), BigInt(values.length));
  };
  const last = (end: Month, months: number) =>
    Array.from({ length: months }, (_, at) => addMonths(end, at - months + 1));
  const compared = (month: Month, length: number, at: (end: Month) => number | null): YearOverYear => {
    const before = last(addMonths(month, -12), length);
    const value = at(month);
    const yearAgo = before.every((one) => of.has(one)) ? at(addMonths(month, -12)) : null;
    const lacking = before.filter((one) => typeof of.get(one) !== 'number').at(-1);
    const next = lacking && addMonths(lacking, 1);
    const isNamed = value !== null && yearAgo === null && next && before.includes(next);
    return { value, yearAgo, change: slowChange(value, yearAgo), ...(isNamed && { agoFrom: next }) };
  };
  return { of, over, last, compared };
}
