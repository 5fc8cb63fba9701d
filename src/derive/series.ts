import {
  type Calendar,
  type DerivedFigures,
  type FieldDefinition,
  type Figures,
  RATIO_SCALE,
  type Unit,
} from '../domain/allocation.ts';
import { addMonths, type Month, monthIndex, monthOfYear } from '../domain/month.ts';
import { divideScaled } from '../domain/ratio.ts';

/** What the derived figures of a series depend on, besides its own datapoints. */
export interface SeriesContext {
  calendar: Pick<Calendar, 'isQuarterEnd'>;
  /** All months of the state in the dataset. */
  stateMonths: ReadonlySet<Month>;
}

const YEAR = 12;

/** A figure; `null` if the datapoint has none, `undefined` if there is no datapoint. */
type Slot = number | null | undefined;

/** The months of a series from first to last, with gaps. The months from `start` on are derived. */
interface Timeline {
  first: number;
  length: number;
  start: number;
  /** Calendar month of the first slot, 1 to 12. */
  firstCalendarMonth: number;
  /** The number of slots. */
  isQuarterEnd: readonly (boolean | undefined)[];
  /** Slots of the first calendar year, if the series may have begun before the dataset. */
  unknownStart: number;
}

/**
 * Derives every field of a series. `datapoints` are all of one jurisdiction, in month order. Returns one entry for each
 * datapoint from the month `from` on, or for each datapoint if `from` is `null`.
 */
export function deriveSeries(
  datapoints: readonly { month: Month; figures: Figures }[],
  fields: readonly FieldDefinition[],
  context: SeriesContext,
  from: Month | null = null,
): DerivedFigures[] {
  const timeline = timelineOf(
    datapoints.map(({ month }) => month),
    context,
    from,
  );
  const looked = datapoints.flatMap(({ month, figures }) => {
    const position = monthIndex(month) - timeline.first;
    return position >= timeline.start - YEAR ? [{ position, figures }] : [];
  });
  const positions = looked.map(({ position }) => position).filter((position) => position >= timeline.start);
  const derived = positions.map((): DerivedFigures => ({ deltas: [], trends: [], ytd: [] }));
  for (const { name, unit } of fields) {
    const slots = new Array<Slot>(timeline.length).fill(undefined);
    for (const { position, figures } of looked) slots[position] = figures[name] ?? null;
    const yearToDate = deriveYearToDate(slots, unit, timeline);
    positions.forEach((position, at) => {
      derived[at]?.deltas.push(deltaAt(slots, position));
      derived[at]?.trends.push(trendAt(slots, position, unit, timeline));
      derived[at]?.ytd.push(yearToDate[position] ?? null);
    });
  }
  return derived;
}

function timelineOf(
  months: readonly Month[],
  { calendar, stateMonths }: SeriesContext,
  from: Month | null,
): Timeline {
  const [firstMonth] = months;
  if (!firstMonth)
    return { first: 0, length: 0, start: 0, firstCalendarMonth: 1, isQuarterEnd: [], unknownStart: 0 };
  const first = monthIndex(firstMonth);
  const length = monthIndex(months.at(-1) ?? firstMonth) - first + 1;
  const start = from === null ? 0 : Math.max(0, monthIndex(from) - first);
  const isQuarterEnd = new Array<boolean | undefined>(length);
  for (const month of months) {
    const position = monthIndex(month) - first;
    if (position >= start - YEAR) isQuarterEnd[position] = calendar.isQuarterEnd(month);
  }
  const firstCalendarMonth = monthOfYear(firstMonth);
  // if the dataset has no month before, the series may have begun earlier
  const beganBefore = firstCalendarMonth !== 1 && !stateMonths.has(addMonths(firstMonth, -1));
  const unknownStart = beganBefore ? YEAR + 1 - firstCalendarMonth : 0;
  return { first, length, start, firstCalendarMonth, isQuarterEnd, unknownStart };
}

/** (now − then) ÷ |then|; 0 if both are 0. */
function deltaAt(slots: readonly Slot[], position: number): number | null {
  const now = slots[position] ?? null;
  const then = slots[position - YEAR] ?? null;
  if (now === null || then === null) return null;
  if (then === 0) return now === 0 ? 0 : null;
  return divideScaled(now - then, Math.abs(then), RATIO_SCALE) ?? null;
}

function trendAt(slots: readonly Slot[], position: number, unit: Unit, timeline: Timeline): number | null {
  if (position < YEAR - 1) return null;
  let sum = 0;
  let count = 0;
  for (let at = position - YEAR + 1; at <= position; at += 1) {
    const figure = slots[at];
    if (figure === undefined) return null;
    if (unit === 'percent' && !timeline.isQuarterEnd[at]) continue;
    if (figure === null) return null;
    sum += figure;
    count += 1;
  }
  return count === 0 ? null : (divideScaled(sum, count, 1) ?? null);
}

/** By slot, from the first derived slot on. */
function deriveYearToDate(slots: readonly Slot[], unit: Unit, timeline: Timeline): (number | null)[] {
  const { firstCalendarMonth, isQuarterEnd, unknownStart, start, length } = timeline;
  const yearToDate = new Array<number | null>(length);
  let sum = 0;
  let count = 0;
  let known = true;
  const sinceJanuary = (firstCalendarMonth - 1 + start) % YEAR;
  for (let at = Math.max(0, start - sinceJanuary); at < length; at += 1) {
    const figure = slots[at];
    if ((firstCalendarMonth - 1 + at) % YEAR === 0) {
      sum = 0;
      count = 0;
      known = true;
    }
    const counts = unit === 'amount' || isQuarterEnd[at] === true;
    if (figure === undefined || (counts && figure === null)) known = false;
    if (counts) {
      sum += figure ?? 0;
      count += 1;
    }
    if (!known || at < unknownStart) yearToDate[at] = null;
    else if (unit === 'amount') yearToDate[at] = sum;
    else yearToDate[at] = count === 0 ? 0 : (divideScaled(sum, count, 1) ?? null);
  }
  return yearToDate;
}
