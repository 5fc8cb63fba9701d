import { roundedDollars } from '../../domain/text/rounded.ts';
import { joinNames } from '../../records/files/source.ts';
import { countOf, type Measure, showWhole } from '../words/figures.ts';

/** One place on the horizontal axis, usually a month. */
export interface AxisSlot {
  /** Identifies it: `2026-10-01`. */
  key: string;
  /** `October 2026`. */
  name: string;
  /** The text below the axis, at slots that may have one. */
  tick?: string;
  /** Whether the dataset has reports of it, if it is a month. */
  isLoaded?: boolean;
  /** Whether it has no price index, in a chart in dollars of one month. */
  isUnpriced?: boolean;
}

/** A line, bars, ticks or bands, with one value for each slot; `null` where there is none. */
export interface ChartSeries {
  id: string;
  label: string;
  shape: 'line' | 'bars' | 'ticks' | 'band';
  /** Which color it has: `main`, `before`, `faint`, or a number from 1 for series of equal rank. */
  tone: string;
  values: readonly (number | null)[];
  /** The upper ends of bands, whose lower ends are the values. */
  upper?: readonly (number | null)[];
  /** Where stacked bars begin. Default: at zero. */
  from?: readonly number[];
  /** What stands at the end of a line, and at both ends of its last band. */
  end?: string;
  upperEnd?: string;
  /** Whether a line begins where the first series ends. */
  continues?: boolean;
  /** The slots that could have a value, if not all: other slots are no gap. */
  isExpected?: readonly boolean[];
  /** Whether it is expected dollars, which are not sure to the dollar. */
  isEstimate?: boolean;
  /** Whether its values have a plus above zero. */
  isDifference?: boolean;
  /** Whether its values are sums that have months in common. */
  isOfSums?: boolean;
  /** The slots whose value the checks doubt. */
  doubtful?: readonly boolean[];
  /** As that of the whole chart, for where it has a small chart of its own. */
  missing?: readonly (boolean | null)[];
}

/** What explains the figures of some months, as dates. */
export interface DatedEvent {
  from: string;
  to: string;
  text: string;
  /** Which series, if not all. */
  of?: readonly string[];
  /** Whether it is the chosen period, which a heading names. */
  isChosen?: boolean;
}

/** The chosen period in a chart. */
export function chosenMonths({ first, last }: Record<'first' | 'last', string>): DatedEvent {
  return { from: first, to: last, text: 'The chosen months', isChosen: true };
}

/** What explains the figures of the slots from one to another. */
export interface ChartEvent extends Pick<DatedEvent, 'text' | 'of' | 'isChosen'> {
  first: number;
  last: number;
}

/** What a chart shows. */
export interface ChartData {
  /** A sentence: what is shown, of what, for which time. */
  title: string;
  measure: Measure;
  slots: readonly AxisSlot[];
  /** The first series is the subject, unless all are of equal rank. */
  series: readonly ChartSeries[];
  isOfEquals?: boolean;
  /**
   * The slots without a payment; `null` where none is expected. Default: those between two others in which the subject has
   * no value, or none of the series of equal rank.
   */
  missing?: readonly (boolean | null)[];
  /** What a slot is. Default: a month. */
  slotKind?: 'quarter' | 'year';
  /** In the order of their first slots. */
  events?: readonly ChartEvent[];
  /** What the figures are relative to, in words: `100 is October 2018`. */
  base?: string | undefined;
  /** What stands below it over the same slots, with an axis of its own. */
  below?: Pick<ChartData, 'measure' | 'series'>;
  /** Whether each series has a small chart of its own. */
  isSplit?: boolean;
}

/** The parts of a chart that have a vertical axis of their own. */
export function panelsOf({ below, ...data }: ChartData): ChartData[] {
  if (data.isSplit)
    return data.series.map((one) => ({
      ...{ ...data, missing: one.missing, series: [one] },
      events: data.events?.filter(({ of = [one.id] }) => of.includes(one.id)),
    }));
  return below ? [data, { ...data, ...below, isOfEquals: true }] : [data];
}

/** With fewer points, a chart shows less than a sentence. */
export const FEWEST_POINTS = 3;

/** A chart without those of its small charts that have too few points, and what is said of these; `null` without any. */
export function enoughOf(data: ChartData): [data: ChartData, left: string | null] {
  const hasFew = ({ values }: ChartSeries) =>
    values.filter((value) => typeof value === 'number').length < FEWEST_POINTS;
  const few = data.isSplit ? data.series.filter(hasFew) : [];
  if (few.length === 0) return [data, null];
  const names = joinNames(few.map(({ label }) => label));
  const left = `Without a chart: ${names}, with fewer than ${FEWEST_POINTS} figures.`;
  return [{ ...data, series: data.series.filter((one) => !few.includes(one)) }, left];
}

/** What stands in place of a chart of so few points; `null` if there are enough. */
export function fewPoints(data: ChartData): string | null {
  const [{ series, measure, slots }] = panelsOf({ ...data, isSplit: false }) as [ChartData];
  const known = slots.flatMap(({ name }, at) => {
    const shown = series.filter(({ values }) => typeof values[at] === 'number');
    const figures = shown.map((one) => `${one.label} ${showAt(one, at, measure)}`);
    return figures.length === 0 ? [] : [`${name}: ${figures.join(', ')}`];
  });
  if (known.length >= FEWEST_POINTS) return null;
  const said = known.length === 0 ? 'There is no figure to draw' : known.join('. ');
  return `${said}. A chart needs ${FEWEST_POINTS} ${data.slotKind ?? 'month'}s with a figure.`;
}

/** Puts events on the slots of a chart: a month on its own, or on that of the quarter that it is in. */
export function eventsOn(slots: readonly AxisSlot[], events: readonly DatedEvent[]): ChartEvent[] {
  const found = new Map<string, ChartEvent>();
  const [start, end] = [slots[0]?.key ?? '', slots.at(-1)?.key ?? ''];
  for (const { from, to, text, ...rest } of events) {
    if (from > end || to < start) continue;
    const first = slots.findIndex(({ key }) => key >= from);
    const last = to > end ? slots.length - 1 : slots.findIndex(({ key }) => key >= to);
    const known = found.get(`${first} ${last}`);
    const texts = known ? `${known.text}; ${text}` : text;
    found.set(`${first} ${last}`, { first, last, text: texts, ...(!known && rest) });
  }
  return [...found.values()].sort((one, other) => one.first - other.first);
}

/** Every gap once, as `18 months not loaded`. Slots in which no figure is expected neither end a gap nor count in it. */
export function gapsOf(data: ChartData): ChartEvent[] {
  const { slots, slotKind = 'month', missing = missingBetween(data) } = data;
  const gaps: number[][] = [];
  let isOpen = false;
  for (const [at, isMissing] of missing.entries()) {
    if (isMissing === null) continue;
    if (isMissing && isOpen) gaps.at(-1)?.push(at);
    else if (isMissing) gaps.push([at]);
    isOpen = isMissing;
  }
  return gaps.map((all) => {
    const [first = 0, last = first] = [all[0], all.at(-1)];
    const isUnloaded = all.every((at) => slots[at]?.isLoaded === false);
    const isUnpriced = all.every((at) => slots[at]?.isUnpriced);
    const lack = isUnloaded ? 'not loaded' : isUnpriced ? 'without a price index' : 'missing';
    return { first, last, text: `${countOf(all.length, slotKind)} ${lack}` };
  });
}

function missingBetween({ series, slots, isOfEquals = false }: ChartData): (boolean | null)[] {
  const subjects = isOfEquals ? series : series.slice(0, 1);
  const has = slots.map((_, at) => subjects.some(({ values }) => typeof values[at] === 'number'));
  const [first, last] = [has.indexOf(true), has.lastIndexOf(true)];
  return has.map((isThere, at) => {
    const isExpected = subjects.some(({ isExpected }) => isExpected?.[at] ?? true);
    return isThere || (isExpected && at > first && at < last) ? !isThere : null;
  });
}

/** The newest slot with a value of the first series, where a chart begins to be read. */
export function lastSlot({ series: [subject], slots }: ChartData): number {
  const present = slots.flatMap((_, at) => (typeof subject?.values[at] === 'number' ? [at] : []));
  return present.at(-1) ?? slots.length - 1;
}

/** The figure of a series in a slot, or the ends of its band, without cents. An estimate has three digits. */
export function showAt(series: ChartSeries, at: number, measure: Measure): string {
  const { values, upper, isEstimate, isDifference } = series;
  const show = (value: number | null) => {
    const plus = isDifference && (value ?? 0) > 0 ? '+' : '';
    return `${plus}${isEstimate && value !== null ? roundedDollars(value) : showWhole(value, measure)}`;
  };
  const to = upper?.[at] ?? null;
  const from = show(values[at] ?? null);
  return to === null ? from : `${from} to ${show(to)}`;
}

/** What explains the figures of a slot. */
export function eventsAt({ events = [] }: ChartData, at: number): string {
  return events
    .filter(({ first, last }) => first <= at && at <= last)
    .map(({ text }) => text)
    .join('; ');
}

/** Whether a series has a ring around each doubted value. One doubted month would make twelve of sums. */
export function isRinged({ isOfSums, doubtful = [] }: ChartSeries): boolean {
  return !isOfSums && 2 * doubtful.filter(Boolean).length <= doubtful.length;
}

/** Whether some bars of a series hang from zero, in a color of their own. */
export function hasBelow({ shape, from, values }: ChartSeries): boolean {
  return shape === 'bars' && !from && values.some((value) => (value ?? 0) < 0);
}

/** What a chart says once of its doubted figures, in place of rings; `null` without any. */
export function doubtsInWords(data: ChartData): string | null {
  const texts = panelsOf(data).flatMap(({ series }) =>
    series.flatMap((one) => {
      const { label, values, doubtful = [] } = one;
      const known = doubtful.filter((_, at) => typeof values[at] === 'number');
      const doubted = known.filter(Boolean);
      if (isRinged(one) || doubted.length === 0) return [];
      const verb = doubted.length === 1 ? 'contains' : 'contain';
      return `${label}: ${doubted.length} of ${countOf(known.length, 'figure')} ${verb} a payment that the checks doubt.`;
    }),
  );
  return texts.join(' ') || null;
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
  const events = eventsAt(data, at);
  return `${data.slots[at]?.name ?? ''}: ${figures.join(', ') || 'no figure'}${events && `. ${events}`}`;
}

/** The parts of each month as shares of their sum, which is the payment. A sum that is not above zero has none. */
export function inShares(series: readonly ChartSeries[]): ChartSeries[] {
  const sums = series[0]?.values.map((_, at) =>
    series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const shareOf = (value: number | null, at: number) => {
    const sum = sums?.[at] ?? 0;
    return value === null || sum <= 0 ? null : value / sum;
  };
  return series.map((one) => ({
    ...one,
    values: one.values.map(shareOf),
    from: one.from?.map((start, at) => shareOf(start, at) ?? 0) ?? [],
  }));
}
