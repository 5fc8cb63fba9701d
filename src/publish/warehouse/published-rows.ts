import { getTableName } from 'drizzle-orm';
import type { StoredValue } from '../../records/description.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../../store/dataset.ts';
import { type DatapointFilter, readDatapoints } from '../../store/query/datapoints.ts';
import { allocationTableOf } from '../../store/schema.ts';
import { columnsOfState, columnsOfStates, STATE_COLUMN } from './allocation-columns.ts';
import type { PublishedColumn } from './published-column.ts';

export type PublishedRows = Iterable<readonly StoredValue[]>;

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
  return { columns, rows: () => readDatapoints(dataset, state, columns, filter) };
}

/** The columns with the state's own SQL. */
function readFrom(state: State, columns: readonly PublishedColumn[]) {
  const own = new Map(columnsOfState(state).map(({ name, sql }) => [name, sql]));
  own.set(STATE_COLUMN.name, `'${state.code}'`);
  return columns.map((column) => ({ ...column, sql: own.get(column.name) ?? 'NULL' }));
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
