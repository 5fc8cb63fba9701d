import { getTableName } from 'drizzle-orm';
import { type Month, monthIndex } from '../../domain/month.ts';
import type { State } from '../../states/state.ts';
import { runIndexOf, sortIndexOf } from '../allocation-columns.ts';
import { allocationTableOf } from '../schema.ts';
import type { DatasetView } from './view.ts';

/** All row numbers (`rowid`) of a table in one order, both ways. Nulls are last and ties fall alike in both. */
export interface RowOrder {
  ascending: Uint32Array;
  descending: Uint32Array;
}

/** The datapoints of one state without their figures; arrays are by row number. */
export interface RowPlaces {
  /** The state's jurisdictions, by id. */
  ids: readonly number[];
  /** Position in `ids`. */
  jurisdictions: Uint16Array;
  /** As `monthIndex` counts them. */
  months: Uint16Array;
  /** By allocation period, then jurisdiction. */
  order: RowOrder;
}

/**
 * Reads where each row stands. SQLite hands over all numbers as one JSON text: an eighth of the time that a row for
 * each takes.
 */
export function readPlaces({ dataset: { sqlite }, jurisdictions }: DatasetView, state: State): RowPlaces {
  const table = getTableName(allocationTableOf(state));
  const index = sortIndexOf(state, 'period');
  const found = sqlite
    .prepare<[], { keys: string; ids: string }>(
      `SELECT json_group_array(rowid) AS "keys", json_group_array(jurisdiction_id) AS ids
       FROM (SELECT rowid, jurisdiction_id FROM ${table} INDEXED BY ${index} ORDER BY allocation_period, jurisdiction_id)`,
    )
    .get();
  const counts = sqlite
    .prepare<[], { month: Month; count: number }>(
      `SELECT substr(allocation_period, 1, 7) AS month, count(*) AS count FROM ${table} INDEXED BY ${index}
       GROUP BY allocation_period ORDER BY allocation_period`,
    )
    .all();
  const ascending = Uint32Array.from(numbersOf(found?.keys));
  const idsRising = numbersOf(found?.ids);
  const ids = [...jurisdictions.values()].filter((stored) => stored.state === state.code).map(({ id }) => id);
  const positions = new Map(ids.map((id, at) => [id, at]));
  const size = ascending.reduce((largest, key) => Math.max(largest, key), 0) + 1;
  const places = { ids, jurisdictions: new Uint16Array(size), months: new Uint16Array(size) };
  ascending.forEach((key, at) => {
    places.jurisdictions[key] = positions.get(idsRising[at] ?? 0) ?? 0;
  });
  let start = 0;
  const groups = counts.map(({ month, count }) => {
    const index = monthIndex(month);
    for (const key of ascending.subarray(start, start + count)) places.months[key] = index;
    start += count;
    return start;
  });
  return { ...places, order: { ascending, descending: turn(ascending, groups) } };
}

/** By row number: the run that made the row or changed it last. */
export function readRuns({ dataset: { sqlite } }: DatasetView, state: State, places: RowPlaces): Uint32Array {
  const from = `FROM ${getTableName(allocationTableOf(state))} INDEXED BY ${runIndexOf(state)}`;
  const keys = sqlite
    .prepare<[], string>(`SELECT json_group_array(rowid) FROM (SELECT rowid ${from} ORDER BY run_id)`)
    .pluck()
    .get();
  const counts = sqlite
    .prepare<[], { run: number; count: number }>(
      `SELECT run_id AS run, count(*) AS count ${from} GROUP BY run_id ORDER BY run_id`,
    )
    .all();
  const byRun = numbersOf(keys);
  const runs = new Uint32Array(places.months.length);
  let at = 0;
  for (const { run, count } of counts) {
    for (const end = at + count; at < end; at += 1) runs[byRun[at] ?? 0] = run;
  }
  return runs;
}

/** Reads the order of a figure from its index, and puts equal ones in theirs: newest first, then by jurisdiction. */
export function readOrder(
  { dataset: { sqlite } }: DatasetView,
  state: State,
  column: string,
  places: RowPlaces,
): RowOrder {
  const found = sqlite
    .prepare<[], { keys: string; figures: string }>(
      `SELECT json_group_array(rowid) AS "keys", json_group_array(figure) AS figures
       FROM (SELECT rowid, ${column} AS figure FROM ${getTableName(allocationTableOf(state))}
         INDEXED BY ${sortIndexOf(state, column)} ORDER BY ${column} ASC NULLS LAST)`,
    )
    .get();
  const keys = numbersOf(found?.keys);
  const figures = numbersOf(found?.figures);
  /** By row number: where its equals begin. */
  const starts = new Uint32Array(places.months.length);
  const ends: number[] = [];
  let start = 0;
  keys.forEach((key, at) => {
    if (at > 0 && figures[at] !== figures[at - 1]) {
      ends.push(at);
      start = at;
    }
    starts[key] = start;
  });
  // what has no figure is last both ways
  if (figures.at(-1) !== null) ends.push(keys.length);
  const ascending = spread(places.order.descending, starts);
  return { ascending, descending: turn(ascending, ends) };
}

/** Rows in groups, each in the order they come in; `starts` is where the group of a row begins, by row number. */
function spread(keys: Uint32Array, starts: Uint32Array): Uint32Array {
  const grouped = new Uint32Array(keys.length);
  const taken = new Uint32Array(keys.length);
  for (const key of keys) {
    const start = starts[key] ?? 0;
    const before = taken[start] ?? 0;
    grouped[start + before] = key;
    taken[start] = before + 1;
  }
  return grouped;
}

/** The other way round, but equal ones as they were; `ends` are those of groups of equals, what follows stays last. */
function turn(ascending: Uint32Array, ends: readonly number[]): Uint32Array {
  const descending = ascending.slice();
  let to = 0;
  for (let group = ends.length - 1; group >= 0; group -= 1) {
    const end = ends[group] ?? 0;
    // not a subarray for each: most groups are of one, and there may be as many as rows
    for (let from = ends[group - 1] ?? 0; from < end; from += 1, to += 1)
      descending[to] = ascending[from] ?? 0;
  }
  return descending;
}

function numbersOf(json: string | undefined): number[] {
  return json === undefined ? [] : JSON.parse(json);
}
