import type { Calendar, DerivedFigures, FieldDefinition, Figures, Unit } from '../domain/allocation.ts';
import { type Month, monthIndex, monthOfYear } from '../domain/month.ts';
import { divideScaled } from '../domain/ratio.ts';

/** What the derived figures of a series depend on beside its own datapoints. */
export interface SeriesContext {
  calendar: Calendar;
  /** The first month any jurisdiction of the state has in the dataset; `null` where none has any. */
  stateFirstMonth: Month | null;
}

const DELTA_SCALE = 1_000_000;
const YEAR = 12;

/** A figure; `null` where the datapoint has none; `undefined` where there is no datapoint. */
type Slot = number | null | undefined;

/** The months of a series from its first to its last, gaps included. */
interface Timeline {
  first: number;
  length: number;
  /** Calendar month of each slot, 1 to 12. */
  calendarMonths: readonly number[];
  isQuarterEnd: readonly boolean[];
  /** Slots of the first calendar year, where it began before the dataset did. */
  unknownStart: number;
}

/**
 * Derives every field of a whole series. `datapoints` are those of one jurisdiction, in month order, each month
 * once. Returns one entry a datapoint.
 */
export function deriveSeries(
  datapoints: readonly { month: Month; figures: Figures }[],
  fields: readonly FieldDefinition[],
  context: SeriesContext,
): DerivedFigures[] {
  const derived = datapoints.map((): DerivedFigures => ({ deltas: [], trends: [], ytd: [] }));
  const months = datapoints.map(({ month }) => month);
  const timeline = timelineOf(months, context);
  const positions = months.map((month) => monthIndex(month) - timeline.first);
  for (const { name, unit } of fields) {
    const slots = new Array<Slot>(timeline.length).fill(undefined);
    positions.forEach((position, at) => {
      slots[position] = datapoints[at]?.figures[name] ?? null;
    });
    const yearToDate = deriveYearToDate(slots, unit, timeline);
    positions.forEach((position, at) => {
      derived[at]?.deltas.push(deltaAt(slots, position));
      derived[at]?.trends.push(trendAt(slots, position, unit, timeline));
      derived[at]?.ytd.push(yearToDate[position] ?? null);
    });
  }
  return derived;
}

function timelineOf(months: readonly Month[], { calendar, stateFirstMonth }: SeriesContext): Timeline {
  const [firstMonth] = months;
  if (!firstMonth) return { first: 0, length: 0, calendarMonths: [], isQuarterEnd: [], unknownStart: 0 };
  const first = monthIndex(firstMonth);
  const length = monthIndex(months.at(-1) ?? firstMonth) - first + 1;
  const calendarMonths = Array.from({ length }, (_, at) => ((first + at) % YEAR) + 1);
  const isQuarterEnd = Array.from({ length }, () => false);
  for (const month of months) isQuarterEnd[monthIndex(month) - first] = calendar.isQuarterEnd(month);
  const beganBefore = firstMonth === stateFirstMonth && monthOfYear(firstMonth) !== 1;
  const unknownStart = beganBefore ? YEAR + 1 - monthOfYear(firstMonth) : 0;
  return { first, length, calendarMonths, isQuarterEnd, unknownStart };
}

/** (now − then) ÷ |then|; 0 where both are 0. */
function deltaAt(slots: readonly Slot[], position: number): number | null {
  const now = slots[position] ?? null;
  const then = slots[position - YEAR] ?? null;
  if (now === null || then === null) return null;
  if (then === 0) return now === 0 ? 0 : null;
  return divideScaled(now - then, Math.abs(then), DELTA_SCALE) ?? null;
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

function deriveYearToDate(slots: readonly Slot[], unit: Unit, timeline: Timeline): (number | null)[] {
  let sum = 0;
  let count = 0;
  let known = true;
  return slots.map((figure, at) => {
    if (timeline.calendarMonths[at] === 1) {
      sum = 0;
      count = 0;
      known = true;
    }
    const counts = unit === 'amount' || timeline.isQuarterEnd[at];
    if (figure === undefined || (counts && figure === null)) known = false;
    if (counts) {
      sum += figure ?? 0;
      count += 1;
    }
    if (!known || at < timeline.unknownStart) return null;
    if (unit === 'amount') return sum;
    return count === 0 ? 0 : (divideScaled(sum, count, 1) ?? null);
  });
}
