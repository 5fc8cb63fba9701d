import type { PartPage } from '../../../../client/generated/types.gen.ts';
import { choiceOf, readParameter } from '../../../address/navigation.ts';
import { type ChartData, type ChartSeries, inShares } from '../../../chart/chart-data.ts';
import type { TableColumn } from '../../../table/columns.ts';
import { longMonth, type MonthDate } from '../../../words/months.ts';
import { slotsOf, spanOf } from '../charts.ts';
import { MONTH_COLUMN, monthOf, valueColumn } from '../month-columns.tsx';
import { MonthsChart, type MonthsChartProps } from '../months-chart.tsx';
import { figureIn, type MonthOfSeries } from '../series.tsx';
import { Waterfall } from './waterfall.tsx';

/** A part of one payment, with its sign. */
export type PartOfMonth = PartPage['data'][number];

/** The parts of a place in the order of the state, and the amounts of each by month. */
export interface PartOfPlace {
  part: string;
  name: string;
  meaning: string;
  amounts: ReadonlyMap<MonthDate, number>;
}

interface PartsChartProps extends Omit<MonthsChartProps, 'makeData' | 'table'> {
  rows: readonly PartOfMonth[];
}

export const SHOWN_PARTS = [
  ['dollars', 'dollars'],
  ['shares', 'shares of the payment'],
] as const;

/** The parts of each payment as stacked bars, the way from the year before to a month, and a table of all months. */
export function PartsChart({ rows, ...props }: PartsChartProps) {
  const { place, series, fileName, record } = props;
  const { month, payment } = record;
  const parts = partsOfPlace(rows);
  const areShares = choiceOf('show', SHOWN_PARTS) === 'shares';
  const makeData = (months: readonly MonthOfSeries[]): ChartData => {
    const stacked = stackedParts(parts, months);
    return {
      title: `${place.name}: parts of each payment${areShares ? ' as shares' : ''}, ${spanOf(months)}`,
      measure: areShares ? 'share' : 'amount',
      slots: slotsOf(months, series),
      series: areShares ? inShares(stacked) : [...stacked, netOf(months)],
      isOfEquals: true,
      missing: months.map(({ isMissing }) => isMissing),
    };
  };
  const table = {
    caption: `${place.name}: parts of each payment, newest month first`,
    columns: [...monthOf(series, MONTH_COLUMN.value), valueColumn(series), ...parts.map(columnOf)],
    fileName: `${fileName}-parts`,
  };
  return (
    <MonthsChart {...{ ...props, makeData, table }}>
      {readParameter('period') === null && (
        <Waterfall
          title={`From the year before to ${longMonth(month)}`}
          caption={`${place.name}: parts of the payment of ${longMonth(month)} beside the year before`}
          payment={payment}
          parts={rows.filter(({ months }) => month.startsWith(months))}
          fileName={`${fileName}-parts-${month.slice(0, 7)}`}
        />
      )}
    </MonthsChart>
  );
}

/** A tick where all parts together end. */
function netOf(months: readonly MonthOfSeries[]): ChartSeries {
  return { id: 'net', label: 'Payment', shape: 'ticks', tone: 'faint', values: months.map(figureIn) };
}

function columnOf({ part, name, meaning, amounts }: PartOfPlace): TableColumn<MonthOfSeries> {
  return {
    ...{ id: part, head: name, meaning, content: 'amount' },
    value: ({ month }) => amounts.get(month) ?? null,
  };
}

/** Groups the parts of all months, newest month first, by what they are. What is unexplained is last. */
function partsOfPlace(rows: readonly PartOfMonth[]): PartOfPlace[] {
  const found = new Map<string, PartOfPlace & { amounts: Map<MonthDate, number> }>();
  for (const { part, name, meaning, months, amount } of rows) {
    const known = found.get(part) ?? { part, name, meaning, amounts: new Map() };
    if (amount.value !== null) known.amounts.set(`${months}-01`, amount.value);
    found.set(part, known);
  }
  return [...found.values()].sort((a, b) => Number(a.part === LEFT) - Number(b.part === LEFT));
}

const LEFT = 'unexplained';
const TONES = ['1', '2', '3', '4', '5', '6', '7', '8'];

/** Bars that stand on each other: what is added above zero, what is taken away below it. */
function stackedParts(parts: readonly PartOfPlace[], months: readonly MonthOfSeries[]): ChartSeries[] {
  const tops = months.map(() => ({ above: 0, below: 0 }));
  return parts.map(({ part, name, amounts }, at) => {
    const values = months.map(({ month }) => amounts.get(month) ?? null);
    const from = values.map((value, slot) => {
      const top = tops[slot];
      if (!top) return 0;
      const side = (value ?? 0) < 0 ? 'below' : 'above';
      const start = top[side];
      top[side] += value ?? 0;
      return start;
    });
    return {
      ...{ id: part, label: name, shape: 'bars', tone: TONES[at] ?? 'faint', values, from },
      isExpected: values.map((value) => value !== null),
    };
  });
}
