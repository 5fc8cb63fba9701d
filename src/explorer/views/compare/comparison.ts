import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { joinNames } from '../../../records/files/source.ts';
import type { ChartSeries } from '../../chart/chart-data.ts';
import { figureNamed, PAYMENT } from '../../figures.ts';
import type { PlaceOrGroup } from '../../selection.ts';
import { everyMonth, longMonth, type MonthDate, monthBeside, monthNumber } from '../../words/months.ts';
import { namePeriod } from '../../words/periods.ts';
import { countedMonth, paidIn, paidMonth, salesMonthOf, soldMonth } from '../../words/sales.ts';
import { seriesOf } from '../jurisdiction/charts.ts';
import type { FieldSeries, MonthOfSeries } from '../jurisdiction/series.tsx';
import type { CompareChoice } from './compare-choices.tsx';

/** One compared place or group with its months. */
export interface Compared {
  place: PlaceOrGroup;
  state: StateOverview;
  series: FieldSeries;
}

/** A place or group as one line over the months of the comparison. */
export interface ComparedLine extends Compared {
  /** What is known of each month: nothing before its first and after its last. */
  known: readonly (MonthOfSeries | undefined)[];
  drawn: ChartSeries;
  /** The figures relative to the base; `null` without an index. */
  index: readonly (number | null)[] | null;
}

export interface Comparison {
  months: readonly MonthDate[];
  lines: readonly ComparedLine[];
  /** What 100 is, in words; `null` without an index. */
  base: string | null;
}

const MONTHS_OF_YEAR = 12;

/** Puts the months of places and groups side by side, from the first with a figure. */
export function compare(all: readonly Compared[], choice: CompareChoice): Comparison {
  const linesOver = (months: readonly MonthDate[]) => all.map((one) => lineOver(months, one, choice));
  const shared = sharedMonths(all, choice);
  const firsts = linesOver(shared).map(({ drawn }) => drawn.values.findIndex((value) => value !== null));
  const months = shared.slice(Math.min(...firsts.filter((first) => first >= 0), shared.length));
  return { months, lines: linesOver(months), base: null };
}

/** Every month from the first to the last that any of them has, or the last years of these. */
function sharedMonths(all: readonly Compared[], { years }: CompareChoice): MonthDate[] {
  const known = all.flatMap(({ series }) => series.months.map(({ counted }) => counted)).sort();
  const every = everyMonth(known[0] ?? '', known.at(-1) ?? '');
  return years === 'all' ? every : every.slice(-Number(years) * MONTHS_OF_YEAR);
}

/** The months of a place as its own chart draws them, moved to those of the comparison. */
function lineOver(
  months: readonly MonthDate[],
  compared: Compared,
  { chart, isWithoutTaxes }: CompareChoice,
): ComparedLine {
  const { place, series } = compared;
  const figure = figureNamed(chart);
  const part = chart === 'change' ? 'change' : 'value';
  const own = seriesOf(series, series.months, [figure, part, 'line', place.name], isWithoutTaxes);
  const present = own.values.map((value) => value !== null);
  const isExpected = own.values.map((_, at) =>
    // a sum begins when all its months are there; from then on it is expected
    figure === PAYMENT
      ? own.isExpected?.[at]
      : at >= present.indexOf(true) && at <= present.lastIndexOf(true),
  );
  const byMonth = new Map(series.months.map(({ counted }, at) => [counted, at]));
  const positions = months.map((month) => byMonth.get(month) ?? -1);
  return {
    ...compared,
    known: positions.map((at) => series.months[at]),
    drawn: {
      ...own,
      ...{ id: String(place.id), end: place.name, isOfSums: figure !== PAYMENT },
      values: positions.map((at) => own.values[at] ?? null),
      isExpected: positions.map(
        (at, index) => isExpected[at] ?? (figure === PAYMENT && isLate(compared, months[index] ?? '')),
      ),
      doubtful: positions.map((at) => own.doubtful?.[at] ?? false),
    },
    index: null,
  };
}

/** Whether a month after the last of a place is there of its state. A place without a record for a year has ended. */
function isLate({ state, series }: Compared, month: MonthDate): boolean {
  const [last, newest] = [series.months.at(-1), state.last_period];
  if (!last || newest === null || series.field.quarter_end_only) return false;
  const hasEnded = monthNumber(newest) - monthNumber(last.month) > MONTHS_OF_YEAR;
  return !hasEnded && month > last.counted && month <= countedMonth(series, newest);
}

/** The comparison as an index: 100 is the mean of the first twelve months in which all have figures above zero. */
export function indexed({ months, lines }: Comparison): Comparison {
  const meanFrom = ({ drawn }: ComparedLine, at: number) => {
    const year = drawn.values.slice(at, at + MONTHS_OF_YEAR).map((value) => value ?? 0);
    const isWhole = year.length === MONTHS_OF_YEAR && year.every((value) => value > 0);
    return isWhole ? year.reduce((sum, value) => sum + value, 0) / MONTHS_OF_YEAR : null;
  };
  const at = months.findIndex((_, index) => lines.every((line) => meanFrom(line, index) !== null));
  const [first, last] = [months[at], months[at + MONTHS_OF_YEAR - 1]];
  if (!first || !last) return { months, lines, base: null };
  return {
    months,
    lines: lines.map((line) => {
      const mean = meanFrom(line, at) ?? 1;
      return { ...line, index: line.drawn.values.map((value) => value && (value / mean) * 100) };
    }),
    base: `100 is the mean of ${namePeriod({ first, last })}.`,
  };
}

/** Whether payments come as many months after the sales everywhere. */
export function haveOneLag(all: readonly Compared[]): boolean {
  return all.every(({ series }) => series.lag === all[0]?.series.lag);
}

/**
 * `October 2026, for sales of August`, or `Sales of March 2020, paid in June (Illinois) and May (North Carolina)`.
 */
export function nameCounted(all: readonly Compared[], counted: MonthDate): string {
  const [first] = all.map(({ series }) => series);
  if (!first) return longMonth(counted);
  const isOfSales = first.basis === 'sales';
  const month = paidIn(first, counted);
  if (haveOneLag(all)) return isOfSales ? soldMonth(month, first.lag) : paidMonth(month, first.lag);
  const others = all.flatMap(({ series, state }) => {
    const other = isOfSales ? paidIn(series, counted) : salesMonthOf(counted, series.lag);
    return other === null ? [] : [`${monthBeside(other, counted)} (${state.name})`];
  });
  const named = joinNames([...new Set(others)]);
  return isOfSales
    ? `Sales of ${longMonth(counted)}, paid in ${named}`
    : `${longMonth(counted)}, for sales of ${named}`;
}
