import { getTableName } from 'drizzle-orm';
import type { DerivedFamily } from '../../domain/allocation.ts';
import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import type { Month } from '../../domain/month.ts';
import type { State } from '../../states/state.ts';
import { allocationTableOf, DERIVED_PREFIXES, sortIndexOf } from '../schema.ts';
import type { SqlValue } from '../statements.ts';
import { readAllKeys, type SortedRows, sortKeys, type Window, walkKeys } from './sorted-keys.ts';
import type { DatasetReader, DatasetView, MonthCounts } from './view.ts';

/** Which datapoints of a state to list; what is `null` does not restrict. */
export interface AllocationFilter {
  jurisdictions: readonly number[] | null;
  type: JurisdictionType | null;
  /** Dates, `YYYY-MM-DD`: allocation periods that begin between them, both included. */
  from: string | null;
  to: string | null;
}

/** What to sort by: the allocation period where `field` is `null`, a field, or what is derived from one. */
export interface SortKey {
  field: string | null;
  family: DerivedFamily | null;
}

/** Nulls come last in both directions. Ties: newest period first, then jurisdiction id. */
export interface AllocationSort extends SortKey {
  descending: boolean;
}

/** One datapoint as stored: amounts in cents, percentages in millionths of a percent, deltas in millionths. */
export interface ListedAllocation {
  jurisdictionId: number;
  month: Month;
  quarter: number;
  /** In the order of the state's fields, as all that follow. */
  figures: SqlValue[];
  derived: Record<DerivedFamily, SqlValue[]>;
}

export interface AllocationPage {
  /** How many datapoints the filter leaves, on all pages. */
  total: number;
  allocations: ListedAllocation[];
}

/** Up to how many datapoints are sorted when asked for; more are read in the order of an index. */
const FEW = 4000;
/** Up to how many datapoints a list is read whole, to be remembered. */
const MOST_REMEMBERED = 25_000;
/** Up to how many jurisdictions are looked up one by one. */
const FEW_JURISDICTIONS = FEW / 100;

/** Lists one state's datapoints, page by page. */
export function openAllocationList(reader: DatasetReader, state: State) {
  const { sqlite } = reader.dataset;
  const table = getTableName(allocationTableOf(state));
  const readRows = openRowReader(reader, state, table);
  const byPeriod = sortIndexOf(state, 'period');

  const countMonths = (view: DatasetView, ids: IdFilter): MonthCounts => {
    const key = `${state.code}:${ids.parameters.join()}`;
    const remembered = view.monthCounts.get(key);
    if (remembered) return remembered;
    const path = ids.isCountedEach ? '' : `INDEXED BY ${byPeriod}`;
    const counts = sqlite
      .prepare<SqlValue[], { month: Month; count: number }>(
        `SELECT substr(allocation_period, 1, 7) AS month, count(*) AS count FROM ${table} ${path}
         WHERE ${ids.condition} GROUP BY allocation_period ORDER BY allocation_period`,
      )
      .all(...ids.parameters);
    view.monthCounts.set(key, counts);
    return counts;
  };

  const readKeys = (view: DatasetView, rows: SortedRows, ids: IdFilter, window: Window): Iterable<number> => {
    if (ids.isNarrow) return sortKeys(sqlite, rows, null, window);
    if (rows.total <= FEW) return sortKeys(sqlite, rows, byPeriod, window);
    const index = sortIndexOf(state, rows.column);
    const { offset, limit } = window;
    const list = [table, rows.column, rows.descending, rows.condition, ...rows.parameters].join();
    const isDeep = Math.min(offset, rows.total - offset - limit) > FEW;
    // whoever asks twice goes on through the list, or many do
    const isAskedAgain = isDeep && rows.total <= MOST_REMEMBERED && view.deepLists.has(list);
    if (isDeep) view.deepLists.set(list, true);
    if (isAskedAgain) {
      const keys = view.sortedKeys.get(list) ?? readAllKeys(sqlite, rows, index);
      view.sortedKeys.set(list, keys);
      return keys.subarray(offset, offset + limit);
    }
    const groups = view.largeGroups.get(list) ?? [];
    view.largeGroups.set(list, groups);
    return walkKeys(sqlite, rows, index, window, groups);
  };

  return {
    /** The datapoints of a filter from `offset` on, at most `limit`, in their order. */
    list(
      view: DatasetView,
      filter: AllocationFilter,
      sort: AllocationSort,
      { offset, limit }: { offset: number; limit: number },
    ): AllocationPage {
      const ids = idFilter(view, state, filter);
      const months = countMonths(view, ids).filter(({ month }) => isWithin(month, filter));
      const total = months.reduce((sum, { count }) => sum + count, 0);
      if (offset >= total) return { total, allocations: [] };
      const column = columnOf(sort);
      if (column === null) {
        const rows = readRows.byPeriod(sort.descending ? months.toReversed() : months, ids, offset, limit);
        return { total, allocations: rows };
      }
      const rows = { table, column, descending: sort.descending, total, ...restrict(ids, filter) };
      const keys = readKeys(view, rows, ids, { offset, limit: Math.min(limit, total - offset) });
      return { total, allocations: readRows.byKey(keys) };
    },
  };
}

export type AllocationList = ReturnType<typeof openAllocationList>;

function columnOf({ field, family }: SortKey): string | null {
  return field !== null && family !== null ? `${DERIVED_PREFIXES[family]}${field}` : field;
}

/** The jurisdictions a filter leaves, as a condition on `jurisdiction_id`. */
interface IdFilter {
  condition: string;
  parameters: readonly SqlValue[];
  /** Whether these are few enough to be looked up one by one. */
  isNarrow: boolean;
  /** Whether the datapoints of each are counted faster than all. */
  isCountedEach: boolean;
}

const EVERY_ROW = 'TRUE';
const ALL: IdFilter = { condition: EVERY_ROW, parameters: [], isNarrow: false, isCountedEach: false };

function idFilter(view: DatasetView, state: State, { jurisdictions, type }: AllocationFilter): IdFilter {
  if (jurisdictions === null && type === null) return ALL;
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

/** The rows of a filter, as SQL with placeholders and their values. */
function restrict(
  ids: IdFilter,
  { from, to }: AllocationFilter,
): Pick<SortedRows, 'condition' | 'parameters'> {
  const conditions = ids === ALL ? [] : [ids.condition];
  const parameters = [...ids.parameters];
  if (from !== null) {
    conditions.push('allocation_period >= ?');
    parameters.push(from);
  }
  if (to !== null) {
    conditions.push('allocation_period <= ?');
    parameters.push(to);
  }
  return { condition: conditions.join(' AND ') || EVERY_ROW, parameters };
}

function isWithin(month: Month, { from, to }: AllocationFilter): boolean {
  const period = `${month}-01`;
  return (from === null || period >= from) && (to === null || period <= to);
}

/** Reads whole datapoints. */
function openRowReader({ dataset: { sqlite } }: DatasetReader, state: State, table: string) {
  const names = state.fields.map(({ name }) => name);
  const { deltas, trends, ytd } = DERIVED_PREFIXES;
  const columns = [
    'jurisdiction_id',
    'allocation_period',
    'quarter',
    ...['', deltas, trends, ytd].flatMap((prefix) => names.map((name) => `${prefix}${name}`)),
  ].join(', ');
  const byKey = sqlite.prepare<[number], SqlValue[]>(`SELECT ${columns} FROM ${table} WHERE rowid = ?`).raw();
  const decode = (values: SqlValue[]): ListedAllocation => {
    const family = (at: number) => values.slice(3 + at * names.length, 3 + (at + 1) * names.length);
    return {
      jurisdictionId: Number(values[0]),
      month: String(values[1]).slice(0, 7) as Month,
      quarter: Number(values[2]),
      figures: family(0),
      derived: { deltas: family(1), trends: family(2), ytd: family(3) },
    };
  };
  return {
    byKey: (keys: Iterable<number>): ListedAllocation[] =>
      Array.from(keys, (key) => decode(byKey.get(key) ?? missing(table, key))),

    /** From `offset` on in the order of the months given, each by jurisdiction. */
    byPeriod(months: MonthCounts, ids: IdFilter, offset: number, limit: number): ListedAllocation[] {
      const ofMonth = sqlite
        .prepare<SqlValue[], SqlValue[]>(
          `SELECT ${columns} FROM ${table} WHERE allocation_period = ? AND ${ids.condition}
           ORDER BY jurisdiction_id LIMIT ? OFFSET ?`,
        )
        .raw();
      const rows: ListedAllocation[] = [];
      let skip = offset;
      for (const { month, count } of months) {
        if (rows.length >= limit) break;
        if (skip < count)
          rows.push(...ofMonth.all(`${month}-01`, ...ids.parameters, limit - rows.length, skip).map(decode));
        skip = Math.max(0, skip - count);
      }
      return rows;
    },
  };
}

function missing(table: string, key: number): never {
  throw new Error(`${table} has no row ${key}`);
}
