import { showFigure } from '../words/figures.ts';
import { type ChartData, type ChartSeries, gapsOf } from './chart-data.ts';
import { EventLabels, EventMarks } from './event-marks.tsx';
import { type ChartLayout, DIGIT, LONGEST_END, linePath, type PanelLayout } from './scales.ts';

/** The share of a slot that its bars fill. */
const FILLED = 0.76;

interface PanelProps {
  layout: ChartLayout;
  panel: PanelLayout;
}

interface MarkProps extends PanelProps {
  series: ChartSeries;
}

interface MarksProps {
  layout: ChartLayout;
  /** The series that is not faded; by default none is. */
  near?: string | null;
}

/** Axes, gaps, bars, lines and points. Every point carries its slot, series and value for those who check it. */
export function Marks({ layout, near = null }: MarksProps) {
  const { xTicks, bottom, em } = layout;
  return (
    <>
      {layout.panels.map((panel) => (
        <Panel key={panel.top} layout={layout} panel={panel} near={near} />
      ))}
      <EventLabels layout={layout} />
      <g class="axes">
        {xTicks.map(({ x, text }) => (
          <g key={text}>
            <line class="tick" x1={x} x2={x} y1={bottom} y2={bottom + em * 0.35} />
            <text x={x} y={bottom + em * 1.5} text-anchor="middle">
              {text}
            </text>
          </g>
        ))}
      </g>
    </>
  );
}

function Panel({ layout, panel, near }: PanelProps & { near: string | null }) {
  const { series, slots } = panel.data;
  const bars = series.filter(({ shape }) => shape === 'bars');
  const isStacked = bars.some(({ from }) => from);
  // the subject is drawn last, over the others
  const lines = series.filter(({ shape }) => shape === 'line').reverse();
  const shadeOf = ({ id }: ChartSeries) => (near === null || near === id ? '' : 'faded');
  return (
    <>
      <EventMarks layout={layout} panel={panel} />
      <ValueAxis layout={layout} panel={panel} />
      <Gaps layout={layout} panel={panel} />
      {series.map((each) => each.upper && <Band key={each.id} {...{ series: each, layout, panel }} />)}
      {bars.map((each, at) => (
        <g key={each.id} class={`series tone-${each.tone}`}>
          {/* the subject stands right of what it is compared with */}
          <Bars
            {...{ series: each, layout, panel }}
            at={isStacked ? 0 : bars.length - 1 - at}
            of={isStacked ? 1 : bars.length}
          />
        </g>
      ))}
      {lines.map((each) => (
        <g key={each.id} class={shadeOf(each)}>
          <Line {...{ series: each, layout, panel }} />
        </g>
      ))}
      {series
        .filter(({ isOfSums }) => !isOfSums)
        .map((each) => (
          <Doubts key={each.id} {...{ series: each, layout, panel }} bars={isStacked ? [] : bars} />
        ))}
      {slots.length > 0 && layout.hasEnds && <LineEnds layout={layout} panel={panel} />}
    </>
  );
}

function ValueAxis({ layout: { left, right, em }, panel: { yTicks } }: PanelProps) {
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
    </g>
  );
}

/** A band for each gap, with its text if there is room. */
function Gaps({ layout, panel: { data, top, bottom } }: PanelProps) {
  const { x, slotWidth, em } = layout;
  return (
    <g class="gaps">
      {gapsOf(data).map(({ first, last, text }) => {
        const width = x(last) - x(first) + slotWidth;
        const label = [text, text.replace(/^\d+ \w+ /, '')].find(
          ({ length }) => (length + 1) * em * DIGIT < width,
        );
        return (
          <g key={first} data-missing={data.slots[first]?.key}>
            <title>{text}</title>
            <rect x={x(first) - slotWidth / 2} width={width} y={top} height={bottom - top} />
            {label && top === layout.top && (
              <text x={(x(first) + x(last)) / 2} y={bottom - em * 0.5} text-anchor="middle">
                {label}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

function Line({ series, layout: { x, slotWidth }, panel: { data, y } }: MarkProps) {
  const points = presentPoints(data, series);
  const before = series.continues && data.series[0] && presentPoints(data, data.series[0]).at(-1);
  const start = before ? [[x(before.at), y(before.value)] as const] : [];
  // quarter ends are joined although the months between them have no value
  const own = series.values.flatMap((value, at) => {
    if (series.isExpected && !series.isExpected[at]) return [];
    return [value === null ? null : ([x(at), y(value)] as const)];
  });
  const path = linePath([...start, ...own]);
  // a year that has just begun is a point or two, which must be seen
  const radius = points.length < 3 ? 4.5 : slotWidth > 7 ? 2.5 : 1.5;
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
          cx={x(at)}
          cy={y(value)}
          r={radius}
        />
      ))}
    </g>
  );
}

/** The area between two lines; a broad line if it has one slot. */
function Band({ series, layout: { x, em }, panel: { y } }: MarkProps) {
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
function LineEnds({ layout: { x, em, left }, panel: { data, y, bottom } }: PanelProps) {
  const last = data.slots.length - 1;
  const all = data.series.flatMap((series) => {
    const { id, tone, end } = series;
    const point = presentPoints(data, series).at(-1);
    const name = end && end.length > LONGEST_END ? `${end.slice(0, LONGEST_END - 1)}…` : end;
    return name === undefined || !point ? [] : [{ id, name, tone, top: y(point.value), ...point }];
  });
  all.sort((a, b) => b.value - a.value);
  const atLast = all.filter(({ at }) => at === last);
  // down past the one above, and from the last one up again where that is beyond the chart
  const apart = em * 1.2;
  for (const [at, end] of atLast.entries())
    end.top = Math.max(end.top, (atLast[at - 1]?.top ?? Number.NEGATIVE_INFINITY) + apart);
  let most = bottom;
  for (const end of [...atLast].reverse()) {
    end.top = Math.min(end.top, most);
    most = end.top - apart;
  }
  return (
    <g class="ends">
      {all.map(({ id, name, tone, at, value, top }) => {
        const isBelow = data.series.some(({ values }) => (values[at] ?? value) > value);
        const isAfter = at === last || isBelow;
        return (
          <text
            key={id}
            class={`tone-${tone}`}
            x={isAfter ? x(at) + em / 2 : Math.max(x(at), left + name.length * em * DIGIT)}
            y={at === last ? top : top + (isBelow ? em : -em)}
            dy="0.32em"
            text-anchor={isAfter ? 'start' : 'end'}
          >
            {name}
          </text>
        );
      })}
    </g>
  );
}

function Bars({ series, layout, panel, at: place, of }: MarkProps & { at: number; of: number }) {
  const { x, em } = layout;
  const { data, lowest, highest, y } = panel;
  const { width, start } = barOf(layout, place, of);
  const within = (value: number) => Math.max(lowest, Math.min(highest, value));
  return presentPoints(data, series).map(({ key, value, at }) => {
    const from = series.from?.[at] ?? 0;
    const [near, far] = [y(within(from)), y(within(from + value))];
    const isCut = Math.abs(y(from + value) - far) >= 1;
    const middle = x(at) + start + width / 2;
    const isLeft = middle < layout.width / 2;
    return (
      <g key={key}>
        <rect
          class={value < 0 && !series.from ? 'bar below' : 'bar'}
          data-series={series.id}
          data-slot={key}
          data-value={value}
          x={x(at) + start}
          width={Math.max(1, width)}
          y={Math.min(near, far)}
          height={Math.max(0.5, Math.abs(far - near))}
        />
        {isCut && (
          <g class="cut" data-cut={key}>
            <path d={arrowOf(middle, far, value < 0 ? em / 2 : -em / 2)} />
            <text
              x={middle + (isLeft ? 1 : -1) * Math.max(em * 0.6, width / 2 + em * 0.25)}
              y={far + (value < 0 ? -em * 0.4 : em)}
              text-anchor={isLeft ? 'start' : 'end'}
            >
              {showFigure(value, data.measure)}
            </text>
          </g>
        )}
      </g>
    );
  });
}

/** A triangle that says that a bar goes on: `height` below zero points up. */
function arrowOf(x: number, y: number, height: number): string {
  const half = Math.abs(height) * 0.8;
  return `M${x - half} ${y}L${x + half} ${y}L${x} ${y + height}Z`;
}

/** How wide a bar is, and where it starts beside the middle of its slot. */
function barOf({ slotWidth }: ChartLayout, at: number, of: number) {
  const width = (slotWidth * FILLED) / of;
  return { width, start: at * width - (slotWidth * FILLED) / 2 };
}

/** A ring around each value that the checks doubt. */
function Doubts({ series, layout, panel, bars }: MarkProps & { bars: readonly ChartSeries[] }) {
  const at = bars.length - 1 - bars.indexOf(series);
  const { width, start } = barOf(layout, at, bars.length);
  const middle = series.shape === 'bars' && bars.length > 0 ? start + width / 2 : 0;
  return (
    <g class={`series tone-${series.tone}`}>
      {presentPoints(panel.data, series).map(({ key, value, at: slot }) =>
        series.doubtful?.[slot] ? (
          <circle
            key={key}
            class="doubtful"
            data-doubtful={key}
            cx={layout.x(slot) + middle}
            cy={panel.y(Math.max(panel.lowest, Math.min(panel.highest, value)))}
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
