import { type ChartData, type ChartSeries, gapsOf } from './chart-data.ts';
import { type ChartLayout, DIGIT, linePath } from './scales.ts';

/** The share of a slot that its bars fill. */
const FILLED = 0.76;

/** Axes, gaps, bars, lines and points. Every point carries its slot, series and value for those who check it. */
export function Marks({ data, layout }: { data: ChartData; layout: ChartLayout }) {
  const bars = data.series.filter(({ shape }) => shape === 'bars');
  // the subject is drawn last, over the others
  const lines = data.series.filter(({ shape }) => shape === 'line').reverse();
  return (
    <>
      <Axes layout={layout} />
      <Gaps data={data} layout={layout} />
      {data.series.map(
        (series) => series.upper && <Band key={series.id} data={data} series={series} layout={layout} />,
      )}
      {bars.map((series, at) => (
        <Bars key={series.id} data={data} series={series} layout={layout} at={at} of={bars.length} />
      ))}
      {lines.map((series) => (
        <Line key={series.id} data={data} series={series} layout={layout} />
      ))}
      {data.series.map((series) => (
        <Doubts key={series.id} data={data} series={series} layout={layout} bars={bars} />
      ))}
      <LineEnds data={data} layout={layout} />
    </>
  );
}

function Axes({ layout: { left, right, bottom, yTicks, xTicks, em } }: { layout: ChartLayout }) {
  return (
    <g class="axes">
      {yTicks.map(({ y, text, isZero }) => (
        <g key={text}>
          <line class={isZero ? 'zero' : 'grid'} x1={left} x2={right} y1={y} y2={y} />
          <text x={left - em * 0.5} y={y} dy="0.32em" text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      {xTicks.map(({ x, text }) => (
        <g key={text}>
          <line class="tick" x1={x} x2={x} y1={bottom} y2={bottom + em * 0.35} />
          <text x={x} y={bottom + em * 1.5} text-anchor="middle">
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

function Gaps({ data, layout }: { data: ChartData; layout: ChartLayout }) {
  const { x, slotWidth, top, bottom, em } = layout;
  return (
    <g class="gaps">
      {gapsOf(data).map((at) => (
        <g key={at} data-missing={data.slots[at]?.key}>
          <rect x={x(at) - slotWidth / 2} width={slotWidth} y={top} height={bottom - top} />
          <text x={x(at)} y={bottom - em * 0.4} text-anchor="middle">
            ?
          </text>
        </g>
      ))}
    </g>
  );
}

interface MarkProps {
  data: ChartData;
  series: ChartSeries;
  layout: ChartLayout;
}

function Line({ data, series, layout }: MarkProps) {
  const points = presentPoints(data, series);
  const before = series.continues && data.series[0] && presentPoints(data, data.series[0]).at(-1);
  const start = before ? [[layout.x(before.at), layout.y(before.value)] as const] : [];
  // quarter ends are joined although the months between them have no value
  const own = series.values.flatMap((value, at) => {
    if (series.isExpected && !series.isExpected[at]) return [];
    return [value === null ? null : ([layout.x(at), layout.y(value)] as const)];
  });
  const path = linePath([...start, ...own]);
  // a year that has just begun is a point or two, which must be seen
  const radius = points.length < 3 ? 4.5 : layout.slotWidth > 7 ? 2.5 : 1.5;
  return (
    <g class={`series tone-${series.tone}`}>
      <path class="line" d={path} />
      {points.map(({ key, value, at }) => (
        <circle
          key={key}
          class="point"
          data-series={series.id}
          data-slot={key}
          data-value={value}
          cx={layout.x(at)}
          cy={layout.y(value)}
          r={radius}
        />
      ))}
    </g>
  );
}

/** The area between two lines; a broad line if it has one slot. */
function Band({ series, layout: { x, y, em } }: MarkProps) {
  const points = (values: ChartSeries['values']) =>
    values.flatMap((value, at) => (value === null ? [] : [[x(at), y(value)] as const]));
  const [lower, upper] = [points(series.values), points(series.upper ?? []).reverse()];
  return (
    <path
      class={`band tone-${series.tone}`}
      stroke-width={lower.length > 1 ? 0 : em * 0.7}
      d={linePath([...lower, ...upper])}
    />
  );
}

/** The names of lines: right of the last slot, one below the other. A line that ends before has its name in the free. */
function LineEnds({ data, layout: { x, y, em, left } }: Omit<MarkProps, 'series'>) {
  const last = data.slots.length - 1;
  let free = 0;
  const ends = data.series.flatMap((series) => {
    const { id, end, tone } = series;
    const point = presentPoints(data, series).at(-1);
    return end === undefined || !point ? [] : [{ id, end, tone, ...point }];
  });
  return (
    <g class="ends">
      {ends
        .sort((a, b) => b.value - a.value)
        .map(({ id, end, tone, at, value }) => {
          const isBelow = data.series.some(({ values }) => (values[at] ?? value) > value);
          const top = at === last ? Math.max(y(value), free) : y(value) + (isBelow ? em : -em);
          if (at === last) free = top + em * 1.2;
          const isAfter = at === last || isBelow;
          return (
            <text
              key={id}
              class={`tone-${tone}`}
              x={isAfter ? x(at) + em / 2 : Math.max(x(at), left + end.length * em * DIGIT)}
              y={top}
              dy="0.32em"
              text-anchor={isAfter ? 'start' : 'end'}
            >
              {end}
            </text>
          );
        })}
    </g>
  );
}

function Bars({ data, series, layout, at: place, of }: MarkProps & { at: number; of: number }) {
  const { x, y } = layout;
  const { width, start } = barOf(layout, place, of);
  return (
    <g class={`series tone-${series.tone}`}>
      {presentPoints(data, series).map(({ key, value, at }) => (
        <rect
          key={key}
          class={value < 0 ? 'bar below' : 'bar'}
          data-series={series.id}
          data-slot={key}
          data-value={value}
          x={x(at) + start}
          width={Math.max(1, width)}
          y={Math.min(y(value), y(0))}
          height={Math.max(0.5, Math.abs(y(value) - y(0)))}
        />
      ))}
    </g>
  );
}

/** How wide a bar is, and where it starts beside the middle of its slot. */
function barOf({ slotWidth }: ChartLayout, at: number, of: number) {
  const width = (slotWidth * FILLED) / of;
  return { width, start: at * width - (slotWidth * FILLED) / 2 };
}

/** A ring around each value that the checks doubt. */
function Doubts({ data, series, layout, bars }: MarkProps & { bars: readonly ChartSeries[] }) {
  const { width, start } = barOf(layout, bars.indexOf(series), bars.length);
  const middle = series.shape === 'bars' ? start + width / 2 : 0;
  return (
    <g class={`series tone-${series.tone}`}>
      {presentPoints(data, series).map(({ key, value, at }) =>
        series.doubtful?.[at] ? (
          <circle
            key={key}
            class="doubtful"
            data-doubtful={key}
            cx={layout.x(at) + middle}
            cy={layout.y(value)}
            r={5}
          />
        ) : null,
      )}
    </g>
  );
}

function presentPoints({ slots }: ChartData, { values }: ChartSeries) {
  return values.flatMap((value, at) => (value === null ? [] : [{ key: slots[at]?.key ?? '', value, at }]));
}
