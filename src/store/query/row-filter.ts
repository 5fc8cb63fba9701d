import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import type { Month } from '../../domain/month.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { runIndexOf, sortIndexOf } from '../schema.ts';
import type { SqlValue } from '../statements.ts';
import type { DatasetView } from './view.ts';

/** Which datapoints of a state to list; what is `null` does not restrict. */
export interface AllocationFilter {
  jurisdictions: readonly number[] | null;
  type: JurisdictionType | null;
  /** Dates, `YYYY-MM-DD`: allocation periods that begin between them, both included. */
  from: string | null;
  to: string | null;
  /** A date, `YYYY-MM-DD` (UTC): datapoints that runs which finished on it or later made or changed. */
  updatedSince: string | null;
}

/** SQL with placeholders, and their values. */
interface Condition {
  condition: string;
  parameters: readonly SqlValue[];
}

/** The datapoints a filter leaves, whatever their month. */
export interface RowFilter extends Condition {
  /** Whether its jurisdictions are few enough to be looked up one by one. */
  isNarrow: boolean;
  /** Whether the datapoints of each are counted faster than all. */
  isCountedEach: boolean;
  /** The index that leads to the others. */
  index: string;
}

export const EVERY_ROW = 'TRUE';
const FEW_JURISDICTIONS = 40;

/** The datapoints of a filter but for its months. */
export function filterRows(
  dataset: Dataset,
  view: DatasetView,
  state: State,
  filter: AllocationFilter,
): RowFilter {
  const { isNarrow, isCountedEach, ...ids } = filterJurisdictions(view, state, filter);
  if (filter.updatedSince === null)
    return { ...ids, isNarrow, isCountedEach, index: sortIndexOf(state, 'period') };
  const updated = { condition: 'run_id >= ?', parameters: [firstRunSince(dataset, filter.updatedSince)] };
  return { ...both(ids, updated), isNarrow, isCountedEach, index: runIndexOf(state) };
}

/** The first run that finished on a date or later, or one that is not to come. */
function firstRunSince({ sqlite }: Dataset, date: string): number {
  const run = sqlite
    .prepare<[string], number | null>('SELECT min(id) FROM run WHERE finished_at >= ?')
    .pluck()
    .get(date);
  return run ?? Number.MAX_SAFE_INTEGER;
}

function filterJurisdictions(
  view: DatasetView,
  state: State,
  { jurisdictions, type }: AllocationFilter,
): Condition & Pick<RowFilter, 'isNarrow' | 'isCountedEach'> {
  if (jurisdictions === null && type === null)
    return { condition: EVERY_ROW, parameters: [], isNarrow: false, isCountedEach: false };
  const asked = jurisdictions && new Set(jurisdictions);
  const ofState = [...view.jurisdictions.values()].filter((stored) => stored.state === state.code);
  const isAsked = ofState.map(
    (stored) => (asked?.has(stored.id) ?? true) && (type ?? stored.type) === stored.type,
  );
  const ids = ofState.filter((_, at) => isAsked[at]).map(({ id }) => id);
  const isNarrow = ids.length <= FEW_JURISDICTIONS;
  const isCountedEach = ids.length <= 10 * FEW_JURISDICTIONS;
  const isRun = isAsked.lastIndexOf(true) - isAsked.indexOf(true) + 1 === ids.length;
  const [first, last] = [ids[0], ids.at(-1)];
  // comparing with two ends is faster than looking each id up
  if (isRun && first !== undefined && last !== undefined)
    return {
      condition: 'jurisdiction_id BETWEEN ? AND ?',
      parameters: [first, last],
      isNarrow,
      isCountedEach,
    };
  const condition = 'jurisdiction_id IN (SELECT value FROM json_each(?))';
  return { condition, parameters: [JSON.stringify(ids)], isNarrow, isCountedEach };
}

/** The datapoints of a filter with its months. */
export function restrictMonths(filtered: Condition, { from, to }: AllocationFilter): Condition {
  const since = from !== null && { condition: 'allocation_period >= ?', parameters: [from] };
  const until = to !== null && { condition: 'allocation_period <= ?', parameters: [to] };
  return [since, until].filter((bound) => bound !== false).reduce<Condition>(both, filtered);
}

function both(a: Condition, b: Condition): Condition {
  if (a.condition === EVERY_ROW) return b;
  return { condition: `${a.condition} AND ${b.condition}`, parameters: [...a.parameters, ...b.parameters] };
}

/** Whether a month is one of the filter's. */
export function isWithin(month: Month, { from, to }: AllocationFilter): boolean {
  const period = `${month}-01`;
  return (from === null || period >= from) && (to === null || period <= to);
}
