import type { Address } from '../../address/address.ts';
import type { TableColumn } from '../../table/columns.ts';
import type { Content } from '../../words/figures.ts';
import { type MonthDate, monthNumber } from '../../words/months.ts';
import type { ChartName } from './charts.ts';
import { figureLink, yearBefore } from './figure-links.ts';
import {
  type ComparedFigure,
  comparedColumns,
  FISCAL_YEAR_TO_DATE,
  type FieldSeries,
  figureIn,
  type MonthOfSeries,
  PAYMENT,
  QUARTER,
  ROLLING_YEAR,
  SUMS,
  YEAR_TO_DATE,
} from './series.ts';

type MonthColumn = TableColumn<MonthOfSeries>;

export const MONTH_COLUMN = {
  id: 'allocation_period',
  head: 'Month',
  content: 'month',
  value: ({ month }: { month: MonthDate }) => month,
} as const;

/** The comparisons beside the payment that every table shows in short. */
const USUAL: readonly ComparedFigure[] = [YEAR_TO_DATE, FISCAL_YEAR_TO_DATE];

/** The figures that have a comparable change: how their names begin, and their heads. */
const COMPARABLE = [
  ['', ''],
  ['year_to_date_', `${YEAR_TO_DATE.name}: `],
  ['fiscal_year_to_date_', `${FISCAL_YEAR_TO_DATE.name}: `],
  ['rolling_year_', `${ROLLING_YEAR.name}: `],
  ['quarter_total_', `${QUARTER.name}: `],
] as const;

type FileColumn = readonly [
  (
    | ('sales_period' | 'fiscal_year' | 'rank' | 'ranked' | 'share_of_county' | 'share_of_state')
    | `${(typeof COMPARABLE)[number][0]}${'comparable_change' | 'tax_changes'}`
  ),
  string,
  Content,
];

const FILE_COLUMNS: readonly FileColumn[] = [
  ['sales_period', 'Sales of', 'month'],
  ...COMPARABLE.flatMap(([begin, name]): FileColumn[] => [
    [`${begin}comparable_change`, `${name}Comparable change`, 'change'],
    [`${begin}tax_changes`, `${name}Changes of tax`, 'text'],
  ]),
  ['fiscal_year', 'Fiscal year', 'text'],
  ['rank', 'Rank', 'count'],
  ['ranked', 'Ranked', 'count'],
  ['share_of_county', 'Share of its type in the county', 'share'],
  ['share_of_state', 'Share of its type in the state', 'share'],
];

/** The columns that only files have. */
const HIDDEN_COLUMNS: readonly MonthColumn[] = [
  { id: 'doubt', head: 'Doubt', value: ({ record }) => record?.doubt?.text ?? null, isHidden: true },
  ...FILE_COLUMNS.map(
    ([id, head, content]): MonthColumn => ({
      ...{ id, head, content, isHidden: true },
      value: ({ record }) => record?.[id] ?? null,
    }),
  ),
];

/** The columns of the table under a chart. Files have all comparisons, the page the ones that belong to the chart. */
export function monthColumns(series: FieldSeries, chart: ChartName, address: Address): MonthColumn[] {
  return [
    MONTH_COLUMN,
    ...paymentColumns(series, address),
    ...SUMS.flatMap((sum) => sumColumns(sum, series, sum.id === chart, address)),
    ...HIDDEN_COLUMNS,
  ];
}

/** The payment of a month, with a link to where it comes from. */
export function valueColumn({ field }: FieldSeries, address: Address): MonthColumn {
  return {
    ...{ id: PAYMENT.value, head: field.label, meaning: field.meaning, content: field.unit },
    value: figureIn,
    isExpected: ({ isExpected }) => isExpected,
    show: ({ month }, text) => <a href={figureLink(address, month)}>{text}</a>,
  };
}

function paymentColumns(series: FieldSeries, address: Address): MonthColumn[] {
  const first = monthNumber(series.months[0]?.month ?? '');
  const [, before, change] = comparedColumns<MonthOfSeries, typeof PAYMENT>(
    PAYMENT,
    series.field.unit,
    ({ isExpected, record }, id) => (isExpected ? (record?.[id] ?? null) : null),
    null,
  );
  return [
    valueColumn(series, address),
    {
      ...before,
      isExpected: ({ month, isExpected }) => isExpected && monthNumber(month) >= first + 12,
      show: ({ month }, text) => <a href={figureLink(address, yearBefore(month))}>{text}</a>,
    },
    {
      ...change,
      isDoubtful: ({ record }) => Boolean(record?.doubt),
      show: ({ record }, text) => (record?.doubt ? <span title={record.doubt.text}>{text} ⚠</span> : text),
    },
  ];
}

/** A comparison that is usual and not the chart's shows its value and change only. */
function sumColumns(
  sum: ComparedFigure,
  { field }: FieldSeries,
  isOfChart: boolean,
  address: Address,
): MonthColumn[] {
  const [total, before, change] = comparedColumns<MonthOfSeries, ComparedFigure>(
    sum,
    field.unit,
    ({ record }, id) => record?.[id] ?? null,
  );
  const linkTo = (monthOf: (month: MonthDate) => MonthDate) => (each: MonthOfSeries, text: string) => (
    <a href={figureLink(address, monthOf(each.month), sum)}>{text}</a>
  );
  const isHidden = !isOfChart && !USUAL.includes(sum);
  return [
    { ...total, isHidden, show: linkTo((month) => month) },
    { ...before, isHidden: !isOfChart, show: linkTo(yearBefore) },
    { ...change, isHidden },
  ];
}
