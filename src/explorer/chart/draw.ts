import { areaY, dot, lineY, type Markish, plot, rect, ruleY, text } from '@observablehq/plot';
import { showFigure } from '../words/figures.ts';
import { type Attributes, eventMarks, gapMarks, sideTexts, tagged } from './annotations.ts';
import { type ChartSeries, isRinged } from './chart-data.ts';
import { type ChartSize, cut, DIGIT, type Panel } from './layout.ts';
import { linear } from './scales.ts';

/** Half of the share of a slot that its bar fills, and that of a tick, which stands out. */
const [BAR, TICK] = [0.38, 0.46];
/** A point of a series. */
interface Point {
  at: number;
  key: string;
  value: number;
}

/** Draws the marks of a chart, without a style of its own. They carry slot, series and value for those who check them. */
export function draw(panels: readonly Panel[], { width, height, em }: ChartSize, document?: Document) {
  const svgs = panels.map((panel, at) => {
    const { left, right, top, bottom, lowest, highest, data } = panel;
    const svg = plot({
      ...{ width, height, marginLeft: left, marginRight: width - right },
      ...{ marginTop: top, marginBottom: height - bottom, document },
      x: { domain: [-0.5, data.slots.length - 0.5], axis: null },
      y: { domain: [lowest, highest], axis: null },
      marks: marksOf(panel, em, at === 0 || Boolean(data.isSplit), at === panels.length - 1),
    });
    // a page may not have styles in it
    for (const style of [...svg.getElementsByTagName('style')]) svg.removeChild(style);
    svg.setAttribute('aria-hidden', 'true');
    return svg;
  });
  const [whole, ...others] = svgs;
  for (const svg of others) whole?.append(...svg.childNodes);
  return whole ?? null;
}

function marksOf(panel: Panel, em: number, isFirst: boolean, isLast: boolean): Markish[] {
  const { data, ticks, slotWidth, top, bottom, lowest, highest } = panel;
  const { series, slots, isSplit = false } = data;
  const nameOf = ({ label }: ChartSeries) => cut(label, Math.floor((slotWidth * slots.length) / em / DIGIT));
  // the subject is drawn last, over the others
  const lines = series.filter(({ shape }) => shape === 'line').reverse();
  const drawn = series
    .filter(({ shape }) => shape !== 'line')
    .sort((one) => (one.shape === 'ticks' ? 1 : -1));
  return [
    ...eventMarks(panel, em, isFirst && !isSplit),
    ruleY(ticks, { y: ([value]: readonly [number, string]) => value, className: 'grid' }),
    text(ticks, {
      ...{ x: -0.5, y: ([value]) => value, text: ([, shown]) => shown },
      ...{ textAnchor: 'end', dx: -em * 0.5, className: 'axes' },
    }),
    ...gapMarks(panel, em, isFirst),
    ...(ticks.some(([value]) => value === 0) ? [ruleY([0], { className: 'zero' })] : []),
    ...drawn.flatMap((one) => barMarks(panel, one, em)),
    ...lines.flatMap((one) => lineMarks(panel, one, slotWidth)),
    ...series.filter(isRinged).map((one) => doubtMarks(panel, one)),
    ...panel.ends.map((end) =>
      text([end.name], {
        ...{ x: slots.length - 0.5, y: linear([top, bottom], [highest, lowest])(end.y), text: [end.name] },
        ...{ dx: em * 0.4, textAnchor: 'start' },
        ...tagged([], () => ({}), groupOf(end, 'ends')),
      }),
    ),
    ...(isSplit
      ? [text(series, { frameAnchor: 'top-left', dy: -em * 1.5, text: nameOf, className: 'split' })]
      : []),
    ...(isLast || isSplit ? slotTexts(panel, em) : []),
  ];
}

/** The attributes of what belongs to a series. */
function groupOf({ id, tone }: Pick<ChartSeries, 'id' | 'tone'>, kind = 'series'): Attributes {
  return { class: `${kind} tone-${tone}`, 'data-of': id };
}

/** The attributes of a point of a series. */
function pointOf({ id }: ChartSeries, { key, value }: Point, kind: string): Attributes {
  return { class: kind, 'data-series': id, 'data-slot': key, 'data-value': value };
}

function pointsOf({ data: { slots } }: Panel, { values }: ChartSeries): Point[] {
  return values.flatMap((value, at) =>
    value === null || value === undefined ? [] : [{ at, key: slots[at]?.key ?? '', value }],
  );
}

function lineMarks(panel: Panel, series: ChartSeries, slotWidth: number): Markish[] {
  const points = pointsOf(panel, series);
  const [first] = panel.data.series;
  const before = series.continues && first ? pointsOf(panel, first).at(-1) : undefined;
  // quarter ends are joined although the months between them have no value
  const own = [
    ...(before ? [before] : []),
    ...series.values.flatMap((value, at) => ((series.isExpected?.[at] ?? true) ? [{ at, value }] : [])),
  ];
  // a year that has just begun is a point or two, which must be seen
  const r = points.length < 3 ? 4.5 : slotWidth > 7 ? 2.5 : 1.5;
  return [
    lineY(own, { x: 'at', y: 'value', ...tagged(own, () => ({ class: 'line' }), groupOf(series)) }),
    dot(points, {
      ...{ x: 'at', y: 'value', r },
      ...tagged(points, (point) => pointOf(series, point, 'point'), groupOf(series, 'series points')),
    }),
  ];
}

/** Bars, ticks, which stand out on both sides, or a band: a wedge from the last point of the first series. */
function barMarks(panel: Panel, series: ChartSeries, em: number): Markish[] {
  const points = pointsOf(panel, series);
  const { within, data } = panel;
  if (series.shape === 'band') {
    const before = data.series[0] ? pointsOf(panel, data.series[0]).slice(-1) : [];
    const wedge = [...before, ...points].map(({ at, value }) => [at, value, series.upper?.[at] ?? value]);
    const tag = tagged(wedge, () => ({ class: 'band' }), groupOf(series));
    return [areaY(wedge, { x: '0', y1: '1', y2: '2', ...tag })];
  }
  const start = ({ at }: Point) => series.from?.[at] ?? 0;
  const end = (point: Point) => start(point) + point.value;
  const sides = (half: number) => ({ x1: ({ at }: Point) => at - half, x2: ({ at }: Point) => at + half });
  const kind = series.shape === 'ticks' ? 'tick' : 'bar';
  const isBelow = ({ value }: Point) => kind === 'bar' && value < 0 && !series.from;
  const tag = tagged(
    points,
    (point) => pointOf(series, point, isBelow(point) ? `${kind} below` : kind),
    groupOf(series),
  );
  if (kind === 'tick') return [ruleY(points, { ...sides(TICK), y: 'value', ...tag })];
  return [
    rect(points, {
      ...{ ...sides(BAR), y1: (one: Point) => within(start(one)), y2: (one: Point) => within(end(one)) },
      ...tag,
    }),
    ...cutTexts(panel, points, end, em),
  ];
}

/** Beside the end of each bar that goes on, toward the middle of the chart: an arrow and its figure. */
function cutTexts(
  panel: Panel,
  points: readonly Point[],
  endOf: (point: Point) => number,
  em: number,
): Markish[] {
  const { data, top, bottom, lowest, highest, y, within } = panel;
  // half a line within the axis
  const inset = ((highest - lowest) * em * 0.6) / (bottom - top);
  const cut = points.filter((point) => Math.abs(y(endOf(point)) - y(within(endOf(point)))) >= 1);
  const labels = cut.map(({ at, key, value }) => {
    const isLeft = at >= data.slots.length / 2;
    return {
      ...{ key, isLeft, at: at + (isLeft ? -BAR : BAR) },
      said: `${value < 0 ? '▼' : '▲'} ${showFigure(value, data.measure)}`,
      y: value < 0 ? lowest + inset : highest - inset,
    };
  });
  return sideTexts(labels, 'cut', { y: 'y' }, ({ key }) => ({ 'data-cut': key }));
}

/** A ring around each value that the checks doubt. */
function doubtMarks(panel: Panel, series: ChartSeries): Markish {
  const points = pointsOf(panel, series).filter(({ at }) => series.doubtful?.[at]);
  const tag = tagged(points, ({ key }) => ({ class: 'doubtful', 'data-doubtful': key }), groupOf(series));
  return dot(points, { x: 'at', y: ({ value }) => panel.within(value), r: 5, ...tag });
}

/** As many of the texts below the axis as there is room for, at equal distances. */
function slotTexts({ data, slotWidth, x }: Panel, em: number): Markish[] {
  const all = data.slots.flatMap(({ tick }, at) => (tick === undefined ? [] : [{ at, tick }]));
  const widest = Math.max(0, ...all.map(({ tick }) => tick.length * em * DIGIT));
  const apart = ((all[1]?.at ?? 0) - (all[0]?.at ?? 0)) * slotWidth;
  const every = Math.max(1, Math.ceil((widest + em) / (apart || 1)));
  const edge = x(data.slots.length - 0.5) + em * 0.5;
  // two small charts stand side by side
  const most = edge + (data.isSplit ? 0 : widest / 4);
  const shown = all.filter(({ at }, index) => index % every === 0 && x(at) + widest / 2 <= most);
  return [
    text(shown, { x: 'at', frameAnchor: 'bottom', dy: em * 1.4, text: 'tick', className: 'axes slots' }),
  ];
}
