import { showTicks } from '../words/figures.ts';
import { type ChartData, panelsOf } from './chart-data.ts';

/** The size of a chart in pixels, and of the letter m in it. */
export interface ChartSize {
  width: number;
  height: number;
  em: number;
}

/** Where everything of a chart is drawn. */
export interface ChartLayout extends ChartSize {
  left: number;
  right: number;
  top: number;
  bottom: number;
  slotWidth: number;
  /** The middle of a slot. */
  x(at: number): number;
  xTicks: readonly { x: number; text: string }[];
  panels: readonly PanelLayout[];
  /** Whether there is room for the names of lines at their ends. */
  hasEnds: boolean;
}

/** Where a part of a chart with an axis of its own is drawn. */
export interface PanelLayout {
  data: ChartData;
  top: number;
  bottom: number;
  /** The ends of the axis. Bars may go beyond them. */
  lowest: number;
  highest: number;
  y(value: number): number;
  yTicks: readonly { y: number; text: string; isZero: boolean }[];
}

/** The width of a digit in the widest of the usual fonts, as a part of the size of the letters. */
export const DIGIT = 0.64;
/** A line of the axis has about so many letters of height. */
const LINES_APART = 4.4;
const FEWEST_LINES = 3;
const ROUND_STEPS = [1, 2, 2.5, 5, 10];
/** A bar of so small a part of the axis is less than a pixel. */
const UNSEEN = 0.002;
/** The part of the height that the upper of two panels has. */
const UPPER = 0.68;
/** Names at the ends of lines need so wide a chart, in letters, and have so many letters at most. */
const ROOM_FOR_ENDS = 44;
export const LONGEST_END = 22;

/** Lays a chart out. The vertical axis starts at zero if `fromZero`. */
export function layOut(data: ChartData, size: ChartSize, fromZero = true): ChartLayout {
  const { width, height, em } = size;
  const bottom = height - em * 2;
  const panels = panelsOf(data);
  // above the plot, there is a line for the texts of events
  const top = data.events?.length ? em * 2.2 : em;
  const middle = top + (bottom - top) * UPPER;
  const heights =
    panels.length === 1
      ? [[top, bottom]]
      : [
          [top, middle - em],
          [middle + em, bottom],
        ];
  const axes = panels.map((panel, at) => {
    const [start = 0, end = 0] = heights[at] ?? [];
    const isBelow = at > 0;
    const lines = Math.max(FEWEST_LINES, (end - start) / em / LINES_APART);
    const ticks = roundTicks(...extentOf(panel, fromZero || isBelow), lines);
    return { panel, start, end, ticks, texts: showTicks(ticks, panel.measure) };
  });
  const lengths = axes.flatMap(({ texts }) =>
    texts.map((text) => text.length + (text.endsWith('%') ? 0.6 : 0)),
  );
  const left = Math.ceil(Math.max(3, ...lengths) * em * DIGIT + em * 0.6);
  const hasEnds = width > em * ROOM_FOR_ENDS;
  const ends = data.series.map(({ end = '', values }) =>
    typeof values.at(-1) === 'number' && hasEnds ? Math.min(LONGEST_END, end.length) : 0,
  );
  const right = width - em * (0.5 + Math.max(0, ...ends) * DIGIT);
  const slotWidth = (right - left) / Math.max(1, data.slots.length);
  const x = (at: number) => left + slotWidth * (at + 0.5);
  return {
    ...size,
    ...{ left, right, top, bottom, slotWidth, x, hasEnds },
    xTicks: thinned(data, x, size),
    panels: axes.map(({ panel, start, end, ticks, texts }) => {
      const [lowest = 0, highest = 1] = [ticks.at(0), ticks.at(-1)];
      const y = linear([lowest, highest], [end, start]);
      const yTicks = ticks.map((value, at) => ({ y: y(value), text: texts[at] ?? '', isZero: value === 0 }));
      return { data: panel, top: start, bottom: end, lowest, highest, y, yTicks };
    }),
  };
}

/** Maps one range of numbers to another, evenly. */
export function linear([from, to]: [number, number], [start, end]: [number, number]) {
  return (value: number) => start + ((value - from) / (to - from || 1)) * (end - start);
}

/** The least and the largest value; different ones, so that a flat line has some height. */
function extentOf({ series, measure }: ChartData, fromZero: boolean): [number, number] {
  const values = series.flatMap(({ values: own, upper = [], from }) =>
    [...own.map((value, at) => value && value + (from?.[at] ?? 0)), ...upper].filter(
      (value) => value !== null,
    ),
  );
  if (values.length === 0) return [0, 1];
  const areChanges = measure === 'change' && series.some(({ shape }) => shape === 'bars');
  const zero = fromZero ? [0] : [];
  const shown = areChanges ? withoutExtremes(values) : values;
  const [least, most] = [Math.min(...zero, ...shown), Math.max(...zero, ...shown)];
  // an axis is not made longer for what is too small to be seen
  const lowest = fromZero && least < 0 && -least < most * UNSEEN ? 0 : least;
  return lowest === most ? [lowest - 1, most + 1] : [lowest, most];
}

/** The size that nine of ten values have at most. Values of three times that are cut at twice that. */
function withoutExtremes(values: readonly number[]): readonly number[] {
  const sizes = values.map(Math.abs).sort((a, b) => a - b);
  const usual = sizes[Math.floor((sizes.length - 1) * 0.9)] ?? 0;
  const most = usual === 0 || (sizes.at(-1) ?? 0) < usual * 3 ? Number.POSITIVE_INFINITY : usual * 2;
  return values.map((value) => Math.max(-most, Math.min(most, value)));
}

/** Round numbers at equal distances, the first at or below `least` and the last at or above `most`. */
export function roundTicks(least: number, most: number, count: number): number[] {
  const rough = (most - least) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (ROUND_STEPS.find((factor) => factor * power >= rough) ?? 10) * power;
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  // multiplied, because repeated sums collect errors
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** As many of the texts below the axis as there is room for, at equal distances. */
function thinned({ slots }: ChartData, x: (at: number) => number, { em, width }: ChartSize) {
  const all = slots.flatMap(({ tick }, at) => (tick === undefined ? [] : [{ x: x(at), text: tick }]));
  const [first, second] = all;
  if (!first || !second) return all;
  const widthOf = (text: string) => text.length * em * DIGIT;
  const need = Math.max(...all.map(({ text }) => widthOf(text))) + em;
  const every = Math.max(1, Math.ceil(need / (second.x - first.x)));
  return all.filter(({ x: at, text }, index) => index % every === 0 && at + widthOf(text) / 2 <= width);
}

/** The slot under a horizontal position. */
export function slotAt({ left, slotWidth }: ChartLayout, x: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor((x - left) / slotWidth)));
}

/** The path of a line through points; `null` breaks it. */
export function linePath(points: readonly (readonly [x: number, y: number] | null)[]): string {
  return points
    .map((point, at) =>
      point ? `${points[at - 1] ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}` : '',
    )
    .join('');
}
