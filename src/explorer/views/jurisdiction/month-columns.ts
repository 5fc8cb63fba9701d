import { h } from 'preact';
import type { Address } from '../../address/address.ts';
import type { TableColumn } from '../../table/columns.ts';
import { comparedMeaning } from '../../words/meanings.ts';
import { type MonthDate, monthNumber, shortMonth } from '../../words/months.ts';
import type { ChartName } from './charts.ts';
import { figureLink, yearBefore } from './figure-links.ts';
import {
  type ComparedFigure,
  FISCAL_YEAR_TO_DATE,
  type FieldSeries,
  figureIn,
  type MonthOfSeries,
  SUMS,
  YEAR_TO_DATE,
} from './series.ts';

/** The comparisons beside the payment that every table shows in short. */
const USUAL: readonly ComparedFigure[] = [YEAR_TO_DATE, FISCAL_YEAR_TO_DATE];

/** The columns that only the CSV has. */
const CSV_COLUMNS: readonly TableColumn<MonthOfSeries>[] = [
  {
    id: 'fiscal_year',
    head: 'Fiscal year',
    value: ({ record }) => record?.fiscal_year ?? null,
    isHidden: true,
  },
  { id: 'doubt', head: 'Doubt', value: ({ record }) => record?.doubt?.text ?? null, isHidden: true },
  { id: 'rank', head: 'Rank', measure: 'count', value: ({ record }) => record?.rank ?? null, isHidden: true },
  {
    id: 'ranked',
    head: 'Ranked',
    measure: 'count',
    value: ({ record }) => record?.ranked ?? null,
    isHidden: true,
  },
  {
    id: 'share_of_county',
    head: 'Share of its type in the county',
    measure: 'share',
    value: ({ record }) => record?.share_of_county ?? null,
    isHidden: true,
  },
  {
    id: 'share_of_state',
    head: 'Share of its type in the state',
    measure: 'share',
    value: ({ record }) => record?.share_of_state ?? null,
    isHidden: true,
  },
];

/** The columns of the table under a chart. The CSV has all comparisons, the page the ones that belong to the chart. */
export function monthColumns(
  series: FieldSeries,
  chart: ChartName,
  address: Address,
): TableColumn<MonthOfSeries>[] {
  const { field } = series;
  const first = series.months[0]?.month ?? '';
  return [
    {
      id: 'allocation_period',
      head: 'Month',
      value: ({ month }) => month,
      show: ({ month }) => shortMonth(month),
    },
    {
      id: 'value',
      head: field.label,
      meaning: field.meaning,
      measure: field.unit,
      value: figureIn,
      isExpected: ({ isExpected }) => isExpected,
      show: ({ month }, text) => h('a', { href: figureLink(address, month) }, text),
    },
    {
      id: 'year_ago',
      head: 'Year before',
      meaning: comparedMeaning('year_ago'),
      measure: field.unit,
      value: ({ record, isExpected }) => (isExpected ? (record?.year_ago ?? null) : null),
      isExpected: ({ month, isExpected }) => isExpected && monthNumber(month) >= monthNumber(first) + 12,
      show: ({ month }, text) => h('a', { href: figureLink(address, yearBefore(month)) }, text),
    },
    {
      id: 'change',
      head: 'Change',
      meaning: comparedMeaning('change'),
      measure: 'change',
      value: ({ record, isExpected }) => (isExpected ? (record?.change ?? null) : null),
      isExpected: () => false,
      isDoubtful: ({ record }) => Boolean(record?.doubt),
      show: ({ record }, text) =>
        record?.doubt ? h('span', { title: record.doubt.text }, `${text} ⚠`) : text,
    },
    ...SUMS.flatMap((sum) => columnsOf(sum, field.unit, sum.id === chart, address)),
    ...CSV_COLUMNS,
  ];
}

/** Three columns. A comparison that is usual and not the chart's shows its value and change only. */
function columnsOf(
  comparison: ComparedFigure,
  unit: 'amount' | 'percent',
  isChart: boolean,
  address: Address,
): TableColumn<MonthOfSeries>[] {
  const { name, value, before, change } = comparison;
  const isUsual = USUAL.includes(comparison);
  const column = (
    id: typeof value,
    head: string,
    measure: 'amount' | 'percent' | 'change',
    isShown: boolean,
    linkedTo?: (month: MonthDate) => MonthDate,
  ) => ({
    id,
    head,
    group: name,
    meaning: comparedMeaning(id),
    measure,
    value: ({ record }: MonthOfSeries) => record?.[id] ?? null,
    // null where a month of the sum is missing, or where there is nothing to compare with
    isExpected: () => false,
    isHidden: !isShown,
    ...(linkedTo && {
      show: ({ month }: MonthOfSeries, text: string) =>
        h('a', { href: figureLink(address, linkedTo(month), comparison) }, text),
    }),
  });
  return [
    column(value, 'Total', unit, isChart || isUsual, (month) => month),
    column(before, 'Year before', unit, isChart, yearBefore),
    column(change, 'Change', 'change', isChart || isUsual),
  ];
}
