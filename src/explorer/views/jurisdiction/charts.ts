import type { AxisSlot, ChartData, ChartSeries } from '../../chart/chart-data.ts';
import {
  calendarMonth,
  calendarMonthName,
  dateOfMonth,
  longMonth,
  type MonthDate,
  monthNumber,
  shortMonth,
  yearOf,
} from '../../words/months.ts';
import {
  type ComparedFigure,
  FISCAL_YEAR_TO_DATE,
  type FieldSeries,
  figureNamed,
  type MonthOfSeries,
  PAYMENT,
  QUARTER,
} from './series.ts';

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

export const CHART_TITLES: Readonly<Record<ChartName, string>> = {
  payments: 'Months',
  change: 'Change',
  'rolling-year': 'Rolling year',
  'year-to-date': 'Year to date',
  'fiscal-year': 'Fiscal year to date',
  quarters: 'Quarters',
};

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
      ? quarters(months)
      : { slots: monthSlots(months.map(({ month }) => month)), series: monthly(name, label, months) };
  return {
    title: `${place}: ${label.toLowerCase()}${SUBTITLES[name]}${time}`,
    measure: name === 'change' ? 'change' : unit,
    ...drawn,
  };
}

/** The last years of a series. */
export function lastYears(months: readonly MonthOfSeries[], span: ChartSpan): readonly MonthOfSeries[] {
  return span === 'all' ? months : months.slice(-Number(span) * MONTHS_OF_YEAR);
}

/** `November 2021 to October 2026`. */
export function spanOf(months: readonly MonthOfSeries[]): string {
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? ''];
  return `${longMonth(first)} to ${longMonth(last)}`;
}

/** One slot for each month, with the texts of the axis. */
export function monthSlots(months: readonly MonthDate[]): AxisSlot[] {
  const isLong = months.length > MANY_MONTHS;
  return months.map((month) => {
    const isJanuary = calendarMonth(month) === 1;
    const tick = isLong ? (isJanuary ? String(yearOf(month)) : undefined) : shortMonth(month);
    return { key: month, name: longMonth(month), ...(tick !== undefined && { tick }) };
  });
}

/** Lines of the months and of the year before, or bars of their changes. */
function monthly(name: ChartName, label: string, months: readonly MonthOfSeries[]): ChartSeries[] {
  const figure = figureNamed(name);
  if (name === 'change') return [seriesOf(months, figure, 'change', { label: 'Change', shape: 'bars' })];
  const own = figure === PAYMENT ? label : 'To this month';
  return [
    seriesOf(months, figure, 'value', { label: own, shape: 'line' }),
    seriesOf(months, figure, 'before', { label: 'Year before', shape: 'line' }),
  ];
}

/** A sum is expected in every month, also of a field that has figures at quarter ends only. */
function seriesOf(
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
  };
}

function quarters(months: readonly MonthOfSeries[]) {
  const ends = months.filter(({ settlesQuarter }) => settlesQuarter);
  return {
    slots: ends.map(({ month }) => {
      const first = dateOfMonth(monthNumber(month) - 2);
      const name = `${shortMonth(first)} to ${shortMonth(month)}, sales of ${salesQuarter(month)}`;
      return { key: month, name, tick: shortMonth(month) };
    }),
    series: [
      seriesOf(ends, QUARTER, 'value', { label: 'This quarter', shape: 'bars' }),
      seriesOf(ends, QUARTER, 'before', { label: 'Year before', shape: 'bars' }),
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

/** One line for each year, over the months of a year. */
function years(
  { fiscalYearStart }: FieldSeries,
  months: readonly MonthOfSeries[],
  span: ChartSpan,
  { id, value }: ComparedFigure,
) {
  const isFiscal = id === FISCAL_YEAR_TO_DATE.id;
  const start = isFiscal ? fiscalYearStart : 1;
  const slots = Array.from({ length: MONTHS_OF_YEAR }, (_, at) => {
    const month = ((start - 1 + at) % MONTHS_OF_YEAR) + 1;
    return { key: String(month), name: calendarMonthName(month, 'long'), tick: calendarMonthName(month) };
  });
  const byYear = new Map<string, MonthOfSeries[]>();
  for (const each of months) {
    const year = labelOfYear(each.month, start);
    byYear.set(year, [...(byYear.get(year) ?? []), each]);
  }
  const shown = [...byYear].reverse().slice(0, span === 'all' ? undefined : Number(span));
  const series = shown.map(([year, ofYear], age): ChartSeries => {
    const bySlot = new Map(ofYear.map((each) => [String(calendarMonth(each.month)), each]));
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

/** The year that begins with a calendar month: `2026`, or `2025-26`. */
function labelOfYear(month: MonthDate, start: number): string {
  const year = yearOf(month) - (calendarMonth(month) < start ? 1 : 0);
  return start === 1 ? String(year) : `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}
