import type { Calendar, FigureSeries, Unit } from '../domain/allocation.ts';
import { type Month, monthAt, monthOfYear } from '../domain/month.ts';
import { divideScaled } from '../domain/ratio.ts';
import { type Comparable, type ComparableChange, comparableChange } from './comparable.ts';
import { growthOf, type Slot, sumToDateAt, type Timeline, trailingYear, YEAR } from './slots.ts';
import { earlier, knownFrom, type Span, spanTo } from './span.ts';

/** A figure with the same figure a year before. Values are in the field's unit, the change in millionths. */
export interface YearOverYear {
  value: number | null;
  /** `null` also for a sum whose months of a year before are not all there. */
  yearAgo: number | null;
  change: number | null;
  /** The month from which those of a year before are there, if a sum lacks earlier ones. */
  agoFrom?: Month | undefined;
}

/** The same for a payment or its sum, with the change that leaves out a change of tax. */
export interface ComparableFigure extends YearOverYear {
  /** Undefined for a figure that is no payment. */
  comparable?: ComparableChange | undefined;
}

/** What analysts compare of one field in one month. */
export interface ComparedFigures {
  payment: ComparableFigure;
  /** The calendar year so far. */
  yearToDate: ComparableFigure;
  fiscalYearToDate: ComparableFigure;
  /** The trailing twelve months: the sum of amounts, the mean of percentages. */
  rollingYear: ComparableFigure;
}

/** What an analyst asks of one field in one month. */
export interface MonthAnalysis extends ComparedFigures {
  month: Month;
  /** The fiscal year of the allocation period: `2025-26`; `2025` if it starts in January. */
  fiscalYear: string;
  /** The quarter that the month settles; `null` in other months. */
  quarter: ComparableFigure | null;
}

/** What an analysis depends on besides the figures. */
export interface AnalysisContext {
  unit: Unit;
  calendar: Pick<Calendar, 'isQuarterEnd'>;
  /** Calendar month in which the fiscal year starts, 1 to 12. */
  fiscalYearStart: number;
  /** The `monthIndex` of each month that any jurisdiction of the state has in the dataset. */
  stateMonths: ReadonlySet<number>;
}

const JANUARY = 1;
export const MONTHS_OF_QUARTER = 3;

/** Analyzes one field of one jurisdiction. Returns one entry for each datapoint, in month order. */
export function analyzeSeries(
  series: FigureSeries,
  context: AnalysisContext,
  comparable?: Comparable,
): MonthAnalysis[] {
  const { first, slots } = series;
  const figuresIn = openFigures(series, context, comparable);
  const quarterOf = (month: number) => quarterAt(slots, month - first, context.unit);
  return slots.flatMap((slot, at) => {
    if (slot === undefined) return [];
    const month = monthAt(first + at);
    const quarter = spanTo(first + at, MONTHS_OF_QUARTER);
    return {
      month,
      ...figuresIn(first + at),
      fiscalYear: fiscalYearOf(month, context.fiscalYearStart),
      quarter: context.calendar.isQuarterEnd(month)
        ? withComparable(yearOverYear(series, quarterOf, quarter), comparable, quarter)
        : null,
    };
  });
}

/** Compares months of a series, given as `monthIndex`, with the year before. A month may be outside the series. */
export function openFigures(
  series: FigureSeries,
  context: AnalysisContext,
  comparable?: Comparable,
): (month: number) => ComparedFigures {
  const { first, slots } = series;
  const { unit, fiscalYearStart } = context;
  const timeline = timelineOf(series, context);
  const toDate = (yearStart: number) => (month: number) =>
    sumToDateAt(slots, month - first, unit, timeline, yearStart);
  const figureIn: Record<keyof ComparedFigures, (month: number) => number | null> = {
    payment: (month) => slots[month - first] ?? null,
    yearToDate: toDate(JANUARY),
    fiscalYearToDate: toDate(fiscalYearStart),
    rollingYear: (month) => rollingYearAt(slots, month - first, unit, timeline),
  };
  return (month) =>
    ofEachPart(month, fiscalYearStart, (span, part) =>
      withComparable(yearOverYear(series, figureIn[part], span), comparable, span),
    );
}

/** Makes a value of the months that the payment of a month has, and of those that each of its sums adds up. */
export function ofEachPart<Value>(
  month: number,
  fiscalYearStart: number,
  make: (span: Span, part: keyof ComparedFigures) => Value,
): Record<keyof ComparedFigures, Value> {
  return {
    payment: make(spanTo(month, 1), 'payment'),
    yearToDate: make(spanTo(month, (month % YEAR) + 1), 'yearToDate'),
    fiscalYearToDate: make(
      spanTo(month, ((month + YEAR + 1 - fiscalYearStart) % YEAR) + 1),
      'fiscalYearToDate',
    ),
    rollingYear: make(spanTo(month, YEAR), 'rollingYear'),
  };
}

/** Compares single months of a series, given as `monthIndex`, with the year before. */
export function openPayments(
  series: FigureSeries,
  comparable?: Comparable,
): (month: number) => ComparableFigure {
  const paymentIn = (month: number) => series.slots[month - series.first] ?? null;
  return (month) => {
    const span = spanTo(month, 1);
    return withComparable(yearOverYear(series, paymentIn, span), comparable, span);
  };
}

/** Adds the comparable change, if there is a change to set it beside. */
export function withComparable(
  plain: YearOverYear,
  comparable: Comparable | undefined,
  span: Span,
): ComparableFigure {
  if (!comparable || plain.change === null) return plain;
  const pair = comparable(span, earlier(span, YEAR));
  return { ...plain, comparable: comparableChange(pair, pair.changes) };
}

/** The fiscal year of a month: `2025-26`; `2025` if fiscal years are calendar years. */
export function fiscalYearOf(month: Month, start: number): string {
  const year = Number(month.slice(0, 4)) - (monthOfYear(month) < start ? 1 : 0);
  return start === JANUARY ? String(year) : `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

function timelineOf(
  { first, slots }: FigureSeries,
  { unit, calendar, stateMonths }: AnalysisContext,
): Timeline {
  return {
    length: slots.length,
    firstCalendarMonth: (first % YEAR) + 1,
    // amounts have no use for it
    isQuarterEnd:
      unit === 'amount' ? [] : Array.from(slots, (_, at) => calendar.isQuarterEnd(monthAt(first + at))),
    beginsHere: stateMonths.has(first - 1),
  };
}

/** Compares a sum with all of the same months a year before, or with none. `figureTo` is given the last month. */
export function yearOverYear(
  series: FigureSeries,
  figureTo: (month: number) => number | null,
  span: Span,
): YearOverYear {
  const before = earlier(span, YEAR);
  const value = figureTo(span.last);
  const yearAgo = before.first < series.first ? null : figureTo(before.last);
  const isKnown = (month: number) => typeof series.slots[month - series.first] === 'number';
  const agoFrom = value !== null && yearAgo === null ? knownFrom(before, isKnown) : undefined;
  return { value, yearAgo, change: growthOf(value, yearAgo), agoFrom };
}

function rollingYearAt(slots: readonly Slot[], at: number, unit: Unit, timeline: Timeline): number | null {
  const year = trailingYear(slots, at, unit, timeline);
  if (year === null) return null;
  if (unit === 'amount') return year.sum;
  return year.count === 0 ? null : (divideScaled(year.sum, year.count, 1) ?? null);
}

/** The sum of the three months that a quarter end settles; a percentage is that of the quarter end. */
function quarterAt(slots: readonly Slot[], at: number, unit: Unit): number | null {
  const months = slots.slice(Math.max(0, at - MONTHS_OF_QUARTER + 1), Math.max(0, at + 1));
  if (months.length < MONTHS_OF_QUARTER || months.includes(undefined)) return null;
  if (unit === 'percent') return slots[at] ?? null;
  let sum = 0;
  for (const figure of months) {
    if (typeof figure !== 'number') return null;
    sum += figure;
  }
  return sum;
}
