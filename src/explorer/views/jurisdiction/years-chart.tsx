import type { Year } from '../../../client/generated/types.gen.ts';
import { toTheCent } from '../../../derive/fiscal-year.ts';
import { YEAR } from '../../../derive/span.ts';
import { withoutTaxChanges } from '../../../derive/without-taxes.ts';
import { yearRecord } from '../../../records/descriptions/years.ts';
import { choiceOf } from '../../address/navigation.ts';
import { Chart } from '../../chart/chart.tsx';
import { type ChartData, type ChartSeries, type DatedEvent, eventsOn } from '../../chart/chart-data.ts';
import { FISCAL_YEAR_TO_DATE, PAYMENT } from '../../figures.ts';
import { describeDoubts } from '../../parts/change.tsx';
import { describedColumns, type TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { labelOfYear, type MonthDate } from '../../words/months.ts';
import { countedMonth } from '../../words/sales.ts';
import { isWithoutTaxes, WITHOUT } from './charts.ts';
import { figureLink, yearBefore } from './figure-links.ts';
import type { Expected } from './fiscal-year-chart.tsx';
import { comparedColumns, markDoubts, type ViewedPlace } from './series.tsx';

export const YEAR_KINDS = [
  ['fiscal', 'Fiscal years'],
  ['calendar', 'Calendar years'],
] as const;

interface YearsChartProps extends ViewedPlace {
  years: readonly Year[];
  events: readonly DatedEvent[];
  /** Where the running year may end, if something is known of it. */
  projection: Expected | undefined;
}

/** Fiscal or calendar years as bars and as a table, with the change from the same months of the year before. */
export function YearsChart(props: YearsChartProps) {
  const { place, series, years, fileName, credit } = props;
  const kind = choiceOf('kind', YEAR_KINDS);
  const rows = years.filter((year) => year.years === kind);
  const ofSales = series.basis === 'sales' ? ' of sales' : '';
  const title = `${place.name}: ${series.field.inTitle} by ${kind} year${ofSales}`;
  const drawn = isWithoutTaxes() ? withoutTaxesIn(rows) : rows;
  const shown = { fileName: `${fileName}-${kind}-years`, credit };
  return (
    <>
      <Chart
        key={kind}
        data={{ title: `${title}${isWithoutTaxes() ? WITHOUT : ''}`, ...barsOf(drawn, props) }}
        {...shown}
      />
      <FigureTable
        caption={title}
        columns={yearColumns(props)}
        rows={rows}
        keyOf={({ year }) => year}
        fileName={shown.fileName}
      />
    </>
  );
}

/** Years, newest first, as they would be without changes of tax. */
function withoutTaxesIn(years: readonly Year[]): Year[] {
  const inTime = [...years].reverse();
  const starts = inTime.map(({ year }) => Number.parseInt(year, 10) * YEAR);
  const kept = withoutTaxChanges(
    inTime.map(({ sum }) => sum),
    starts,
  ).reverse();
  return years.map((year, at) => ({ ...year, sum: kept[at] ?? year.sum }));
}

/** One bar for each year, with its change above. What is expected of the running year is dotted. */
function barsOf(
  years: readonly Year[],
  { series, projection, events }: YearsChartProps,
): Omit<ChartData, 'title'> {
  // a year without a sum is a gap between others, and no part of the chart at its ends
  // a part of a year that is over is no bar beside whole years
  const sumIn = (year: Year) => (year.closed === 'no' && year !== years[0] ? null : year.sum.value);
  const known = years.flatMap((year, at) => (sumIn(year) === null ? [] : [at]));
  const shown = years.slice(known[0] ?? 0, (known.at(-1) ?? -1) + 1).reverse();
  const isFiscal = years[0]?.years === 'fiscal';
  const values = shown.map(sumIn);
  const rest = shown.map(({ year, sum }) => {
    const end = isFiscal && year === projection?.year ? projection.projected : null;
    return end === null || sum.value === null ? null : toTheCent(end - sum.value);
  });
  const expected: ChartSeries = {
    ...{ id: 'rest', label: 'Still expected', shape: 'bars', tone: 'main dotted', isEstimate: true },
    ...{ values: rest, from: values.map((value) => value ?? 0) },
    isExpected: rest.map((value) => value !== null),
  };
  const slots = shown.map((year) => ({
    key: year.year,
    name: `${year.year}, ${countedMonths(year)}`,
    tick: year.year,
  }));
  const start = isFiscal ? series.fiscalYearStart : 1;
  const yearOf = (month: MonthDate) => labelOfYear(countedMonth(series, month), start);
  const inYears = events.map(({ from, to, text }) => ({ from: yearOf(from), to: yearOf(to), text }));
  return {
    ...{ measure: series.field.unit, slotKind: 'year', slots, events: eventsOn(slots, inYears) },
    series: [
      {
        ...{ id: 'sum_value', label: nameOfSum(series), shape: 'bars', tone: 'main', values },
        doubtful: shown.map(({ sum }) => sum.doubtful > 0),
      },
      ...(rest.some((value) => value !== null) ? [expected] : []),
    ],
  };
}

function yearColumns({ series, state }: ViewedPlace): TableColumn<Year>[] {
  const [value, before, change, difference, ...others] = comparedColumns<Year>(
    { ...PAYMENT, of: 'sum' },
    series.field.unit,
    ({ sum }) => sum,
    null,
  );
  const linkTo = (monthOf: (month: MonthDate) => MonthDate) => (year: Year, text: string) => (
    <a href={figureLink(monthOf(year.last_month), year.years === 'fiscal' ? FISCAL_YEAR_TO_DATE : PAYMENT)}>
      {text}
    </a>
  );
  const isHidden = true;
  const described = describedColumns<Year>(yearRecord.members, {
    year: {},
    months: { head: 'Months counted', show: countedMonths },
    ...{ closed: {}, last_month: { isHidden }, last_sales_month: { isHidden } },
  });
  return [
    ...described.slice(0, 1),
    {
      ...{ ...value, head: nameOfSum(series), meaning: 'The sum of the months of the year so far' },
      show: linkTo((month) => month),
      isExpected: () => false,
    },
    { ...before, meaning: 'The sum of the same months a year before', show: linkTo(yearBefore) },
    { ...difference, isHidden: false, meaning: 'The total less that of a year before', isSigned: true },
    {
      ...markDoubts(change, ({ sum }) => describeDoubts(sum.doubtful), state.state),
      meaning: 'Change from the same months a year before',
    },
    ...others,
    ...described.slice(1),
  ];
}

function nameOfSum({ field }: ViewedPlace['series']): string {
  return field.unit === 'percent' ? 'Mean' : 'Total';
}

/** `4 of 12 months`, or `12 months`. */
function countedMonths({ months }: Year): string {
  return months === 12 ? '12 months' : `${months} of 12 months`;
}
