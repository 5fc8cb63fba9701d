import type { AnalyzedMonth } from '../../../client/generated/types.gen.ts';
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
  figureIn,
  type MonthOfSeries,
  QUARTER,
  ROLLING_YEAR,
  YEAR_TO_DATE,
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

/** Makes a chart of one jurisdiction and field. `span` is how many years it goes back. */
export function makeChart(name: ChartName, series: FieldSeries, place: string, span: ChartSpan): ChartData {
  const months = lastYears(series.months, span);
  const subject = `${place}: ${series.field.label.toLowerCase()}`;
  const measure = series.field.unit;
  const time = months.length === 0 ? '' : `, ${spanOf(months)}`;
  switch (name) {
    case 'payments':
      return {
        title: `${subject} by month${time}`,
        measure,
        slots: monthSlots(months.map(({ month }) => month)),
        series: [
          lineOf('value', series.field.label, 'main', months, figureIn),
          lineOf('year_ago', 'Year before', 'before', months, (each) =>
            each.isExpected ? (each.record?.year_ago ?? null) : null,
          ),
        ],
      };
    case 'change':
      return {
        title: `${subject}, change from the same month a year before${time}`,
        measure: 'change',
        slots: monthSlots(months.map(({ month }) => month)),
        series: [
          {
            ...lineOf('change', 'Change', 'main', months, ({ record, isExpected }) =>
              isExpected ? (record?.change ?? null) : null,
            ),
            shape: 'bars',
          },
        ],
      };
    case 'rolling-year':
      return {
        ...comparedMonths(months, ROLLING_YEAR),
        measure,
        title: `${subject}, twelve months to each month${time}`,
      };
    case 'quarters':
      return { ...quarters(months), measure, title: `${subject} by quarter${time}` };
    case 'year-to-date':
      return { ...years(series, months, span, YEAR_TO_DATE), measure, title: `${subject}, year to date` };
    case 'fiscal-year':
      return {
        ...years(series, months, span, FISCAL_YEAR_TO_DATE),
        measure,
        title: `${subject}, fiscal year to date`,
      };
  }
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

function lineOf(
  id: string,
  label: string,
  tone: string,
  months: readonly MonthOfSeries[],
  value: (month: MonthOfSeries) => number | null,
): ChartSeries {
  const isExpected = months.map((month) => month.isExpected);
  return { id, label, shape: 'line', tone, values: months.map(value), isExpected };
}

function comparedMonths(months: readonly MonthOfSeries[], { value, before }: ComparedFigure) {
  const figure = (name: typeof value) => (month: MonthOfSeries) => month.record?.[name] ?? null;
  const all = months.map((month) => ({ ...month, isExpected: true }));
  return {
    slots: monthSlots(months.map(({ month }) => month)),
    series: [
      lineOf(value, 'To this month', 'main', all, figure(value)),
      lineOf(before, 'A year before', 'before', all, figure(before)),
    ],
  };
}

function quarters(months: readonly MonthOfSeries[]) {
  const ends = months.filter(({ settlesQuarter }) => settlesQuarter);
  const bars = (
    id: keyof AnalyzedMonth & typeof QUARTER.value,
    label: string,
    tone: string,
  ): ChartSeries => ({
    id,
    label,
    shape: 'bars',
    tone,
    values: ends.map(({ record }) => record?.[id] ?? null),
  });
  return {
    slots: ends.map(({ month }) => {
      const first = dateOfMonth(monthNumber(month) - 2);
      const name = `${shortMonth(first)} to ${shortMonth(month)}, sales of ${salesQuarter(month)}`;
      return { key: month, name, tick: shortMonth(month) };
    }),
    series: [
      bars(QUARTER.before, 'A year before', 'before'),
      bars(QUARTER.value, 'This quarter', 'main'),
    ].reverse(),
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
