import type Database from 'better-sqlite3';
import type { SqlValue } from '../statements.ts';

/** Rows of a table in the order of a column: nulls last in both directions; ties newest first, then by jurisdiction. */
export interface SortedRows {
  table: string;
  column: string;
  descending: boolean;
  /** Which rows, as SQL with placeholders, and the values of these. */
  condition: string;
  parameters: readonly SqlValue[];
  /** How many rows that are. */
  total: number;
}

/** Rows from `offset` on; there are `limit` of them. */
export interface Window {
  offset: number;
  limit: number;
}

/** One row's place in an index over a column, the allocation period (falling) and the jurisdiction. */
interface Entry {
  key: number;
  value: SqlValue;
  period: string;
  jurisdiction: number;
}

/** Many rows of one value: where they begin in falling order, and how many they are. */
export interface LargeGroup {
  value: SqlValue;
  start: number;
  size: number;
}

/** From how many rows passed over on, a group is worth remembering. */
const LARGE_GROUP = 1000;

const ENTRY = 'rowid AS "key", allocation_period AS period, jurisdiction_id AS jurisdiction';
const TIES = 'allocation_period DESC, jurisdiction_id ASC';
const TIES_REVERSED = 'allocation_period ASC, jurisdiction_id DESC';

/**
 * The row numbers (`rowid`) of one page of few rows, sorted when asked for; `index` forces one,
 * null leaves the choice to SQLite.
 */
export function sortKeys(
  sqlite: Database.Database,
  rows: SortedRows,
  index: string | null,
  window: Window,
): number[] {
  const direction = rows.descending ? 'DESC' : 'ASC';
  return keysOf(openWalk(sqlite, rows, index).read(`${direction} NULLS LAST`, TIES, window));
}

/**
 * The row numbers of one page of many rows. It steps over the index of their order alone, from the nearer end, and
 * fetches no row it does not return. `remembered` is what was learnt of these rows, and gains what is learnt now.
 */
export function walkKeys(
  sqlite: Database.Database,
  rows: SortedRows,
  index: string,
  window: Window,
  remembered: LargeGroup[],
): number[] {
  const walk = openWalk(sqlite, rows, index);
  return keysOf(
    rows.descending ? readFalling(walk, rows, window, remembered) : readRising(walk, rows, window),
  );
}

/**
 * The row numbers of all sorted rows, in one walk through the index: for pages deep in a list that leaves most of
 * the index out, where walking to each page anew would take longer.
 */
export function readAllKeys(sqlite: Database.Database, rows: SortedRows, index: string): Uint32Array {
  const { table, column, condition, parameters, descending } = rows;
  const order = descending ? `DESC NULLS LAST, ${TIES_REVERSED}` : `ASC NULLS LAST, ${TIES}`;
  const entries = sqlite
    .prepare<SqlValue[], [number, SqlValue]>(
      `SELECT rowid, ${column} FROM ${table} INDEXED BY ${index} WHERE ${condition} ORDER BY ${column} ${order}`,
    )
    .raw()
    .all(...parameters);
  const keys = Uint32Array.from(entries, ([key]) => key);
  if (!descending) return keys;
  let start = 0;
  for (let end = 1; end <= entries.length; end += 1) {
    if (entries[end]?.[1] === entries[start]?.[1]) continue;
    keys.subarray(start, end).reverse();
    start = end;
  }
  return keys;
}

/** The index has this order. */
function readRising(walk: Walk, rows: SortedRows, window: Window): Entry[] {
  if (isNearerStart(rows.total, window)) return walk.read('ASC NULLS LAST', TIES, window);
  return walk.read('DESC NULLS FIRST', TIES_REVERSED, fromEnd(rows.total, window)).reverse();
}

/**
 * The index read backwards has the values in this order, but rows of equal value the wrong way round. Where all
 * rows of a value are in the window, turning them is enough; of its first and last value, other rows than these
 * may belong into it.
 */
function readFalling(walk: Walk, rows: SortedRows, window: Window, remembered: LargeGroup[]): Entry[] {
  const around = remembered.find(({ start, size }) => window.offset >= start && window.offset < start + size);
  if (around && window.offset + window.limit <= around.start + around.size)
    return readWithin(walk, around, window);
  const entries = isNearerStart(rows.total, window)
    ? walk.read('DESC NULLS LAST', TIES_REVERSED, window)
    : walk.read('ASC NULLS FIRST', TIES, fromEnd(rows.total, window)).reverse();
  const groups: Entry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group?.[0]?.value === entry.value) group.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group, at) => {
    const [first] = group;
    if (!first) return [];
    const isWhole = at > 0 && at < groups.length - 1;
    if (isWhole) return group.reverse();
    const { value } = first;
    if (at > 0) return walk.readEqual(value, TIES, { offset: 0, limit: group.length });
    const offset = around ? window.offset - around.start : walk.countBehind(first);
    if (!around && offset >= LARGE_GROUP)
      remembered.push({ value, start: window.offset - offset, size: walk.countEqual(value) });
    return walk.readEqual(value, TIES, { offset, limit: group.length });
  });
}

function readWithin(walk: Walk, { value, start, size }: LargeGroup, { offset, limit }: Window): Entry[] {
  const within = { offset: offset - start, limit };
  if (isNearerStart(size, within)) return walk.readEqual(value, TIES, within);
  return walk.readEqual(value, TIES_REVERSED, fromEnd(size, within)).reverse();
}

function isNearerStart(total: number, { offset, limit }: Window): boolean {
  return offset + limit / 2 <= total / 2;
}

/** The same window counted from the other end. */
function fromEnd(total: number, { offset, limit }: Window): Window {
  return { offset: total - offset - limit, limit };
}

type Walk = ReturnType<typeof openWalk>;

function openWalk(sqlite: Database.Database, rows: SortedRows, index: string | null) {
  const { table, column, condition, parameters } = rows;
  const source = index === null ? table : `${table} INDEXED BY ${index}`;
  return {
    read: (direction: string, ties: string, { offset, limit }: Window): Entry[] =>
      sqlite
        .prepare<SqlValue[], Entry>(
          `SELECT ${ENTRY}, ${column} AS value FROM ${source} WHERE ${condition}
           ORDER BY ${column} ${direction}, ${ties} LIMIT ? OFFSET ?`,
        )
        .all(...parameters, limit, offset),

    /** Rows of one value. */
    readEqual: (value: SqlValue, ties: string, { offset, limit }: Window): Entry[] =>
      sqlite
        .prepare<SqlValue[], Entry>(
          `SELECT ${ENTRY}, ${column} AS value FROM ${source} WHERE ${column} IS ? AND ${condition}
           ORDER BY ${ties} LIMIT ? OFFSET ?`,
        )
        .all(value, ...parameters, limit, offset),

    countEqual: (value: SqlValue): number =>
      Number(
        sqlite
          .prepare<SqlValue[], number>(`SELECT count(*) FROM ${source} WHERE ${column} IS ? AND ${condition}`)
          .pluck()
          .get(value, ...parameters),
      ),

    /** How many rows of the entry's value come after it in the order of the ties. */
    countBehind: ({ value, period, jurisdiction }: Entry): number =>
      Number(
        sqlite
          .prepare<SqlValue[], number>(
            `SELECT count(*) FROM ${source} WHERE ${column} IS ? AND ${condition} AND allocation_period <= ?
             AND (allocation_period < ? OR jurisdiction_id > ?)`,
          )
          .pluck()
          .get(value, ...parameters, period, period, jurisdiction),
      ),
  };
}

function keysOf(entries: readonly Entry[]): number[] {
  return entries.map(({ key }) => key);
}
