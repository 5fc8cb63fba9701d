import { showTicks } from '../words/figures.ts';
import type { ChartData } from './chart-data.ts';

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
  y(value: number): number;
  yTicks: readonly { y: number; text: string; isZero: boolean }[];
  xTicks: readonly { x: number; text: string }[];
}

/** The width of a digit in the widest of the usual fonts, as a part of the size of the letters. */
export const DIGIT = 0.64;
/** About so many lines cross a chart. */
const TICKS = 5;
const ROUND_STEPS = [1, 2, 2.5, 5, 10];

/** Lays a chart out. The vertical axis starts at zero if `fromZero`. */
export function layOut(data: ChartData, size: ChartSize, fromZero = true): ChartLayout {
  const { width, height, em } = size;
  const values = data.series.flatMap(({ values: own, upper = [] }) =>
    [...own, ...upper].filter((value) => value !== null),
  );
  const ticks = roundTicks(...extentOf(values, fromZero));
  const texts = showTicks(ticks, data.measure);
  const left = Math.ceil(
    Math.max(3, ...texts.map((text) => text.length + (text.endsWith('%') ? 0.6 : 0))) * em * DIGIT + em * 0.6,
  );
  const ends = data.series.map(({ end = '', values: own }) =>
    typeof own.at(-1) === 'number' ? end.length : 0,
  );
  const [top, right, bottom] = [em, width - em * (0.5 + Math.max(0, ...ends) * DIGIT), height - em * 2];
  const [lowest = 0, highest = 1] = [ticks.at(0), ticks.at(-1)];
  const y = linear([lowest, highest], [bottom, top]);
  const slotWidth = (right - left) / Math.max(1, data.slots.length);
  const x = (at: number) => left + slotWidth * (at + 0.5);
  return {
    ...size,
    ...{ left, right, top, bottom, slotWidth, x, y },
    yTicks: ticks.map((value, at) => ({ y: y(value), text: texts[at] ?? '', isZero: value === 0 })),
    xTicks: thinned(data, x, size),
  };
}

/** Maps one range of numbers to another, evenly. */
export function linear([from, to]: [number, number], [start, end]: [number, number]) {
  return (value: number) => start + ((value - from) / (to - from || 1)) * (end - start);
}

/** The least and the largest value; different ones, so that a flat line has some height. */
function extentOf(values: readonly number[], fromZero: boolean): [number, number] {
  if (values.length === 0) return [0, 1];
  const zero = fromZero ? [0] : [];
  const [least, most] = [Math.min(...zero, ...values), Math.max(...zero, ...values)];
  return least === most ? [least - 1, most + 1] : [least, most];
}

/** Round numbers at equal distances, the first at or below `least` and the last at or above `most`. */
export function roundTicks(least: number, most: number): number[] {
  const rough = (most - least) / TICKS;
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
