import { monthRecord } from '../../../records/descriptions/months.ts';
import {
  type ComparedFigure,
  FISCAL_YEAR_TO_DATE,
  figureOf,
  type MonthRecord,
  PAYMENT,
  QUARTER,
  ROLLING_YEAR,
  SUMS,
} from '../../figures.ts';
import { describedColumns, type TableColumn } from '../../table/columns.ts';
import { type MonthDate, monthNumber } from '../../words/months.ts';
import { salesMonthOf } from '../../words/sales.ts';
import type { PlaceChart } from './charts.ts';
import { describeDoubt, figureLink, yearBefore } from './figure-links.ts';
import { comparedColumns, type FieldSeries, figureIn, type MonthOfSeries, markDoubts } from './series.tsx';

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
  const sales: TableColumn<Row> = {
    ...{ id: 'sales_month', head: 'Sales of', content: 'month' },
    value: (row) => salesMonthOf(paidIn(row), lag),
    isHidden: lag === null,
  };
  return basis === 'sales' ? [sales, { ...paid, head: 'Paid in' }] : [paid, sales];
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

/** The columns of the table under a chart. Files have all comparisons, the page the ones that belong to the chart. */
export function monthColumns(series: FieldSeries, chart: PlaceChart): MonthColumn[] {
  const hasQuarters = series.months.some(({ settlesQuarter }) => settlesQuarter);
  const hasOwnSum = chart === ROLLING_YEAR.id || chart === QUARTER.id;
  return [
    ...monthOf(series, MONTH_COLUMN.value),
    ...paymentColumns(series),
    ...SUMS.filter((sum) => sum !== QUARTER || hasQuarters).flatMap((sum) => {
      const [total, change, before, ...others] = linkedColumns(series, sum);
      const isOfChart = sum.id === chart;
      // beside the payment there is room for one sum more
      const isHidden = !isOfChart && (hasOwnSum || sum !== FISCAL_YEAR_TO_DATE);
      return [
        ...[total, change].map((column) => ({ ...column, isHidden })),
        { ...before, isHidden: !isOfChart },
        ...others,
      ];
    }),
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
  const [, change, before, ...others] = linkedColumns(series, PAYMENT);
  return [
    valueColumn(series),
    change,
    { ...before, isExpected: ({ month, isExpected }) => isExpected && monthNumber(month) >= first + 12 },
    ...others,
  ];
}

/** A figure with its change and the one of a year before, each with a link to where it comes from. */
function linkedColumns(series: FieldSeries, figure: ComparedFigure) {
  const [value, before, change, ...others] = comparedColumns<MonthOfSeries>(
    figure,
    series.field.unit,
    ({ isExpected, record }) => figureOf(isExpected || figure !== PAYMENT ? record : null, figure),
    figure === PAYMENT ? null : figure.name,
  );
  const linkTo = (monthOf: (month: MonthDate) => MonthDate) => (row: MonthOfSeries, text: string) => (
    <a href={figureLink(monthOf(row.month), figure)}>{text}</a>
  );
  // the change comes second, because a phone has room for only one more column
  return [
    { ...value, show: linkTo((month) => month) },
    markDoubts(change, ({ month }) => describeDoubt(series, { month, comparison: figure })),
    { ...before, show: linkTo(yearBefore) },
    ...others,
  ] as const;
}
