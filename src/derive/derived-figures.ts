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

/** The months of a series, and which of them to derive. */
interface DerivedTimeline extends Timeline {
  /** The index of the first month. */
  first: number;
  /** The first slot to derive. */
  start: number;
}

/**
 * Derives every field of a series. `datapoints` are all of one jurisdiction, in month order, each month once. Returns
 * one entry for each datapoint from the month `from` on; for all if `from` is `null`.
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
  const used = datapoints.flatMap(({ month, figures }) => {
    const position = monthIndex(month) - timeline.first;
    return position >= timeline.start - YEAR ? [{ position, figures }] : [];
  });
  const positions = used.map(({ position }) => position).filter((position) => position >= timeline.start);
  const derived = positions.map((): DerivedFigures => ({ deltas: [], trends: [], ytd: [] }));
  for (const { name, unit } of fields) {
    const slots = new Array<Slot>(timeline.length).fill(undefined);
    for (const { position, figures } of used) slots[position] = figures[name] ?? null;
    positions.forEach((position, at) => {
      derived[at]?.deltas.push(changeOf(slots[position], slots[position - YEAR]));
      derived[at]?.trends.push(trendAt(slots, position, unit, timeline));
      derived[at]?.ytd.push(sumToDateAt(slots, position, unit, timeline, JANUARY));
    });
  }
  return derived;
}

function timelineOf(
  months: readonly Month[],
  { calendar, stateMonths }: SeriesContext,
  from: Month | null,
): DerivedTimeline {
  const [firstMonth] = months;
  if (!firstMonth)
    return { first: 0, length: 0, start: 0, firstCalendarMonth: JANUARY, isQuarterEnd: [], beginsHere: true };
  const first = monthIndex(firstMonth);
  const length = monthIndex(months.at(-1) ?? firstMonth) - first + 1;
  const start = from === null ? 0 : Math.max(0, monthIndex(from) - first);
  const isQuarterEnd = new Array<boolean | undefined>(length);
  for (const month of months) {
    const position = monthIndex(month) - first;
    if (position >= start - YEAR) isQuarterEnd[position] = calendar.isQuarterEnd(month);
  }
  const beginsHere = stateMonths.has(addMonths(firstMonth, -1));
  return { first, length, start, firstCalendarMonth: monthOfYear(firstMonth), isQuarterEnd, beginsHere };
}

/** Mean of the trailing twelve months; `null` if one is missing. */
function trendAt(slots: readonly Slot[], position: number, unit: Unit, timeline: Timeline): number | null {
  const year = trailingYear(slots, position, unit, timeline);
  return year === null || year.count === 0 ? null : (divideScaled(year.sum, year.count, 1) ?? null);
}
