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

/** The area between two lines; a bracket if it has one slot. */
function Band({ data, series, layout: { x, y, em } }: MarkProps) {
  const lower = presentPoints(data, series);
  const upper = presentPoints(data, { ...series, values: series.upper ?? [] }).reverse();
  const [low, high] = [lower[0], upper[0]];
  if (!low || !high) return null;
  const [left, right] = [x(low.at) - em / 3, x(low.at) + em / 3];
  const [from, to] = [y(low.value), y(high.value)];
  return (
    <g class={`series tone-${series.tone}`} data-series={series.id}>
      {lower.length > 1 ? (
        <path
          class="band"
          d={linePath([...lower, ...upper].map(({ at, value }) => [x(at), y(value)] as const))}
        />
      ) : (
        <path
          class="line"
          d={`M${left} ${from}H${right}M${left} ${to}H${right}M${x(low.at)} ${from}V${to}`}
        />
      )}
    </g>
  );
}

/** The names of lines: right of the last slot, one below the other; above a line that ends before it. */
function LineEnds({ data, layout: { x, y, em, left } }: { data: ChartData; layout: ChartLayout }) {
  const ends = data.series.flatMap((series) => {
    const point = series.end === undefined ? undefined : presentPoints(data, series).at(-1);
    return point ? [{ series, at: point.at, top: y(point.value) }] : [];
  });
  let free = 0;
  return (
    <g class="ends">
      {ends
        .sort((a, b) => a.top - b.top)
        .map(({ series: { id, end = '', tone }, at, top }) => {
          const isLast = at === data.slots.length - 1;
          const middle = isLast ? Math.max(top, free) : top - em * 0.8;
          if (isLast) free = middle + em * 1.2;
          return (
            <text
              key={id}
              class={`tone-${tone}`}
              x={isLast ? x(at) + em * 0.5 : Math.max(x(at), left + end.length * em * DIGIT)}
              y={middle}
              dy="0.32em"
              text-anchor={isLast ? 'start' : 'end'}
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
