import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { YEAR } from '../../../derive/span.ts';
import { choiceOf, goTo, isEmbedded, linkHere, readParameter } from '../../address/navigation.ts';
import { Chart } from '../../chart/chart.tsx';
import { type ChartData, type DatedEvent, eventsOn, FEWEST_POINTS } from '../../chart/chart-data.ts';
import { smallLine } from '../../chart/scales.ts';
import { figureNamed, figureOf, PAYMENT, ROLLING_YEAR } from '../../figures.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable, MONTHS_SHOWN } from '../../table/figure-table.tsx';
import { longMonth, type MonthDate } from '../../words/months.ts';
import { writePeriod } from '../../words/periods.ts';
import { countedMonth } from '../../words/sales.ts';
import { fromFirstSum, type MonthChart, type PlaceChart, SPANS } from './charts.ts';
import { figureInAddress, figureLink } from './figure-links.ts';
import { PartsOfPeriod, PeriodHint } from './period-of-place.tsx';
import { type MonthOfSeries, recordIn, type ViewedPlace } from './series.tsx';

/** The link from a slot of a chart to where its figure comes from. */
export function linkAtSlot({ series }: ViewedPlace, chart: PlaceChart) {
  const comparison = figureNamed(chart);
  return (month: string) =>
    recordIn(series, month) && (
      <a href={figureLink(month, comparison)}>{comparison === PAYMENT ? 'source' : 'months'}</a>
    );
}

export interface MonthsChartProps extends ViewedPlace {
  chart: MonthChart | 'parts';
  events: readonly DatedEvent[];
  /** Makes the chart of the shown months. */
  makeData(months: readonly MonthOfSeries[]): ChartData;
  /** The table of all months. */
  table: { caption: string; columns: readonly TableColumn<MonthOfSeries>[]; fileName: string };
  /** What stands between both. */
  children?: ComponentChildren;
}

/** A chart of months, with all months in small below it, and their table. */
export function MonthsChart(props: MonthsChartProps) {
  const { state, series, fileName, chart, credit, events, makeData, table, children } = props;
  const months = chart === 'rolling-year' ? fromFirstSum(series.months) : series.months;
  const { range, onMove, onEnd } = useShownMonths(months);
  const shown = months.slice(range[0], range[1] + 1);
  const newest = shown.at(-1)?.counted ?? '';
  const data = makeData(shown);
  const nameOf = (at: number) => longMonth(months[at]?.counted ?? '');
  const isPayment = series.field.name === state.headline;
  const slotMonth = (at: number) => countedMonth(series, data.slots[at]?.key ?? '');
  const linkTo = (first: MonthDate, last: MonthDate) => linkHere({ period: writePeriod({ first, last }) });
  const choose = (first: number, last: number) => goTo(linkTo(slotMonth(first), slotMonth(last)));
  const drawn = chart === 'rolling-year' ? ROLLING_YEAR : PAYMENT;
  const values = months.map(({ record }) => figureOf(record, drawn)?.value ?? null);
  return (
    <>
      <Chart
        key={chart}
        data={{ ...data, events: eventsOn(data.slots, events) }}
        fileName={`${fileName}-${chart}`}
        credit={credit}
        fromZero={chart !== 'rolling-year'}
        about={linkAtSlot(props, chart)}
        {...(isPayment && chart !== 'quarters' && { onSpan: choose })}
      >
        {months.length > 12 && values.filter((value) => value !== null).length >= FEWEST_POINTS && (
          <Brush {...{ values, nameOf, range, onMove, onEnd }} />
        )}
        {isPayment && <PeriodHint href={linkTo(newest, newest)} />}
      </Chart>
      {children}
      {isPayment && <PartsOfPeriod {...props} />}
      {!isEmbedded() && (
        <section aria-label="All months">
          <h2>All months</h2>
          <FigureTable
            {...table}
            rows={[...series.months].reverse()}
            keyOf={({ month }) => month}
            marked={figureInAddress(series)?.month ?? null}
            first={MONTHS_SHOWN}
          />
        </section>
      )}
    </>
  );
}

/** Which months a chart shows: those of the address, or those of a drag. */
function useShownMonths(months: readonly MonthOfSeries[]) {
  const [dragged, setDragged] = useState<ShownRange | null>(null);
  // a key moves and ends at once, before the state is there
  const newest = useRef<ShownRange | null>(null);
  const span = choiceOf('years', SPANS);
  const shown = span === 'all' ? months.length : Number(span) * YEAR;
  // a year or more that is not loaded is left to the strip
  const gap = months.reduce((end, _, at) => {
    const year = months.slice(at + 1 - YEAR, at + 1);
    return year.length === YEAR && year.every(({ isLoaded }) => !isLoaded) ? at + 1 : end;
  }, 0);
  const usual = [Math.max(gap, months.length - shown), months.length - 1] as const;
  const indexOf = (name: string, otherwise: number) => {
    const asked = readParameter(name);
    const at = asked ? months.findIndex(({ month }) => month.startsWith(asked)) : -1;
    return at < 0 ? otherwise : at;
  };
  const [from, to] = [indexOf('from', usual[0]), indexOf('to', usual[1])];
  const range = dragged ?? (from > to ? usual : ([from, to] as const));
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

/** The first and the last of the shown slots. */
type ShownRange = readonly [first: number, last: number];

interface BrushProps {
  values: readonly (number | null)[];
  /** The name of a slot, for people who hear it. */
  nameOf(at: number): string;
  range: ShownRange;
  onMove(range: ShownRange): void;
  /** The end of a drag or the press of a key. */
  onEnd(): void;
}

const FEWEST = 12;
const [WIDTH, HEIGHT] = [1000, 40];

/** All slots in small: what a chart shows is between two handles. It keeps at least a year. */
function Brush({ values, nameOf, range: [first, end], onMove, onEnd }: BrushProps) {
  const last = values.length - 1;
  const handle = (label: string, at: number, rangeTo: (at: number) => ShownRange) => (
    <input
      type="range"
      aria-label={label}
      max={last}
      value={at}
      aria-valuetext={nameOf(at)}
      onInput={({ currentTarget }) => onMove(rangeTo(Number(currentTarget.value)))}
      onChange={onEnd}
    />
  );
  return (
    <div class="brush" style={{ '--from': first / last, '--to': end / last }}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="line" d={smallLine(values, WIDTH, HEIGHT, 0)} />
      </svg>
      <div class="window" />
      {handle('First month shown', first, (at) => [Math.min(at, end - FEWEST + 1), end])}
      {handle('Last month shown', end, (at) => [first, Math.max(at, first + FEWEST - 1)])}
    </div>
  );
}
