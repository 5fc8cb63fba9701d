import { choiceOf, readParameter } from '../../../address/navigation.ts';
import type { ChartData } from '../../../chart/chart-data.ts';
import type { TableColumn } from '../../../table/columns.ts';
import { longMonth } from '../../../words/months.ts';
import { slotsOf, spanOf } from '../charts.ts';
import { MONTH_COLUMN, monthOf, valueColumn } from '../month-columns.tsx';
import { MonthsChart, type MonthsChartProps } from '../months-chart.tsx';
import { lacksFigure, type MonthOfSeries } from '../series.tsx';
import { inShares, type PartOfMonth, type PartOfPlace, partsOfPlace, stackedParts } from './parts.ts';
import { Waterfall } from './waterfall.tsx';

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
      series: areShares ? inShares(stacked) : stacked,
      isOfEquals: true,
      missing: months.map(lacksFigure),
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

function columnOf({ part, name, meaning, amounts }: PartOfPlace): TableColumn<MonthOfSeries> {
  return {
    ...{ id: part, head: name, meaning, content: 'amount' },
    value: ({ month }) => amounts.get(month) ?? null,
  };
}
