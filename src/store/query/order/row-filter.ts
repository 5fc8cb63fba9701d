import type { JurisdictionType } from '../../../domain/jurisdiction.ts';
import { monthIndex, monthOfDate } from '../../../domain/month.ts';
import type { RowIndex, Span } from '../columns/row-index.ts';
import type { DatasetView } from '../view.ts';
import type { Window } from '../window.ts';
import {
  changeMarks,
  countRows,
  emptyMarks,
  fullMarks,
  type MarkedPlaces,
  markedRows,
  passingRows,
  type RowList,
  type RowTest,
} from './row-marks.ts';
import type { Placing, RowRuns } from './row-order.ts';

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

/** Testing a row takes this many times as long as marking it. */
const TEST_COST = 4;
/** Finding a jurisdiction's rows of a period takes as long as testing this many rows. */
const SEARCH_COST = 12;
/** Later than any month and any run. */
const LAST = Number.MAX_SAFE_INTEGER;

/** The lists of a state's rows. `readRuns` is called only if the filter needs runs. */
export interface FilteredRows {
  index: RowIndex;
  readRuns: () => RowRuns;
}

/** Finds a window of the rows that match a filter, in the given order, and counts all that match. */
export function filterRows(
  view: DatasetView,
  { index, readRuns }: FilteredRows,
  filter: AllocationFilter,
  order: Placing,
  window: Window,
): { rows: Uint32Array; total: number } {
  const { from, to, updatedSince, afterRun } = filter;
  const isAsked = askedOf(index, filter);
  const runs = updatedSince === null && afterRun === null ? null : readRuns();
  const { monthOfRow, jurisdictionOfRow } = index;
  const test = {
    ...{ monthOfRow, jurisdictionOfRow, isAsked },
    firstMonth: from === null ? 0 : firstMonthFrom(from),
    lastMonth: to === null ? LAST : monthIndex(monthOfDate(to)),
    runOfRow: runs?.runOfRow ?? null,
    firstRun: firstRunOf(view, filter),
  };
  return chooseRows(listsOf(index, test, from !== null || to !== null, runs), test, order, window);
}

/** Lists of the rows that match one condition or several. A row that is on all lists matches the filter. */
function listsOf(index: RowIndex, test: RowTest, hasPeriod: boolean, runs: RowRuns | null): RowList[] {
  const { byJurisdiction, byPeriod } = index;
  const { monthOfRow, isAsked } = test;
  const period = { first: test.firstMonth, end: test.lastMonth + 1 };
  const lists: RowList[] = [];
  const ofPeriod = hasPeriod ? narrow(byPeriod, monthOfRow, period) : null;
  const asked = isAsked && index.spans.filter((_, at) => isAsked[at] === 1);
  if (asked && ofPeriod && SEARCH_COST * asked.length < ofPeriod.end - ofPeriod.start) {
    const spans = asked.map((span) => narrow(byJurisdiction, monthOfRow, period, span));
    lists.push({ rows: byJurisdiction, spans });
  } else {
    if (asked) lists.push({ rows: byJurisdiction, spans: asked });
    if (ofPeriod) lists.push({ rows: byPeriod, spans: [ofPeriod] });
  }
  if (runs) {
    const span = narrow(runs.byRun, runs.runOfRow, { first: test.firstRun, end: LAST });
    lists.push({ rows: runs.byRun, spans: [span] });
  }
  return lists;
}

/**
 * Each list has the rows that match a condition. With several lists, it tests the rows of the shortest. Then it marks
 * all that match. If the window seems near the start of the order, it tests the first rows of the order instead.
 */
function chooseRows(lists: readonly RowList[], test: RowTest, order: Placing, window: Window) {
  const { offset, limit } = window;
  const size = order.rowAtPlace.length;
  const [shortest, ...others] = lists.toSorted((a, b) => countRows(a.spans) - countRows(b.spans));
  if (!shortest) return { rows: order.rowAtPlace.subarray(offset, offset + limit), total: size };
  const matching = others.length === 0 ? shortest : asList(passingRows(shortest, test, size));
  const total = countRows(matching.spans);
  // matches may be rare at the start of the order, so it tests no more rows than marking is worth
  const end = Math.floor(Math.min(total, size - total) / TEST_COST);
  if ((offset + limit) * (size / total) < end) {
    const first = passingRows({ rows: order.rowAtPlace, spans: [{ start: 0, end }] }, test, offset + limit);
    if (first.length === offset + limit) return { rows: first.subarray(offset), total };
  }
  return markedRows(markList(matching, order), order, window);
}

function asList(rows: Uint32Array): RowList {
  return { rows, spans: [{ start: 0, end: rows.length }] };
}

/** Marks the places of all rows of a list. */
function markList({ rows, spans }: RowList, order: Placing): MarkedPlaces {
  const size = order.rowAtPlace.length;
  const total = countRows(spans);
  const isMost = 2 * total > size && rows.length === size;
  const marks = isMost ? fullMarks(size) : emptyMarks(size);
  changeMarks(marks, order, { rows, spans: isMost ? gapsOf(spans, size) : spans });
  return { marks, total };
}

/** The spans before, between and after the given ones. */
function gapsOf(spans: readonly Span[], size: number): Span[] {
  return [...spans, { start: size, end: size }].map(({ start }, at) => ({
    start: spans[at - 1]?.end ?? 0,
    end: start,
  }));
}

/** For each jurisdiction number, 1 if the filter matches it; `null` if it matches all. */
function askedOf(
  { numberOfId, types, counties }: RowIndex,
  { jurisdictions, type, county }: AllocationFilter,
): Uint8Array | null {
  if (jurisdictions === null && type === null && county === null) return null;
  const isAsked = new Uint8Array(types.length).fill(jurisdictions ? 0 : 1);
  for (const id of jurisdictions ?? []) {
    const number = numberOfId.get(id);
    if (number !== undefined) isAsked[number] = 1;
  }
  for (let number = 0; number < types.length; number += 1) {
    if (type !== null && types[number] !== type) isAsked[number] = 0;
    if (county !== null && counties[number] !== county) isAsked[number] = 0;
  }
  return isAsked;
}

/** The part of a span with values from `first` to before `end`. The rows of the span are sorted by these values. */
function narrow(
  rows: Uint32Array,
  values: Uint16Array | Float64Array,
  { first, end }: { first: number; end: number },
  span: Span = { start: 0, end: rows.length },
): Span {
  const start = placeOf(rows, values, first, span);
  return { start, end: Math.max(start, placeOf(rows, values, end, span)) };
}

/** Finds the first place in a sorted span with this value or a higher one. NaN sorts first. */
function placeOf(rows: Uint32Array, values: Uint16Array | Float64Array, value: number, span: Span): number {
  let { start: low, end: high } = span;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[rows[middle] ?? 0] ?? 0) >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The first month that begins on a date or later. */
function firstMonthFrom(date: string): number {
  return monthIndex(monthOfDate(date)) + (date.endsWith('-01') ? 0 : 1);
}

/** The first run whose datapoints match a filter. */
function firstRunOf(view: DatasetView, { updatedSince, afterRun }: AllocationFilter): number {
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
