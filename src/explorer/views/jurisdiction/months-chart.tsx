import { useRef, useState } from 'preact/hooks';
import { choiceOf, goTo, linkHere, readParameter } from '../../address/navigation.ts';
import { Brush, type ShownRange } from '../../chart/brush.tsx';
import { Chart } from '../../chart/chart.tsx';
import { type ChartData, type DatedEvent, eventsOn } from '../../chart/chart-data.ts';
import { figureOf, PAYMENT, ROLLING_YEAR } from '../../figures.ts';
import { longMonth, shortMonth } from '../../words/months.ts';
import { writePeriod } from '../../words/periods.ts';
import { type MonthChart, type PlaceChart, SPANS } from './charts.ts';
import { figureLink, figureOfSlot } from './figure-links.ts';
import type { MonthOfSeries, ViewedPlace } from './series.tsx';

/** The link from a slot of a chart to where its figure comes from. */
export function linkAtSlot({ series }: ViewedPlace, chart: PlaceChart) {
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

export interface MonthsChartProps extends ViewedPlace {
  chart: MonthChart | 'parts';
  events: readonly DatedEvent[];
  /** Makes the chart of the shown months. */
  makeData(months: readonly MonthOfSeries[]): ChartData;
}

/** A chart of months, and all months in small below it. */
export function MonthsChart(props: MonthsChartProps) {
  const { state, series, fileName, chart, credit, events, makeData } = props;
  const { months } = series;
  const { range, onMove, onEnd } = useShownMonths(months);
  const shown = months.slice(range[0], range[1] + 1);
  const newest = { first: shown.at(-1)?.counted ?? '', last: shown.at(-1)?.counted ?? '' };
  const data = makeData(shown);
  const nameOf = (at: number) => longMonth(months[at]?.counted ?? '');
  const isPayment = series.field.name === state.headline;
  const slotMonth = (at: number) => months.find(({ month }) => month === data.slots[at]?.key)?.counted ?? '';
  const choose = (first: number, last: number) =>
    goTo(linkHere({ period: writePeriod({ first: slotMonth(first), last: slotMonth(last) }) }));
  const drawn = chart === 'rolling-year' ? ROLLING_YEAR : PAYMENT;
  return (
    <Chart
      key={chart}
      data={{ ...data, events: eventsOn(data.slots, events) }}
      fileName={`${fileName}-${chart}`}
      credit={credit}
      fromZero={chart !== 'rolling-year'}
      about={linkAtSlot(props, chart)}
      {...(isPayment && chart !== 'quarters' && { onSpan: choose })}
    >
      {months.length > 12 && (
        <Brush
          values={months.map(({ record }) => figureOf(record, drawn)?.value ?? null)}
          {...{ nameOf, range, onMove, onEnd }}
        />
      )}
      {isPayment && (
        <p class="hint onward">
          To see what changed in some months, <span class="by-mouse">drag across them, or </span>
          <a href={linkHere({ period: writePeriod(newest) })}>choose them from a list</a>.
        </p>
      )}
    </Chart>
  );
}

const MONTHS_OF_YEAR = 12;

/** Which months a chart shows: those of the or those of a drag. */
function useShownMonths(months: readonly MonthOfSeries[]) {
  const [dragged, setDragged] = useState<ShownRange | null>(null);
  // a key moves and ends at once, before the state is there
  const newest = useRef<ShownRange | null>(null);
  const usual = usualRange(months.length);
  const range = dragged ?? rangeOf(months, usual);
  const nameOf = (at: number) => months[at]?.month.slice(0, 7) ?? null;
  return {
    range,
    onMove: (next: ShownRange) => {
      newest.current = next;
      setDragged(next);
    },
    onEnd: () => {
      const [from, to] = newest.current ?? range;
      const isUsual = from === usual[0] && to === usual[1];
      newest.current = null;
      setDragged(null);
      const months = { from: isUsual ? null : nameOf(from), to: to === usual[1] ? null : nameOf(to) };
      goTo(linkHere(months), { replaces: true });
    },
  };
}

/** The last five years, or so many as the address says. */
function usualRange(count: number): ShownRange {
  const span = choiceOf('years', SPANS);
  return [span === 'all' ? 0 : Math.max(0, count - Number(span) * MONTHS_OF_YEAR), count - 1];
}

function rangeOf(months: readonly MonthOfSeries[], usual: ShownRange): ShownRange {
  const [from, to] = ['from', 'to'].map((name, end) => {
    const asked = readParameter(name);
    const at = asked ? months.findIndex(({ month }) => month.startsWith(asked)) : -1;
    return at < 0 ? (usual[end] ?? 0) : at;
  });
  return from === undefined || to === undefined || from > to ? usual : [from, to];
}
