import { getTableName } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { DerivedFamily } from '../../domain/allocation.ts';
import { type Month, monthOfDate } from '../../domain/month.ts';
import type { State } from '../../states/state.ts';
import { DERIVED_PREFIXES, figureColumn, sortColumns } from '../allocation-columns.ts';
import { allocationTableOf } from '../schema.ts';
import type { SqlValue } from '../statements.ts';
import {
  type AllocationFilter,
  type PassingRows,
  passingKeys,
  passingRows,
  type Window,
} from './row-filter.ts';
import { type RowOrder, readOrder, readPlaces, readRuns } from './row-order.ts';
import { type DatasetView, perView } from './view.ts';

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

const FILTERS_REMEMBERED = 50;

/** Lists one state's datapoints, page by page: what stands where is in memory, and only the rows of a page are read. */
export function openAllocationList(state: State) {
  const placesOf = perView((view) => readPlaces(view, state));
  const passingOf = perView(() => new LRUCache<string, PassingRows>({ max: FILTERS_REMEMBERED }));
  const rowReaderOf = perView((view) => openRowReader(view, state));
  const runsOf = perView((view) => readRuns(view, state, placesOf(view)));
  const ordersOf = new Map(
    [null, ...sortColumns(state)].map((column) => [
      column,
      perView((view) => {
        const places = placesOf(view);
        return column === null ? places.order : readOrder(view, state, column, places);
      }),
    ]),
  );

  const orderOf = (view: DatasetView, { field, family }: SortKey): RowOrder => {
    const column = field && figureColumn(field, family);
    const order = ordersOf.get(column)?.(view);
    if (!order) throw new Error(`${state.code} has no order by ${column}`);
    return order;
  };
  const filtered = (view: DatasetView, filter: AllocationFilter): PassingRows | null => {
    const name = JSON.stringify(filter);
    const known = passingOf(view).get(name);
    if (known) return known;
    const passing = passingRows(view, placesOf(view), () => runsOf(view), filter);
    if (passing) passingOf(view).set(name, passing);
    return passing;
  };
  return {
    /** What is made once of each version, each by itself; a list makes what it needs where it was not called. */
    preparations: [...ordersOf.values(), runsOf],

    /** The datapoints of a filter from `offset` on, at most `limit`, in their order. */
    list(view: DatasetView, filter: AllocationFilter, sort: AllocationSort, window: Window): AllocationPage {
      const { ascending, descending } = orderOf(view, sort);
      const order = sort.descending ? descending : ascending;
      const passing = filtered(view, filter);
      const { offset, limit } = window;
      const keys = passing ? passingKeys(order, passing, window) : order.subarray(offset, offset + limit);
      return { total: passing?.total ?? order.length, allocations: Array.from(keys, rowReaderOf(view)) };
    },
  };
}

export type { AllocationFilter };

/** Reads whole datapoints, by row number. */
function openRowReader({ dataset: { sqlite } }: DatasetView, state: State) {
  const table = getTableName(allocationTableOf(state));
  const names = state.fields.map(({ name }) => name);
  const { deltas, trends, ytd } = DERIVED_PREFIXES;
  const columns = [
    'jurisdiction_id',
    'allocation_period',
    'quarter',
    ...['', deltas, trends, ytd].flatMap((prefix) => names.map((name) => `${prefix}${name}`)),
  ].join(', ');
  const byKey = sqlite.prepare<[number], SqlValue[]>(`SELECT ${columns} FROM ${table} WHERE rowid = ?`).raw();
  return (key: number): ListedAllocation => {
    const values = byKey.get(key) ?? missing(table, key);
    const family = (at: number) => values.slice(3 + at * names.length, 3 + (at + 1) * names.length);
    return {
      jurisdictionId: Number(values[0]),
      month: monthOfDate(String(values[1])),
      quarter: Number(values[2]),
      figures: family(0),
      derived: { deltas: family(1), trends: family(2), ytd: family(3) },
    };
  };
}

function missing(table: string, key: number): never {
  throw new Error(`${table} has no row ${key}`);
}
