import type { AxisSlot, ChartData, ChartSeries } from '../../chart/chart-data.ts';
import {
  calendarMonth,
  calendarMonthName,
  dateOfMonth,
  labelOfYear,
  type MonthDate,
  monthNumber,
  shortMonth,
  yearOf,
} from '../../words/months.ts';
import { namePeriod } from '../../words/periods.ts';
import { paidMonth, soldMonth } from '../../words/sales.ts';
import { countDoubted } from './figure-links.ts';
import {
  type ComparedFigure,
  FISCAL_YEAR_TO_DATE,
  type FieldSeries,
  figureNamed,
  type MonthOfSeries,
  PAYMENT,
  QUARTER,
} from './series.tsx';

/** The charts of a jurisdiction, by the parameter `chart` of the address. */
export const CHARTS = [
  'payments',
  'change',
  'rolling-year',
  'year-to-date',
  'fiscal-year',
  'quarters',
] as const;
export type ChartName = (typeof CHARTS)[number];

export const CHART_TITLES: Readonly<Record<PlaceChart, string>> = {
  payments: 'Months',
  years: 'Years',
  change: 'Change',
  'rolling-year': 'Rolling year',
  'year-to-date': 'Year to date',
  'fiscal-year': 'Fiscal year to date',
  quarters: 'Quarters',
};

/** What a place shows: the charts, and its years. */
const [FIRST_CHART, ...OTHER_CHARTS] = CHARTS;
export const PLACE_CHARTS = [FIRST_CHART, 'years', ...OTHER_CHARTS] as const;
export type PlaceChart = (typeof PLACE_CHARTS)[number];

/** How many years a chart goes back, by the parameter `years`. */
export const SPANS = ['5', '3', '10', 'all'] as const;
export type ChartSpan = (typeof SPANS)[number];

const MONTHS_OF_YEAR = 12;
/** From so many months on, the axis names years only. */
const MANY_MONTHS = 30;

/** What follows the name of the figure in the title of a chart. */
const SUBTITLES: Readonly<Record<ChartName, string>> = {
  payments: ' by month',
  change: ', change from the same month a year before',
  'rolling-year': ', twelve months to each month',
  'year-to-date': ', year to date',
  'fiscal-year': ', fiscal year to date',
  quarters: ' by quarter',
};

/** Makes a chart of one jurisdiction and field. `span` is how many years it goes back. */
export function makeChart(name: ChartName, series: FieldSeries, place: string, span: ChartSpan): ChartData {
  const { label, unit } = series.field;
  const months = lastYears(series.months, span);
  const isOfYears = name === 'year-to-date' || name === 'fiscal-year';
  const time = isOfYears || months.length === 0 ? '' : `, ${spanOf(months)}`;
  const drawn = isOfYears
    ? years(series, months, span, figureNamed(name))
    : name === 'quarters'
      ? quarters(series, months)
      : { slots: slotsOf(months, series), series: monthly(name, series, months) };
  return {
    title: `${place}: ${label.toLowerCase()}${SUBTITLES[name]}${time}`,
    measure: name === 'change' ? 'change' : unit,
    ...drawn,
  };
}

/** Whether a chart has one fiscal year beside others. Percentages have no such sums. */
export function isFiscalYearChart(name: PlaceChart, { unit }: { unit: string }): boolean {
  return name === FISCAL_YEAR_TO_DATE.id && unit === 'amount';
}

/** The last years of a series. */
export function lastYears(months: readonly MonthOfSeries[], span: ChartSpan): readonly MonthOfSeries[] {
  return span === 'all' ? months : months.slice(-Number(span) * MONTHS_OF_YEAR);
}

/** `November 2021 to October 2026`, or `sales of September 2021 to August 2026`. */
export function spanOf(months: readonly MonthOfSeries[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return '';
  const sales = first.counted !== first.month ? 'sales of ' : '';
  return `${sales}${namePeriod({ first: first.counted, last: last.counted })}`;
}

/** One slot for each month, with the texts of the axis. */
export function slotsOf(
  months: readonly MonthOfSeries[],
  { lag, basis }: Pick<FieldSeries, 'lag' | 'basis'>,
): AxisSlot[] {
  const nameOf = basis === 'sales' ? soldMonth : paidMonth;
  const ticks = monthTicks(months.map(({ counted }) => counted));
  return months.map(({ month }, at) => ({ key: month, name: nameOf(month, lag), ...ticks[at] }));
}

/** The texts of an axis of months. */
export function monthTicks(months: readonly MonthDate[]): Pick<AxisSlot, 'tick'>[] {
  const isLong = months.length > MANY_MONTHS;
  return months.map((month) => {
    if (!isLong) return { tick: shortMonth(month) };
    return calendarMonth(month) === 1 ? { tick: String(yearOf(month)) } : {};
  });
}

/** Lines of the months and of the year before, or bars of their changes. */
function monthly(name: ChartName, series: FieldSeries, months: readonly MonthOfSeries[]): ChartSeries[] {
  const figure = figureNamed(name);
  if (name === 'change')
    return [seriesOf(series, months, figure, 'change', { label: 'Change', shape: 'bars' })];
  const own = figure === PAYMENT ? series.field.label : 'To this month';
  return [
    seriesOf(series, months, figure, 'value', { label: own, shape: 'line' }),
    seriesOf(series, months, figure, 'before', { label: 'Year before', shape: 'line' }),
  ];
}

/** A sum is expected in every month, also of a field that has figures at quarter ends only. */
function seriesOf(
  series: FieldSeries,
  months: readonly MonthOfSeries[],
  figure: ComparedFigure,
  part: 'value' | 'before' | 'change',
  drawn: Pick<ChartSeries, 'label' | 'shape'>,
): ChartSeries {
  const isExpected = months.map((month) => figure !== PAYMENT || month.isExpected);
  return {
    ...drawn,
    ...{ id: figure[part], tone: part === 'before' ? part : 'main', isExpected },
    values: months.map(({ record }, at) => (isExpected[at] ? (record?.[figure[part]] ?? null) : null)),
    doubtful: months.map(({ month }) => countDoubted(series, { month, comparison: figure }, part) > 0),
  };
}

function quarters(series: FieldSeries, months: readonly MonthOfSeries[]) {
  const ends = months.filter(({ settlesQuarter }) => settlesQuarter);
  return {
    slots: ends.map(({ month }) => {
      const first = dateOfMonth(monthNumber(month) - 2);
      const name = `${shortMonth(first)} to ${shortMonth(month)}, sales of ${salesQuarter(month)}`;
      return { key: month, name, tick: shortMonth(month) };
    }),
    series: [
      seriesOf(series, ends, QUARTER, 'value', { label: 'This quarter', shape: 'bars' }),
      seriesOf(series, ends, QUARTER, 'before', { label: 'Year before', shape: 'bars' }),
    ],
  };
}

/** The calendar quarter that ended before a quarter end, with the sales that it settles: `Q2 2026`. */
function salesQuarter(month: MonthDate): string {
  const end = dateOfMonth(monthNumber(month) - (calendarMonth(month) % 3 || 3));
  return `Q${Math.ceil(calendarMonth(end) / 3)} ${yearOf(end)}`;
}

/** The newest year, the year before, and older ones, each with a color of its own. */
const TONES = ['main', 'before', ...['3', '4', '5', '6', '7', '8'].map((tone) => `${tone} older`)];

/** The calendar months of a year that starts with one of them. */
export function slotsOfYear({ basis }: Pick<FieldSeries, 'basis'>, start: number): AxisSlot[] {
  return Array.from({ length: MONTHS_OF_YEAR }, (_, at) => {
    const month = ((start - 1 + at) % MONTHS_OF_YEAR) + 1;
    const name = calendarMonthName(month, 'long');
    return {
      key: String(month),
      name: basis === 'sales' ? `Sales of ${name}` : name,
      tick: calendarMonthName(month),
    };
  });
}

/** One line for each year, over the months of a year. */
function years(
  { fiscalYearStart, basis }: FieldSeries,
  months: readonly MonthOfSeries[],
  span: ChartSpan,
  { id, value }: ComparedFigure,
) {
  const isFiscal = id === FISCAL_YEAR_TO_DATE.id;
  const start = isFiscal ? fiscalYearStart : 1;
  const slots = slotsOfYear({ basis }, start);
  const byYear = new Map<string, MonthOfSeries[]>();
  for (const each of months) {
    const year = labelOfYear(each.counted, start);
    byYear.set(year, [...(byYear.get(year) ?? []), each]);
  }
  const shown = [...byYear].reverse().slice(0, span === 'all' ? undefined : Number(span));
  const series = shown.map(([year, ofYear], age): ChartSeries => {
    const bySlot = new Map(ofYear.map((each) => [String(calendarMonth(each.counted)), each]));
    return {
      id: year,
      label: year,
      shape: 'line',
      tone: TONES[age] ?? 'faint',
      values: slots.map(({ key }) => bySlot.get(key)?.record?.[value] ?? null),
      isExpected: slots.map(({ key }) => bySlot.has(key)),
    };
  });
  return { slots, series };
}
