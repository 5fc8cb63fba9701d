import { getTableName } from 'drizzle-orm';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../../store/dataset.ts';
import { type DatapointFilter, readDatapoints } from '../../store/query/datapoints.ts';
import { allocationTableOf } from '../../store/schema.ts';
import type { SqlValue } from '../../store/statements.ts';
import { columnsOfState, columnsOfStates, STATE_COLUMN } from './allocation-columns.ts';
import { DECIMALS, type PublishedColumn } from './published-column.ts';
import type { StandingTable } from './standing-tables.ts';

/** A value as SQLite stores it. Integers of the standing tables are bigints, since some exceed 53 bits. */
export type StoredValue = SqlValue | bigint;

export type PublishedRows = IterableIterator<readonly StoredValue[]>;

/** The exact number of rows, and the exact sum of every amount column in cents. */
export interface Totals {
  rows: number;
  sums: Readonly<Record<string, bigint>>;
}

const EVERY_DATAPOINT: DatapointFilter = { jurisdictionIds: null, type: null, from: null, to: null };

/** Reads a state's datapoints by jurisdiction and month. Columns that the state does not have are null. */
export function readAllocationRows(
  dataset: Dataset,
  state: State,
  columns: readonly PublishedColumn[],
): PublishedRows {
  return readDatapoints(dataset, state, readFrom(state, columns), EVERY_DATAPOINT);
}

/** Some datapoints of a state under the columns of all states and `state`: a file that no folder names. */
export function namedAllocationRows(dataset: Dataset, state: State, filter: DatapointFilter) {
  const columns = readFrom(state, [STATE_COLUMN, ...columnsOfStates()]);
  // an open query would keep the dataset from closing if the file is refused
  const rows = function* () {
    yield* readDatapoints(dataset, state, columns, filter);
  };
  return { columns, rows: rows() };
}

/** The columns with the state's own SQL. */
function readFrom(state: State, columns: readonly PublishedColumn[]) {
  const own = new Map(columnsOfState(state).map(({ name, sql }) => [name, sql]));
  own.set(STATE_COLUMN.name, `'${state.code}'`);
  return columns.map(({ name, content, isRequired }) => {
    // these contents are only in standing tables
    if (content === 'revised' || content === 'time') throw new Error(`${name} is not a column of datapoints`);
    return { name, content, isRequired, sql: own.get(name) ?? 'NULL' };
  });
}

/** Reads a standing table in the order of its key. */
export function readStandingRows({ sqlite }: Dataset, { columns, from }: StandingTable): PublishedRows {
  return sqlite
    .prepare<[], StoredValue[]>(`SELECT ${columns.map(({ sql }) => sql).join(', ')} FROM ${from}`)
    .safeIntegers()
    .raw()
    .iterate();
}

/** The totals of a state's datapoints, from the stored table alone. */
export function totalsOf({ sqlite }: Dataset, state: State): Totals {
  const amounts = columnsOfState(state).filter(({ content }) => content === 'amount');
  const sums = amounts.map(({ name }) => `coalesce(sum(${name}), 0)`);
  const [rows = 0n, ...values] =
    sqlite
      .prepare<[], bigint[]>(
        `SELECT ${['count(*)', ...sums].join(', ')} FROM ${getTableName(allocationTableOf(state))}`,
      )
      .safeIntegers()
      .raw()
      .get() ?? [];
  return {
    rows: Number(rows),
    sums: Object.fromEntries(amounts.map(({ name }, at) => [name, values[at] ?? 0n])),
  };
}

/** Writes a stored integer as a decimal number: 123456 cents are `1234.56`. */
export function decimalText(stored: number | bigint, content: PublishedColumn['content']): string {
  const places = DECIMALS[content] ?? 0;
  const text = String(stored);
  if (places === 0) return text;
  const digits = (text.startsWith('-') ? text.slice(1) : text).padStart(places + 1, '0');
  const sign = text.startsWith('-') ? '-' : '';
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
