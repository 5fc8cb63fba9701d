import type { Calendar, Unit } from '../domain/allocation.ts';
import { addMonths, type Month, monthIndex, monthOfYear } from '../domain/month.ts';
import { divideScaled } from '../domain/ratio.ts';
import { changeOf, type Slot, sumsToDate, type Timeline, trailingYear, YEAR } from './slots.ts';

/** A figure with the same figure a year before. Values are in the field's unit, the change in millionths. */
export interface YearOverYear {
  value: number | null;
  yearAgo: number | null;
  change: number | null;
}

/** What an analyst asks of one field in one month. */
export interface MonthAnalysis {
  month: Month;
  payment: YearOverYear;
  /** The trailing twelve months: the sum of amounts, the mean of percentages. */
  rollingYear: YearOverYear;
  /** The calendar year so far. */
  yearToDate: YearOverYear;
  /** The fiscal year of the allocation period: `2025-26`; `2025` if it starts in January. */
  fiscalYear: string;
  fiscalYearToDate: YearOverYear;
  /** The quarter that the month settles; `null` in other months. */
  quarter: YearOverYear | null;
}

/** What an analysis depends on besides the figures. */
export interface AnalysisContext {
  unit: Unit;
  calendar: Pick<Calendar, 'isQuarterEnd'>;
  /** Calendar month in which the fiscal year starts, 1 to 12. */
  fiscalYearStart: number;
  /** The months that any jurisdiction of the state has in the dataset. */
  stateMonths: ReadonlySet<Month>;
}

const JANUARY = 1;
const MONTHS_OF_QUARTER = 3;

/**
 * Analyzes one field of one jurisdiction month by month. `figures` are all of its datapoints, in month order, each month
 * once. Returns one entry for each datapoint.
 */
export function analyzeSeries(
  figures: readonly { month: Month; figure: number | null }[],
  context: AnalysisContext,
): MonthAnalysis[] {
  const [earliest] = figures;
  if (!earliest) return [];
  const first = monthIndex(earliest.month);
  const slots: Slot[] = [];
  for (const { month, figure } of figures) slots[monthIndex(month) - first] = figure;
  const { unit, calendar, fiscalYearStart, stateMonths } = context;
  const timeline: Timeline = {
    length: slots.length,
    firstCalendarMonth: monthOfYear(earliest.month),
    isQuarterEnd: Array.from(slots, (_, at) => calendar.isQuarterEnd(addMonths(earliest.month, at))),
    beginsHere: stateMonths.has(addMonths(earliest.month, -1)),
  };
  const rolling = Array.from(slots, (_, at) => rollingYearAt(slots, at, unit, timeline));
  const calendarYear = sumsToDate(slots, unit, timeline, JANUARY);
  const fiscalYear = sumsToDate(slots, unit, timeline, fiscalYearStart);
  const quarters = Array.from(slots, (_, at) => quarterAt(slots, at, unit, timeline));
  return figures.map(({ month }) => {
    const at = monthIndex(month) - first;
    return {
      month,
      payment: yearOverYear(slots, at),
      rollingYear: yearOverYear(rolling, at),
      yearToDate: yearOverYear(calendarYear, at),
      fiscalYear: fiscalYearOf(month, fiscalYearStart),
      fiscalYearToDate: yearOverYear(fiscalYear, at),
      quarter: timeline.isQuarterEnd[at] ? yearOverYear(quarters, at) : null,
    };
  });
}

/** The fiscal year of a month: `2025-26`; `2025` if fiscal years are calendar years. */
export function fiscalYearOf(month: Month, start: number): string {
  const year = Number(month.slice(0, 4)) - (monthOfYear(month) < start ? 1 : 0);
  return start === JANUARY ? String(year) : `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

function yearOverYear(slots: readonly Slot[], at: number): YearOverYear {
  const [value, yearAgo] = [slots[at] ?? null, slots[at - YEAR] ?? null];
  return { value, yearAgo, change: changeOf(value, yearAgo) };
}

function rollingYearAt(slots: readonly Slot[], at: number, unit: Unit, timeline: Timeline): number | null {
  const year = trailingYear(slots, at, unit, timeline);
  if (year === null) return null;
  if (unit === 'amount') return year.sum;
  return year.count === 0 ? null : (divideScaled(year.sum, year.count, 1) ?? null);
}

/** The sum of the three months that a quarter end settles; a percentage is that of the quarter end. */
function quarterAt(
  slots: readonly Slot[],
  at: number,
  unit: Unit,
  { isQuarterEnd }: Timeline,
): number | null {
  if (!isQuarterEnd[at]) return null;
  if (unit === 'percent') return slots[at] ?? null;
  const months = slots.slice(Math.max(0, at - MONTHS_OF_QUARTER + 1), at + 1);
  if (months.length < MONTHS_OF_QUARTER) return null;
  let sum = 0;
  for (const figure of months) {
    if (figure === null || figure === undefined) return null;
    sum += figure;
  }
  return sum;
}
