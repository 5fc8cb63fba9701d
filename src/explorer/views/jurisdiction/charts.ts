import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { YEAR } from '../../../derive/span.ts';
import { withoutTaxChanges } from '../../../derive/without-taxes.ts';
import { choiceOf } from '../../address/navigation.ts';
import type { AxisSlot, ChartData, ChartSeries } from '../../chart/chart-data.ts';
import {
  type ComparedFigure,
  type FigurePart,
  figureOf,
  PAYMENT,
  QUARTER,
  ROLLING_YEAR,
  SUMS,
} from '../../figures.ts';
import {
  calendarMonth,
  calendarMonthName,
  dateOfMonth,
  type MonthDate,
  monthNumber,
  shortMonth,
  yearOf,
} from '../../words/months.ts';
import { movedBy, namePeriod } from '../../words/periods.ts';
import { paidMonth, soldMonth } from '../../words/sales.ts';
import { countDoubted } from './figure-links.ts';
import type { FieldSeries, MonthOfSeries } from './series.tsx';

/** The charts of a jurisdiction, by the parameter `chart` of the address. */
export const CHARTS = [
  ['rolling-year', 'Twelve months'],
  ['payments', 'Monthly'],
  ['change', 'Change'],
  ['fiscal-year', 'Fiscal year to date'],
] as const;

/** What a place shows, with the names of its tabs. */
const PLACE_CHARTS = [
  ['rolling-year', 'Twelve months'],
  ['payments', 'Monthly'],
  ['fiscal-year', 'This year'],
  ['years', 'Years'],
  ['parts', 'Parts'],
  // a grouping of the months, without a tab
  ['quarters', 'Monthly'],
] as const;
type ChartOfPlace = (typeof PLACE_CHARTS)[number];
export type PlaceChart = ChartOfPlace[0];

/** So many sums of twelve months say more than the months. */
const FEWEST_SUMS = 24;

/** The charts that a place has for a field, and the one that is shown at first. */
export function chartsOf(
  { months, field }: FieldSeries,
  { quarter_ends, headline }: StateOverview,
): { charts: readonly ChartOfPlace[]; usual: PlaceChart } {
  const sums = months.filter(({ record }) => typeof record?.twelve_months.value === 'number').length;
  const has: Readonly<Record<PlaceChart, boolean>> = {
    'rolling-year': sums > 0,
    payments: true,
    // percentages have no such sums, and what is expected of a year is in dollars as paid
    'fiscal-year': field.unit === 'amount' && !field.isConverted,
    years: true,
    quarters: quarter_ends.length > 0,
    parts: field.name === headline && !field.isConverted,
  };
  // a few sums show less than the months
  const usual = sums < FEWEST_SUMS ? 'payments' : 'rolling-year';
  return { charts: PLACE_CHARTS.filter(([name]) => has[name]), usual };
}

/** How many years a chart goes back, by the parameter `years`. */
export const SPANS = [
  ['5', '5 years'],
  ['3', '3 years'],
  ['10', '10 years'],
  ['all', 'All years'],
] as const;
export type ChartSpan = (typeof SPANS)[number][0];

/** The calendar months, as options of a list. */
export const CALENDAR_MONTHS = Array.from(
  { length: YEAR },
  (_, at) => [String(at + 1), calendarMonthName(at + 1, 'long')] as const,
);

/** From so many months on, the axis names years only. */
const MANY_MONTHS = 30;

/** The charts of a place that show some of its months. */
export type MonthChart = 'rolling-year' | 'payments' | 'quarters';

/** A series of a chart: of which figure, with which name. Default: that of the field. */
type Drawn = readonly [figure: ComparedFigure, part: FigurePart, shape: ChartSeries['shape'], label?: string];

/** What a chart draws, and what follows the name of the figure in its title. */
interface DrawnChart {
  subtitle: string;
  series: readonly Drawn[];
  below?: Drawn;
}

const MONTH_CHARTS: Readonly<Record<MonthChart, DrawnChart>> = {
  payments: {
    subtitle: ' by month',
    series: [
      [PAYMENT, 'value', 'bars'],
      [PAYMENT, 'ago', 'ticks', 'Year before'],
    ],
  },
  'rolling-year': {
    subtitle: ' over twelve months, and change of each month',
    series: [[ROLLING_YEAR, 'value', 'line', 'Twelve months']],
    below: [PAYMENT, 'change', 'bars', 'Change from a year before'],
  },
  quarters: {
    subtitle: ' by quarter',
    series: [
      [QUARTER, 'value', 'bars', 'This quarter'],
      [QUARTER, 'ago', 'ticks', 'Year before'],
    ],
  },
};

/** Makes a chart of some months of one jurisdiction and field. */
export function makeChart(
  name: MonthChart,
  series: FieldSeries,
  place: string,
  months: readonly MonthOfSeries[],
): ChartData {
  const { inTitle, unit } = series.field;
  const { subtitle, series: all, below } = MONTH_CHARTS[name];
  const drawn = name === 'quarters' ? months.filter(({ settlesQuarter }) => settlesQuarter) : months;
  const draw = (one: Drawn) => seriesOf(series, drawn, one);
  return {
    title: `${place}: ${inTitle}${subtitle}, ${spanOf(months)}`,
    measure: unit,
    slots:
      name === 'quarters' ? drawn.map(({ month }) => quarterSlot(month, series)) : slotsOf(drawn, series),
    series: all.map(draw),
    ...(name === 'quarters' ? { slotKind: 'quarter' } : { missing: drawn.map(({ isMissing }) => isMissing) }),
    ...(below && { below: { measure: 'change', series: [draw(below)] } }),
  };
}

/** Without the months before the first sum of twelve months or the first change, which have nothing to draw. */
export function fromFirstSum(months: readonly MonthOfSeries[]): readonly MonthOfSeries[] {
  const first = months.findIndex(
    ({ record }) => (record?.twelve_months.value ?? record?.payment.change) != null,
  );
  return months.slice(Math.max(0, first));
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
  months: readonly (Pick<MonthOfSeries, 'month' | 'counted' | 'isLoaded'> & Partial<MonthOfSeries>)[],
  { lag, basis }: Pick<FieldSeries, 'lag' | 'basis'>,
): AxisSlot[] {
  const nameOf = basis === 'sales' ? soldMonth : paidMonth;
  const ticks = monthTicks(months.map(({ counted }) => counted));
  return months.map(({ month, isLoaded, record }, at) => ({
    ...{ key: month, name: nameOf(month, lag), isLoaded },
    isUnpriced: record?.payment.reasons.some(({ code }) => code === 'no-price-index') ?? false,
    ...ticks[at],
  }));
}

/** The texts of an axis of months. */
export function monthTicks(months: readonly MonthDate[]): Pick<AxisSlot, 'tick'>[] {
  const isLong = months.length > MANY_MONTHS;
  return months.map((month) => {
    if (!isLong) return { tick: shortMonth(month) };
    return calendarMonth(month) === 1 ? { tick: String(yearOf(month)) } : {};
  });
}

const TONES: Readonly<Record<FigurePart, string>> = { value: 'main', ago: 'before', change: 'change' };

/** A sum is expected in every month, also of a field that has figures at quarter ends only. */
export function seriesOf(
  series: FieldSeries,
  months: readonly MonthOfSeries[],
  [figure, part, shape, label = series.field.label]: Drawn,
): ChartSeries {
  const isExpected = months.map((month) => figure !== PAYMENT || month.isExpected);
  return {
    ...{ label, shape },
    ...{ id: `${figure.of}_${part}`, tone: TONES[part], isExpected },
    isOfSums: figure === ROLLING_YEAR,
    values: months.map(({ record }, at) =>
      isExpected[at] ? (figureOf(record, figure)?.[part] ?? null) : null,
    ),
    doubtful: months.map(({ month }) => countDoubted(series, { month, comparison: figure }, part) > 0),
  };
}

export const WITHOUT = ' without changes of tax';

/** The choice of the address, for months of which some have another change without their change of tax. */
export const TAX_CHOICE = {
  label: 'Changes of tax',
  parameter: 'tax',
  options: [
    ['', 'with'],
    ['without', 'without'],
  ],
} as const;

/** Whether the address asks for figures without changes of tax. */
export function isWithoutTaxes(): boolean {
  return choiceOf('tax', TAX_CHOICE.options) === 'without';
}

/** A figure of each month. */
export function figuresIn(months: readonly MonthOfSeries[], figure: ComparedFigure) {
  return months.map(({ record }) => figureOf(record, figure));
}

/** A series as it would be without changes of tax. */
export function withoutTaxes(series: FieldSeries): FieldSeries {
  const { field, months } = series;
  const numbers = months.map(({ month }) => monthNumber(month));
  const kept = [PAYMENT, ...SUMS].map(
    (figure) => [figure.of, withoutTaxChanges(figuresIn(months, figure), numbers)] as const,
  );
  const keptAt = (at: number) => Object.fromEntries(kept.map(([of, figures]) => [of, figures[at]]));
  return {
    ...{ ...series, field: { ...field, inTitle: `${field.inTitle}${WITHOUT}` } },
    months: months.map((month, at) => ({
      ...month,
      record: month.record && { ...month.record, ...keptAt(at) },
    })),
  };
}

/** `Sep to Nov 2026, sales of Jul to Sep 2026`. */
function quarterSlot(month: MonthDate, { lag }: FieldSeries): AxisSlot {
  const quarter = { first: dateOfMonth(monthNumber(month) - 2), last: month };
  const sales = lag === null ? '' : `, sales of ${namePeriod(movedBy(quarter, -lag), 'short')}`;
  return { key: month, name: `${namePeriod(quarter, 'short')}${sales}`, tick: shortMonth(month) };
}
