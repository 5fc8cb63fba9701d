import type { Calendar, DerivedFigures, FieldDefinition, Figures, Unit } from '../domain/allocation.ts';
import { addMonths, type Month, monthIndex, monthOfYear } from '../domain/month.ts';
import { divideScaled } from '../domain/ratio.ts';
import { changeOf, type Slot, sumToDateAt, type Timeline, trailingYear } from './slots.ts';
import { YEAR } from './span.ts';

/** What the derived figures of a series depend on besides its own datapoints. */
export interface SeriesContext {
  calendar: Pick<Calendar, 'isQuarterEnd'>;
  /** The months that any jurisdiction of the state has in the dataset. */
  stateMonths: ReadonlySet<Month>;
}

const JANUARY = 1;

/**
 * Derives every field of a series. `datapoints` are all of one jurisdiction, in month order, each month once. Returns
 * one entry for each datapoint.
 */
export function deriveSeries(
  datapoints: readonly { month: Month; figures: Figures }[],
  fields: readonly FieldDefinition[],
  context: SeriesContext,
): DerivedFigures[] {
  const months = datapoints.map(({ month }) => month);
  const timeline = timelineOf(months, context);
  const positions = months.map((month) => monthIndex(month) - monthIndex(months[0] ?? month));
  const derived = positions.map((): DerivedFigures => ({ deltas: [], trends: [], ytd: [] }));
  for (const { name, unit } of fields) {
    const slots = new Array<Slot>(timeline.length).fill(undefined);
    for (const [at, position] of positions.entries()) slots[position] = datapoints[at]?.figures[name] ?? null;
    positions.forEach((position, at) => {
      derived[at]?.deltas.push(changeOf(slots[position], slots[position - YEAR]));
      derived[at]?.trends.push(trendAt(slots, position, unit, timeline));
      derived[at]?.ytd.push(sumToDateAt(slots, position, unit, timeline, JANUARY));
    });
  }
  return derived;
}

function timelineOf(months: readonly Month[], { calendar, stateMonths }: SeriesContext): Timeline {
  const [first] = months;
  if (!first) return { length: 0, firstCalendarMonth: JANUARY, isQuarterEnd: [], beginsHere: true };
  const length = monthIndex(months.at(-1) ?? first) - monthIndex(first) + 1;
  const isQuarterEnd = new Array<boolean | undefined>(length);
  for (const month of months)
    isQuarterEnd[monthIndex(month) - monthIndex(first)] = calendar.isQuarterEnd(month);
  const beginsHere = stateMonths.has(addMonths(first, -1));
  return { length, firstCalendarMonth: monthOfYear(first), isQuarterEnd, beginsHere };
}

/** Mean of the trailing twelve months; `null` if one is missing. */
function trendAt(slots: readonly Slot[], position: number, unit: Unit, timeline: Timeline): number | null {
  const year = trailingYear(slots, position, unit, timeline);
  return year === null || year.count === 0 ? null : (divideScaled(year.sum, year.count, 1) ?? null);
}
