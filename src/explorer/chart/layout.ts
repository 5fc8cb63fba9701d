import { showTicks } from '../words/figures.ts';
import { type ChartData, gapsOf, panelsOf } from './chart-data.ts';
import { linear } from './scales.ts';

/** The size of a chart in pixels, and of the letter m in it. */
export interface ChartSize {
  width: number;
  height: number;
  em: number;
}

/** Where a part of a chart with axes of its own is drawn. */
export interface Panel {
  data: ChartData;
  left: number;
  right: number;
  top: number;
  bottom: number;
  slotWidth: number;
  /** The middle of a slot. */
  x(at: number): number;
  y(value: number): number;
  /** The ends of the vertical axis. Bars may go beyond them, but are cut. */
  lowest: number;
  highest: number;
  within(value: number): number;
  /** The values of the axis with their texts. */
  ticks: readonly (readonly [value: number, text: string])[];
  /** The names of lines, and where they stand. */
  ends: readonly { id: string; tone: string; name: string; y: number }[];
}

/** The width of a digit in the widest of the usual fonts, as a part of the size of the letters. */
export const DIGIT = 0.64;
/** A line of the axis has about so many letters of height. */
const LINES_APART = 4.4;
const FEWEST_LINES = 3;
const STEPS = [1, 2, 5, 10];
/** Sums of shares are not 1 to the last digit. */
const ERROR = 1e-9;
/** The least part of its values that an axis spans: less would make noise look like a change. */
const LEAST_SPAN = 0.01;
/** A bar of so small a part of the axis is less than a pixel. */
const UNSEEN = 0.002;
/** The part of the height that the upper of two panels has. */
const UPPER = 0.64;
/** Names at the ends of lines have so many letters at most, and take so much of the width at most. */
const LONGEST_END = 22;
const MOST_BESIDE = 1 / 3;
/** The size of a small chart of several, in letters. */
const SMALL = { width: 26, height: 16 };

/** The size of a chart that is so wide. */
export function sizeOf(data: ChartData, width: number, em: number): ChartSize {
  const rows = Math.ceil(data.series.length / columnsOf(data, width, em));
  const height = data.isSplit
    ? rows * SMALL.height * em
    : Math.min(data.below ? 280 : 340, Math.max(220, width * 0.42)) + em * (data.below ? 6 : 2);
  return { width, height: Math.round(height), em };
}

function columnsOf({ isSplit, series }: ChartData, width: number, em: number): number {
  return isSplit ? Math.max(1, Math.min(series.length, Math.floor(width / em / SMALL.width))) : 1;
}

/** Lays a chart out. The vertical axis starts at zero if `fromZero`. */
export function layOut(data: ChartData, size: ChartSize, fromZero = true): Panel[] {
  const { width, em } = size;
  const axes = panelsOf(data).map((panel, at) => {
    const [top, bottom] = heightOf(data, size, at);
    const lines = Math.max(FEWEST_LINES, (bottom - top) / em / LINES_APART);
    // small charts are compared by eye
    const ticks = roundTicks(
      ...extentOf(data.isSplit ? data : panel, fromZero || (at > 0 && !data.isSplit)),
      lines,
    );
    return { panel, top, bottom, ticks, texts: showTicks(ticks, panel.measure) };
  });
  const letters = axes.flatMap(({ texts }) => texts.map(({ length }) => length));
  const margin = Math.ceil(Math.max(3, ...letters) * em * DIGIT + em);
  const columns = columnsOf(data, width, em);
  const ends = panelsOf(data).flatMap(({ series }) =>
    series.map(({ end = '', upperEnd = '' }) => Math.max(end.length, upperEnd.length)),
  );
  const longest = Math.min(LONGEST_END, Math.max(0, ...ends)) * DIGIT;
  const hasEnds = longest * em <= width * MOST_BESIDE && !data.isSplit;
  const named = hasEnds ? longest : 0;
  return axes.map(({ panel, top, bottom, ticks, texts }, at) => {
    const start = ((at % columns) * width) / columns;
    const [left, right] = [start + margin, start + width / columns - em * (0.5 + named)];
    const slotWidth = (right - left) / Math.max(1, data.slots.length);
    const [lowest, highest] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
    const y = linear([lowest, highest], [bottom, top]);
    return {
      ...{ data: panel, left, right, top, bottom, slotWidth, lowest, highest, y },
      within: (value: number) => Math.max(lowest, Math.min(highest, value)),
      x: (slot: number) => left + slotWidth * (slot + 0.5),
      ticks: ticks.map((value, tick) => [value, texts[tick] ?? ''] as const),
      ends: hasEnds ? endsOf(panel, y, top, bottom, em) : [],
    };
  });
}

function heightOf(data: ChartData, { width, height, em }: ChartSize, at: number): [number, number] {
  if (data.isSplit) {
    const row = Math.floor(at / columnsOf(data, width, em));
    return [(row * SMALL.height + 2) * em, ((row + 1) * SMALL.height - 2) * em];
  }
  // above the plot, there is a line for the texts of events and small gaps
  const top = data.events?.length || gapsOf(data).length > 0 ? em * 2.2 : em;
  const bottom = height - em * 2;
  const middle = top + (bottom - top) * UPPER;
  if (!data.below) return [top, bottom];
  return at === 0 ? [top, middle - em * 0.8] : [middle + em * 0.8, bottom];
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
  const lack = Math.max(Math.abs(lowest), Math.abs(most)) * LEAST_SPAN - (most - lowest);
  if (lowest === 0 && most === 0) return [0, 1];
  return lack > 0 ? [lowest - lack / 2, most + lack / 2] : [lowest, most];
}

/** The size that nine of ten values have at most. Values of three times that are cut at twice that. */
function withoutExtremes(values: readonly number[]): readonly number[] {
  const sizes = values.map(Math.abs).sort((a, b) => a - b);
  const usual = sizes[Math.floor((sizes.length - 1) * 0.9)] ?? 0;
  const most = usual === 0 || (sizes.at(-1) ?? 0) < usual * 3 ? Number.POSITIVE_INFINITY : usual * 2;
  return values.map((value) => Math.max(-most, Math.min(most, value)));
}

/** Round numbers at equal distances, the first at or below `least` and the last at or above `most`. */
function roundTicks(least: number, most: number, count: number): number[] {
  const rough = (most - least) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((factor) => factor * power >= rough) ?? 10) * power;
  const [first, last] = [Math.floor(least / step + ERROR), Math.ceil(most / step - ERROR)];
  // multiplied, because repeated sums collect errors
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** A text of so many letters at most. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/** The names of lines from the highest down, none on another and none below the axis. */
function endsOf({ series }: ChartData, y: Panel['y'], top: number, bottom: number, em: number) {
  const all = series.flatMap(({ id, tone, end, upperEnd, values, upper = [] }) => {
    const lasts = [values, upper].map((each) => each.filter((one) => one !== null).at(-1));
    return [end, upperEnd].flatMap((text, at) => {
      const value = lasts[at];
      if (text === undefined || typeof value !== 'number') return [];
      return [{ id, tone, name: cut(text, LONGEST_END), y: Math.max(top, y(value)) }];
    });
  });
  all.sort((one, other) => one.y - other.y);
  // down past the one above, and from the last one up again where that is on the axis
  const apart = em * 1.2;
  for (const [at, end] of all.entries()) end.y = Math.max(end.y, (all[at - 1]?.y ?? -apart) + apart);
  let most = bottom - em * 0.6;
  for (const end of [...all].reverse()) {
    end.y = Math.min(end.y, most);
    most = end.y - apart;
  }
  return all;
}
