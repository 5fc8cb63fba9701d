import { getTableName } from 'drizzle-orm';
import type { DerivedFamily } from '../../domain/allocation.ts';
import { type Month, monthOfDate } from '../../domain/month.ts';
import type { State } from '../../states/state.ts';
import { DERIVED_PREFIXES, figureColumn } from '../allocation-columns.ts';
import { allocationTableOf } from '../schema.ts';
import type { SqlValue } from '../statements.ts';
import { type AllocationFilter, findRows } from './rows/row-order.ts';
import { stateRows } from './rows/state-rows.ts';
import { type DatasetView, perView } from './view.ts';
import type { Window } from './window.ts';

/** What to sort by: a field or a figure derived from it; the allocation period if `field` is `null`. */
export interface SortKey {
  field: string | null;
  family: DerivedFamily | null;
}

/** What lists of a state's datapoints can be sorted by. */
export function sortKeysOf({ fields, sortedFamilies }: State): SortKey[] {
  return [
    { field: null, family: null },
    ...fields.filter(({ isSortable }) => isSortable).map(({ name }) => ({ field: name, family: null })),
    ...sortedFamilies.flatMap((family) => fields.map(({ name }) => ({ field: name, family }))),
  ];
}

/** The column of a sort key; `null` for the allocation period. */
function sortColumn({ field, family }: SortKey): string | null {
  return field && figureColumn(field, family);
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
  /** In the order of the state's fields, like `derived`. */
  figures: SqlValue[];
  derived: Partial<Record<DerivedFamily, SqlValue[]>>;
}

/** The datapoints in a window of those that match a filter. */
export interface FoundDatapoints {
  /** The number of matching datapoints. */
  total: number;
  /** The `rowid` of each datapoint in the window. */
  rowids: Uint32Array;
}

/**
 * Lists one state's datapoints page by page, with these derived figures. The orders are in memory; only the rows of a
 * page are read.
 */
export function openAllocationList(state: State, families: readonly DerivedFamily[]) {
  const readerOf = perView((view) => openRowReader(view, state, families));
  return {
    /** Finds the window of the datapoints that match a filter, in the given order. */
    find(view: DatasetView, filter: AllocationFilter, sort: AllocationSort, window: Window): FoundDatapoints {
      const order = { column: sortColumn(sort), descending: sort.descending };
      const { rows, total } = findRows(view, state, filter, order, window);
      const { rowids } = stateRows(view, state);
      return { total, rowids: rows.map((row) => rowids[row] ?? 0) };
    },

    /** Reads found datapoints from a view of the same rows. */
    read: (view: DatasetView, rowids: Uint32Array): ListedAllocation[] => readerOf(view)(rowids),
  };
}

export type { AllocationFilter };

/** Reads whole datapoints by `rowid`, in the given order. One statement for all rows is three times as fast as one each. */
function openRowReader(
  { dataset: { sqlite } }: DatasetView,
  state: State,
  families: readonly DerivedFamily[],
) {
  const table = getTableName(allocationTableOf(state));
  const names = state.fields.map(({ name }) => name);
  const columns = [
    'jurisdiction_id',
    'allocation_period',
    'quarter',
    ...['', ...families.map((family) => DERIVED_PREFIXES[family])].flatMap((prefix) =>
      names.map((name) => `${prefix}${name}`),
    ),
  ].join(', ');
  // CROSS JOIN keeps the order of the listed rows
  const byRowid = sqlite
    .prepare<[string], SqlValue[]>(
      `SELECT ${columns} FROM json_each(?) AS listed CROSS JOIN ${table} ON ${table}.rowid = listed.value`,
    )
    .raw();
  const toAllocation = (values: SqlValue[]): ListedAllocation => {
    const group = (at: number) => values.slice(3 + at * names.length, 3 + (at + 1) * names.length);
    return {
      jurisdictionId: Number(values[0]),
      month: monthOfDate(String(values[1])),
      quarter: Number(values[2]),
      figures: group(0),
      derived: Object.fromEntries(families.map((family, at) => [family, group(at + 1)])),
    };
  };
  return (rowids: Uint32Array): ListedAllocation[] => {
    const found = byRowid.all(JSON.stringify([...rowids]));
    if (found.length !== rowids.length)
      throw new Error(`${table} has ${found.length} of the ${rowids.length} rows of a page`);
    return found.map(toAllocation);
  };
}
