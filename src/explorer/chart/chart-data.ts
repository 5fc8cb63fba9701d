import { roundedDollars } from '../../domain/text/rounded.ts';
import { type Measure, showWhole } from '../words/figures.ts';

/** One place on the horizontal axis, usually a month. */
export interface AxisSlot {
  /** Identifies it: `2026-10-01`. */
  key: string;
  /** `October 2026`. */
  name: string;
  /** The text below the axis, at slots that may have one. */
  tick?: string;
}

/** A line, bars or a band, with one value for each slot; `null` where there is none. */
export interface ChartSeries {
  id: string;
  label: string;
  /** A band of one slot is a bar. */
  shape: 'line' | 'bars' | 'band';
  /** Which color it has: `main`, `before`, `faint`, or a number from 1 for series of equal rank. */
  tone: string;
  values: readonly (number | null)[];
  /** The upper ends of a band, whose lower ends are the values. */
  upper?: readonly (number | null)[];
  /** Where stacked bars begin. Default: at zero. */
  from?: readonly number[];
  /** What stands at the end of a line. */
  end?: string;
  /** Whether a line begins where the first series ends. */
  continues?: boolean;
  /** The slots that could have a value, if not all: other slots are no gap. */
  isExpected?: readonly boolean[];
  /** Whether it is expected dollars, which are not sure to the dollar. */
  isEstimate?: boolean;
  /** The slots whose value the checks doubt. */
  doubtful?: readonly boolean[];
}

/** What a chart shows. */
export interface ChartData {
  /** A sentence: what is shown, of what, for which time. */
  title: string;
  measure: Measure;
  slots: readonly AxisSlot[];
  /** The first series is the subject; its gaps are marked as missing, unless all series are of equal rank. */
  series: readonly ChartSeries[];
  isOfEquals?: boolean;
  /** What the figures are relative to, in words: `100 is October 2018`. */
  base?: string | undefined;
  /** What stands below it over the same slots, with an axis of its own. */
  below?: Pick<ChartData, 'measure' | 'series'>;
}

/** The parts of a chart that have a vertical axis of their own, from the top down. */
export function panelsOf({ below, ...data }: ChartData): ChartData[] {
  return below ? [data, { ...data, ...below, isOfEquals: true }] : [data];
}

/** The slots whose value of the first series is missing between its first and its last value. */
export function gapsOf({ series: [subject], isOfEquals = false }: ChartData): number[] {
  if (!subject || isOfEquals) return [];
  const present = subject.values.flatMap((value, at) => (value === null ? [] : [at]));
  const [first, last] = [present.at(0), present.at(-1)];
  if (first === undefined || last === undefined) return [];
  return subject.values.flatMap((value, at) => {
    const isExpected = subject.isExpected?.[at] ?? true;
    return value === null && isExpected && at > first && at < last ? [at] : [];
  });
}

/** The newest slot with a value of the first series, where a chart begins to be read. */
export function lastSlot({ series: [subject], slots }: ChartData): number {
  const present = slots.flatMap((_, at) => (typeof subject?.values[at] === 'number' ? [at] : []));
  return present.at(-1) ?? slots.length - 1;
}

/** The figure of a series in a slot, or the ends of its band, without cents. An estimate has three digits. */
export function showAt({ values, upper, isEstimate }: ChartSeries, at: number, measure: Measure): string {
  const show = (value: number | null) =>
    isEstimate && value !== null ? roundedDollars(value) : showWhole(value, measure);
  const to = upper?.[at] ?? null;
  const from = show(values[at] ?? null);
  return to === null ? from : `${from} to ${show(to)}`;
}

/** What a chart says of one slot, as a sentence for people who hear it. */
export function sentenceOf(data: ChartData, at: number): string {
  const figures = panelsOf(data).flatMap(({ series, measure }) =>
    series
      .filter(({ isExpected }) => isExpected?.[at] ?? true)
      .map((each) => {
        const doubt = each.doubtful?.[at] ? ' (doubtful)' : '';
        return `${each.label} ${showAt(each, at, measure)}${doubt}`;
      }),
  );
  return `${data.slots[at]?.name ?? ''}: ${figures.join(', ') || 'no figure'}`;
}
