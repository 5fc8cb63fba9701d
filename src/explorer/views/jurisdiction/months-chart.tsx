import { Brush } from '../../chart/brush.tsx';
import { Chart } from '../../chart/chart.tsx';
import type { ChartData } from '../../chart/chart-data.ts';
import { longMonth, shortMonth } from '../../words/months.ts';
import type { MonthChart, PlaceChart } from './charts.ts';
import { figureLink, figureOfSlot } from './figure-links.ts';
import { type MonthOfSeries, PAYMENT, type ShownPlace } from './series.tsx';
import { useShownMonths } from './shown-months.ts';

/** The link from a slot of a chart to where its figure comes from. */
export function linkAtSlot({ series }: ShownPlace, chart: PlaceChart) {
  return (key: string) => {
    const shown = figureOfSlot(chart, series, key);
    if (!shown) return null;
    return (
      <a href={figureLink(shown.month, shown.comparison)}>
        {shown.comparison === PAYMENT ? 'source' : `months to ${shortMonth(shown.month)}`}
      </a>
    );
  };
}

export interface MonthsChartProps extends ShownPlace {
  chart: MonthChart | 'parts';
  credit: string;
  /** Makes the chart of the shown months. */
  makeData(months: readonly MonthOfSeries[]): ChartData;
}

/** A chart of months, and all months in small below it. */
export function MonthsChart(props: MonthsChartProps) {
  const { series, fileName, chart, credit, makeData } = props;
  const { months } = series;
  const { range, onMove, onEnd } = useShownMonths(months);
  const shown = months.slice(range[0], range[1] + 1);
  const nameOf = (at: number) => longMonth(months[at]?.counted ?? '');
  const name = chart === 'rolling-year' ? 'rolling_year' : 'value';
  return (
    <Chart
      key={chart}
      data={makeData(shown)}
      fileName={`${fileName}-${chart}`}
      credit={credit}
      fromZero={chart !== 'rolling-year'}
      about={linkAtSlot(props, chart)}
    >
      {months.length > 12 && (
        <Brush
          values={months.map(({ record }) => record?.[name] ?? null)}
          {...{ nameOf, range, onMove, onEnd }}
        />
      )}
    </Chart>
  );
}
