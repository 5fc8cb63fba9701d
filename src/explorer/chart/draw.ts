import {
  dot,
  lineY,
  type Markish,
  plot,
  type RenderFunction,
  rect,
  ruleX,
  ruleY,
  type TextOptions,
  text,
} from '@observablehq/plot';
import { showFigure } from '../words/figures.ts';
import { type ChartEvent, type ChartSeries, gapsOf } from './chart-data.ts';
import { type ChartSize, DIGIT, type Panel } from './layout.ts';
import { linear } from './scales.ts';

/** Half of the share of a slot that its bar fills, and that of a tick, which stands out. */
const [BAR, TICK] = [0.38, 0.46];
/** The letters of a text that is cut. */
const SHORT = 16;

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
    svg.querySelector('style')?.remove();
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
    ...series.filter(({ isOfSums }) => !isOfSums).map((one) => doubtMarks(panel, one)),
    ...panel.ends.map((end) =>
      text([end.name], {
        ...{ x: slots.length - 0.5, y: linear([top, bottom], [highest, lowest])(end.y), text: [end.name] },
        ...{ dx: em * 0.4, textAnchor: 'start' },
        ...tagged([], () => ({}), groupOf(end, 'ends')),
      }),
    ),
    ...(isSplit
      ? [text(series, { frameAnchor: 'top-left', dy: -em * 1.5, text: 'label', className: 'split' })]
      : []),
    ...(isLast || isSplit ? slotTexts(panel, em) : []),
  ];
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Gives each drawn element the attributes of its datum, and their group its own. */
function tagged<Datum>(
  data: readonly Datum[],
  attributesOf: (datum: Datum) => Attributes,
  ofGroup: Attributes = {},
) {
  const give = (element: Element | null | undefined, attributes: Attributes) => {
    for (const [name, value] of Object.entries(attributes)) element?.setAttribute(name, String(value));
  };
  const render: RenderFunction = (index, scales, values, dimensions, context, next) => {
    const group = next?.(index, scales, values, dimensions, context) ?? null;
    give(group, ofGroup);
    for (const [at, element] of [...(group?.children ?? [])].entries()) {
      const datum = data[index[at] ?? 0];
      if (datum !== undefined) give(element, attributesOf(datum));
    }
    return group;
  };
  return { render };
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

/** Bars, bands as wide as these, and ticks, which stand out on both sides. */
function barMarks(panel: Panel, series: ChartSeries, em: number): Markish[] {
  const points = pointsOf(panel, series);
  const { within } = panel;
  const start = ({ at, value }: Point) => (series.shape === 'band' ? value : (series.from?.[at] ?? 0));
  const end = ({ at, value }: Point) =>
    series.shape === 'band' ? (series.upper?.[at] ?? value) : (series.from?.[at] ?? 0) + value;
  const sides = (half: number) => ({ x1: ({ at }: Point) => at - half, x2: ({ at }: Point) => at + half });
  const kind = { line: '', bars: 'bar', ticks: 'tick', band: 'band' }[series.shape];
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
    ...(kind === 'bar' ? cutTexts(panel, points, end, em) : []),
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

/** Texts that stand right of a slot, or left of it. */
function sideTexts<Label extends PlacedLabel>(
  labels: readonly Label[],
  className: string,
  options: TextOptions,
  attributesOf: (label: Label) => Attributes = () => ({}),
): Markish[] {
  return [true, false].flatMap((isLeft) => {
    const shown = labels.filter((label) => label.isLeft === isLeft);
    if (shown.length === 0) return [];
    return text(shown, {
      ...{ x: 'at', text: 'said', textAnchor: isLeft ? 'end' : 'start', dx: isLeft ? -3 : 3 },
      ...{ ...options, ...tagged(shown, attributesOf, { class: className }) },
    });
  });
}

/** A ring around each value that the checks doubt. */
function doubtMarks(panel: Panel, series: ChartSeries): Markish {
  const points = pointsOf(panel, series).filter(({ at }) => series.doubtful?.[at]);
  const tag = tagged(points, ({ key }) => ({ class: 'doubtful', 'data-doubtful': key }), groupOf(series));
  return dot(points, { x: 'at', y: ({ value }) => panel.within(value), r: 5, ...tag });
}

/** A band for each gap, with its text if there is room. */
function gapMarks({ data, slotWidth }: Panel, em: number, isNamed: boolean): Markish[] {
  const gaps = gapsOf(data);
  const labels = gaps.flatMap(({ first, last, text: whole }) => {
    const width = (last - first + 1) * slotWidth;
    const said = [whole, whole.replace(/^\d+ \w+ /, '')].find(
      ({ length }) => (length + 1) * em * DIGIT < width,
    );
    return said && isNamed ? [{ at: (first + last) / 2, said }] : [];
  });
  const tag = tagged(gaps, ({ first }) => ({ 'data-missing': data.slots[first]?.key }));
  return [
    rect(gaps, {
      ...{ x1: ({ first }) => first - 0.5, x2: ({ last }) => last + 0.5 },
      ...{ className: 'gaps', title: 'text', ...tag },
    }),
    text(labels, { x: 'at', frameAnchor: 'bottom', dy: -em * 0.4, text: 'said', className: 'gap-labels' }),
  ];
}

/** A rule for each event of one slot, a light band for each of several, and their texts above the plot. */
function eventMarks(panel: Panel, em: number, isNamed: boolean): Markish[] {
  const { data } = panel;
  const all = data.events ?? [];
  const [rules, spans] = [true, false].map((isRule) =>
    all.filter(({ first, last }) => (first === last) === isRule),
  );
  const tag = (some: readonly ChartEvent[] = []) =>
    tagged(some, ({ first }) => ({ 'data-event': data.slots[first]?.key }));
  const labels = isNamed ? placedLabels(all, panel, em) : [];
  return [
    rect(spans ?? [], {
      ...{ x1: ({ first }) => first - 0.5, x2: ({ last }) => last + 0.5 },
      ...{ className: 'events', title: 'text', ...tag(spans) },
    }),
    ruleX(rules ?? [], { x: 'first', className: 'events', title: 'text', ...tag(rules) }),
    ...sideTexts(labels, 'event-labels', { frameAnchor: 'top', dy: -em }),
  ];
}

interface PlacedLabel {
  said: string;
  /** The slot, or the edge between two, where it stands. */
  at: number;
  /** Whether it ends there. */
  isLeft: boolean;
}

/** The longest text of each event that fits between its neighbors: right of its start, else left of it. */
export function placedLabels(
  events: readonly ChartEvent[],
  { x, left, right }: Pick<Panel, 'x' | 'left' | 'right'>,
  em: number,
): PlacedLabel[] {
  const slotOf = ({ first, last }: ChartEvent) => first - (first === last ? 0 : 0.5);
  let taken = left;
  return events.flatMap((event, at) => {
    const start = x(slotOf(event));
    const next = events[at + 1];
    const end = next ? x(slotOf(next)) - em * 0.6 : right;
    const said = [event.text.replace(/:.*$/, ''), cut(event.text)].find(
      ({ length }) => length * em * DIGIT <= Math.max(end - start, start - taken),
    );
    if (said === undefined) return [];
    const isLeft = said.length * em * DIGIT > end - start;
    if (!isLeft && start < taken) return [];
    taken = (isLeft ? start : start + said.length * em * DIGIT) + em * 0.6;
    return [{ said, at: slotOf(event), isLeft }];
  });
}

function cut(text: string): string {
  return text.length <= SHORT ? text : `${text.slice(0, SHORT - 1).trimEnd()}…`;
}

/** As many of the texts below the axis as there is room for, at equal distances. */
function slotTexts({ data, slotWidth, x }: Panel, em: number): Markish[] {
  const all = data.slots.flatMap(({ tick }, at) => (tick === undefined ? [] : [{ at, tick }]));
  const widest = Math.max(0, ...all.map(({ tick }) => tick.length * em * DIGIT));
  const apart = ((all[1]?.at ?? 0) - (all[0]?.at ?? 0)) * slotWidth;
  const every = Math.max(1, Math.ceil((widest + em) / (apart || 1)));
  const edge = x(data.slots.length - 0.5) + em * 0.5;
  const shown = all.filter(({ at }, index) => index % every === 0 && x(at) + widest / 2 <= edge + widest / 4);
  return [
    text(shown, { x: 'at', frameAnchor: 'bottom', dy: em * 1.2, text: 'tick', className: 'axes slots' }),
  ];
}
