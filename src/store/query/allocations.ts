import { getTableName } from 'drizzle-orm';
import type { DerivedFamily } from '../../domain/allocation.ts';
import type { Month } from '../../domain/month.ts';
import type { State } from '../../states/state.ts';
import { allocationTableOf, DERIVED_PREFIXES, sortIndexOf } from '../schema.ts';
import type { SqlValue } from '../statements.ts';
import { type AllocationFilter, filterRows, isWithin, type RowFilter, restrictMonths } from './row-filter.ts';
import { readAllKeys, type SortedRows, sortKeys, type Window, walkKeys } from './sorted-keys.ts';
import type { DatasetReader, DatasetView, MonthCounts } from './view.ts';

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

/** Lists one state's datapoints, page by page. */
export function openAllocationList(reader: DatasetReader, state: State) {
  const { sqlite } = reader.dataset;
  const table = getTableName(allocationTableOf(state));
  const readRows = openRowReader(reader, state, table);

  const countMonths = (view: DatasetView, filtered: RowFilter): MonthCounts => {
    const key = [state.code, filtered.condition, ...filtered.parameters].join();
    const remembered = view.monthCounts.get(key);
    if (remembered) return remembered;
    const path = filtered.isCountedEach ? '' : `INDEXED BY ${filtered.index}`;
    const counts = sqlite
      .prepare<SqlValue[], { month: Month; count: number }>(
        `SELECT substr(allocation_period, 1, 7) AS month, count(*) AS count FROM ${table} ${path}
         WHERE ${filtered.condition} GROUP BY allocation_period ORDER BY allocation_period`,
      )
      .all(...filtered.parameters);
    view.monthCounts.set(key, counts);
    return counts;
  };

  const readKeys = (
    view: DatasetView,
    rows: SortedRows,
    filtered: RowFilter,
    window: Window,
  ): Iterable<number> => {
    if (filtered.isNarrow) return sortKeys(sqlite, rows, null, window);
    if (rows.total <= FEW) return sortKeys(sqlite, rows, filtered.index, window);
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
      const filtered = filterRows(reader.dataset, view, state, filter);
      const months = countMonths(view, filtered).filter(({ month }) => isWithin(month, filter));
      const total = months.reduce((sum, { count }) => sum + count, 0);
      if (offset >= total) return { total, allocations: [] };
      const column = columnOf(sort);
      if (column === null) {
        const rows = readRows.byPeriod(
          sort.descending ? months.toReversed() : months,
          filtered,
          offset,
          limit,
        );
        return { total, allocations: rows };
      }
      const rows = { table, column, descending: sort.descending, total, ...restrictMonths(filtered, filter) };
      const keys = readKeys(view, rows, filtered, { offset, limit: Math.min(limit, total - offset) });
      return { total, allocations: readRows.byKey(keys) };
    },
  };
}

export type { AllocationFilter };
export type AllocationList = ReturnType<typeof openAllocationList>;

function columnOf({ field, family }: SortKey): string | null {
  return field !== null && family !== null ? `${DERIVED_PREFIXES[family]}${field}` : field;
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
    byPeriod(months: MonthCounts, filtered: RowFilter, offset: number, limit: number): ListedAllocation[] {
      const ofMonth = sqlite
        .prepare<SqlValue[], SqlValue[]>(
          `SELECT ${columns} FROM ${table} WHERE allocation_period = ? AND ${filtered.condition}
           ORDER BY jurisdiction_id LIMIT ? OFFSET ?`,
        )
        .raw();
      const rows: ListedAllocation[] = [];
      let skip = offset;
      for (const { month, count } of months) {
        if (rows.length >= limit) break;
        if (skip < count)
          rows.push(
            ...ofMonth.all(`${month}-01`, ...filtered.parameters, limit - rows.length, skip).map(decode),
          );
        skip = Math.max(0, skip - count);
      }
      return rows;
    },
  };
}

function missing(table: string, key: number): never {
  throw new Error(`${table} has no row ${key}`);
}
