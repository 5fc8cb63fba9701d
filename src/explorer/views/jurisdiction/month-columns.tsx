import { monthRecord } from '../../../records/descriptions/months.ts';
import { linkHere } from '../../address/navigation.ts';
import {
  type ComparedFigure,
  FISCAL_YEAR_TO_DATE,
  type MonthRecord,
  PAYMENT,
  QUARTER,
  ROLLING_YEAR,
  SUMS,
} from '../../figures.ts';
import { describedColumns, type TableColumn } from '../../table/columns.ts';
import { type MonthDate, monthNumber } from '../../words/months.ts';
import { type SalesLag, salesMonthOf } from '../../words/sales.ts';
import type { PlaceChart } from './charts.ts';
import { describeDoubt, figureLink, yearBefore } from './figure-links.ts';
import { type FieldSeries, figureIn, type MonthOfSeries, markDoubts, monthFigureColumns } from './series.tsx';

type MonthColumn = TableColumn<MonthOfSeries>;

export const MONTH_COLUMN = {
  id: 'month',
  head: 'Month',
  content: 'month',
  value: ({ month }: { month: MonthDate }) => month,
} as const;

/** The month of payment and that of the sales, by which figures count first. */
export function monthOf<Row = MonthOfSeries>(
  { lag, basis }: FieldSeries,
  paidIn: (row: Row) => MonthDate,
): TableColumn<Row>[] {
  const paid = { ...MONTH_COLUMN, value: paidIn };
  const sales = salesColumn(lag, paidIn);
  return basis === 'sales' ? [sales, { ...paid, head: 'Paid in' }] : [paid, sales];
}

/** The month of the sales that a row's month pays for. */
export function salesColumn<Row>(lag: SalesLag, paidIn: (row: Row) => MonthDate): TableColumn<Row> {
  return {
    ...{ id: 'sales_month', head: 'Sales of', content: 'month' },
    value: (row) => salesMonthOf(paidIn(row), lag),
    isHidden: lag === null,
  };
}

/** The comparisons beside the payment that a table shows in short, as far as there is room for them. */
function usualBeside(chart: PlaceChart): readonly ComparedFigure[] {
  return chart === ROLLING_YEAR.id || chart === QUARTER.id ? [] : [FISCAL_YEAR_TO_DATE];
}

/** The columns that only files have. */
const HIDDEN_COLUMNS: readonly MonthColumn[] = describedColumns<MonthRecord>(monthRecord.members, {
  ...{ fiscal_year: {}, members: {}, rank: {}, ranked: {} },
  share_of_county: { head: 'Share of its type in the county', content: 'share' },
  share_of_state: { head: 'Share of its type in the state', content: 'share' },
  ...{ doubt_month: {}, doubt_code: {}, doubt_text: { head: 'Doubt' } },
}).map(({ id, head, content = 'text', value }) => ({
  ...{ id, head, content, isHidden: true },
  value: ({ record }) => record && value(record),
}));

/**
 * The columns of the table under a chart. Files have all comparisons, the page the ones that belong to the chart. A field
 * computed from others stands beside the payment.
 */
export function monthColumns(
  series: FieldSeries,
  chart: PlaceChart,
  computed: FieldSeries | null,
): MonthColumn[] {
  const hasQuarters = series.months.some(({ settlesQuarter }) => settlesQuarter);
  return [
    ...monthOf(series, MONTH_COLUMN.value),
    ...paymentColumns(series),
    ...(computed ? computedColumns(computed, chart) : []),
    ...SUMS.filter((sum) => sum !== QUARTER || hasQuarters).flatMap((sum) =>
      sumColumns(sum, series, sum.id === chart, usualBeside(chart)),
    ),
    ...HIDDEN_COLUMNS,
  ];
}

/** The payment of a month, with a link to where it comes from. */
export function valueColumn({ field }: FieldSeries): MonthColumn {
  return {
    ...{ id: `${PAYMENT.of}_value`, head: field.label, meaning: field.meaning, content: field.unit },
    value: figureIn,
    isExpected: ({ isExpected }) => isExpected,
    show: ({ month }, text) => <a href={figureLink(month)}>{text}</a>,
  };
}

function paymentColumns(series: FieldSeries): MonthColumn[] {
  const first = monthNumber(series.months[0]?.month ?? '');
  const [, before, change, ...comparable] = monthFigureColumns<MonthOfSeries>(
    PAYMENT,
    series.field.unit,
    ({ isExpected, record }) => (isExpected ? record : null),
    null,
  );
  return [
    valueColumn(series),
    // the change comes first, because a phone has room for only one more column
    markDoubts(change, doubtIn(series, PAYMENT)),
    {
      ...before,
      isExpected: ({ month, isExpected }) => isExpected && monthNumber(month) >= first + 12,
      show: ({ month }, text) => <a href={figureLink(yearBefore(month))}>{text}</a>,
    },
    ...comparable,
  ];
}

/** The page has them where the chart shows single months. */
function computedColumns(computed: FieldSeries, chart: PlaceChart): MonthColumn[] {
  const { field, months } = computed;
  const byMonth = new Map(months.map(({ month, record }) => [month, record]));
  const [value, before, change, ...comparable] = monthFigureColumns<MonthOfSeries>(
    PAYMENT,
    field.unit,
    ({ month }) => byMonth.get(month) ?? null,
    field.label,
  );
  const columns: MonthColumn[] = [
    {
      ...{ ...value, meaning: field.meaning },
      show: ({ month }, text) => <a href={linkHere({ field: field.name, figure: month })}>{text}</a>,
    },
    { ...before, isHidden: true },
    markDoubts(change, doubtIn(computed, PAYMENT)),
    ...comparable,
  ];
  const isHidden = chart !== PAYMENT.id;
  return columns.map((column) => ({
    ...column,
    id: `${field.name}_${column.id}`,
    isHidden: isHidden || column.isHidden,
  }));
}

/** Why the change of a figure in a month is doubtful. */
function doubtIn(series: FieldSeries, comparison: ComparedFigure) {
  return ({ month }: MonthOfSeries) => describeDoubt(series, { month, comparison });
}

/** A comparison that is usual and not the chart's shows its value and change only. */
function sumColumns(
  sum: ComparedFigure,
  series: FieldSeries,
  isOfChart: boolean,
  usual: readonly ComparedFigure[],
): MonthColumn[] {
  const [total, before, change, ...comparable] = monthFigureColumns<MonthOfSeries>(
    sum,
    series.field.unit,
    ({ record }) => record,
  );
  const linkTo = (monthOf: (month: MonthDate) => MonthDate) => (each: MonthOfSeries, text: string) => (
    <a href={figureLink(monthOf(each.month), sum)}>{text}</a>
  );
  const isHidden = !isOfChart && !usual.includes(sum);
  return [
    { ...total, isHidden, show: linkTo((month) => month) },
    { ...markDoubts(change, doubtIn(series, sum)), isHidden },
    { ...before, isHidden: !isOfChart, show: linkTo(yearBefore) },
    ...comparable,
  ];
}
