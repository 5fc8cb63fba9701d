import { isInCounty, type JurisdictionType } from '../../../domain/jurisdiction.ts';
import { monthIndex, monthOfDate } from '../../../domain/month.ts';
import type { State } from '../../../states/state.ts';
import { RUN_COLUMN } from '../../allocation-columns.ts';
import { type DatasetView, perContentAndKey } from '../view.ts';
import type { Window } from '../window.ts';
import { figuresOf, type StateRows, stateRows } from './state-rows.ts';

/** Which datapoints of a state to list; `null` does not filter. */
export interface AllocationFilter {
  jurisdictions: readonly number[] | null;
  type: JurisdictionType | null;
  /** One of the state's `counties`. */
  county: string | null;
  /** Only allocation periods that begin between these dates (`YYYY-MM-DD`), both included. */
  from: string | null;
  to: string | null;
  /** Only datapoints made or changed by runs that finished on this date (`YYYY-MM-DD`, UTC) or later. */
  updatedSince: string | null;
  /** Only datapoints made or changed by runs after this one. */
  afterRun: number | null;
}

/** An order of rows: by a column, or by allocation period if it is `null`. */
export interface RowOrder {
  column: string | null;
  descending: boolean;
}

/** Later than any month and any run. */
const LAST = Number.MAX_SAFE_INTEGER;
/** Sorting a row takes as long as testing this many. */
const SORT_COST = 64;

type Figures = Float64Array | Uint16Array;

/** Finds a window of the rows that match a filter, in the given order, and counts all that match. */
export function findRows(
  view: DatasetView,
  state: State,
  filter: AllocationFilter,
  order: RowOrder,
  { offset, limit }: Window,
): { rows: Uint32Array; total: number } {
  const index = stateRows(view, state);
  const { months, numbers } = index;
  const asked = askedOf(view, index, filter);
  const firstMonth = filter.from === null ? 0 : firstMonthFrom(filter.from);
  const lastMonth = filter.to === null ? LAST : monthIndex(monthOfDate(filter.to));
  const firstRun = firstRunOf(view, filter);
  const runs = firstRun === null ? null : figuresOf(view, state, RUN_COLUMN);
  const candidates = candidatesOf(view, state, asked, order);
  if (!asked && !runs && filter.from === null && filter.to === null)
    return { rows: candidates.subarray(offset, offset + limit), total: candidates.length };
  const rows = new Uint32Array(Math.min(limit, Math.max(0, candidates.length - offset)));
  let total = 0;
  // for…of takes three times as long
  for (let at = 0; at < candidates.length; at += 1) {
    const row = candidates[at] ?? 0;
    const month = months[row] ?? 0;
    if (month < firstMonth || month > lastMonth) continue;
    if (asked && asked[numbers[row] ?? 0] === 0) continue;
    // also skips rows without a known run, whose value is NaN
    if (runs && !((runs[row] ?? 0) >= (firstRun ?? 0))) continue;
    if (total >= offset && total - offset < rows.length) rows[total - offset] = row;
    total += 1;
  }
  return { rows: rows.subarray(0, Math.max(0, total - offset)), total };
}

/** For each number of a jurisdiction, 1 if the filter matches it; `null` if it matches all. */
function askedOf(
  { jurisdictions }: DatasetView,
  { numberOfId }: StateRows,
  { type, county, jurisdictions: listed }: AllocationFilter,
): Uint8Array | null {
  if (listed === null && type === null && county === null) return null;
  const asked = new Uint8Array(numberOfId.size);
  for (const id of listed ?? numberOfId.keys()) {
    const number = numberOfId.get(id);
    const stored = jurisdictions.get(id);
    if (number === undefined || !stored) continue;
    asked[number] = Number(
      (type ?? stored.type) === stored.type && (county === null || isInCounty(stored, county)),
    );
  }
  return asked;
}

/** All rows in their order; only those of the asked jurisdictions, if they are few. */
function candidatesOf(
  view: DatasetView,
  state: State,
  asked: Uint8Array | null,
  { column, descending }: RowOrder,
): Uint32Array {
  const { byNumber, months } = stateRows(view, state);
  const lists = asked && byNumber.filter((_, number) => asked[number] === 1);
  const count = lists?.reduce((sum, { length }) => sum + length, 0) ?? months.length;
  if (lists && count * SORT_COST < months.length) {
    const figures = column === null ? months : figuresOf(view, state, column);
    return sortRows(Uint32Array.from(lists.flat()), figures, descending);
  }
  return sortedRows(view, state, column, descending);
}

/** All rows of a state in an order. Sorted once for each version of the dataset. */
const sortedRows = perContentAndKey(
  (view, state: State, column: string | null, descending: boolean) => {
    const { months } = stateRows(view, state);
    const figures = column === null ? months : figuresOf(view, state, column);
    return sortRows(Uint32Array.from(months.keys()), figures, descending);
  },
  ({ code }, column, descending) => `${code} ${column} ${descending}`,
);

/** Sorts rows by their figures. Missing figures come last. The numbers of rows decide between equal figures. */
function sortRows(rows: Uint32Array, figures: Figures, descending: boolean): Uint32Array {
  const known = rows.filter((row) => !Number.isNaN(figures[row]));
  const missing = rows.filter((row) => Number.isNaN(figures[row]));
  const sign = descending ? -1 : 1;
  known.sort((a, b) => sign * ((figures[a] ?? 0) - (figures[b] ?? 0)) || a - b);
  rows.set(known);
  rows.set(missing.sort(), known.length);
  return rows;
}

/** The first month that begins on a date or later. */
function firstMonthFrom(date: string): number {
  return monthIndex(monthOfDate(date)) + (date.endsWith('-01') ? 0 : 1);
}

/** The first run whose datapoints match a filter; `null` if runs do not matter. */
function firstRunOf(view: DatasetView, { updatedSince, afterRun }: AllocationFilter): number | null {
  if (updatedSince === null && afterRun === null) return null;
  return Math.max(
    updatedSince === null ? 0 : firstRunFrom(view, updatedSince),
    afterRun === null ? 0 : afterRun + 1,
  );
}

/** The first run that finished on a date or later; `LAST` if no run did. */
function firstRunFrom({ dataset: { sqlite } }: DatasetView, date: string): number {
  const first = sqlite
    .prepare<[string], number | null>('SELECT min(id) FROM run WHERE finished_at >= ?')
    .pluck()
    .get(date);
  return first ?? LAST;
}
