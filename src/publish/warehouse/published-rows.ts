import { getTableName } from 'drizzle-orm';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../../store/dataset.ts';
import { readDatapoints } from '../../store/query/datapoints.ts';
import { allocationTableOf } from '../../store/schema.ts';
import type { SqlValue } from '../../store/statements.ts';
import { columnsOfState } from './allocation-columns.ts';
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

/** Reads a state's datapoints by jurisdiction and month. Columns that the state does not have are null. */
export function readAllocationRows(
  dataset: Dataset,
  state: State,
  columns: readonly PublishedColumn[],
): PublishedRows {
  const own = new Map(columnsOfState(state).map((column) => [column.name, column]));
  const selected = columns.map(({ name, content }) => {
    const column = own.get(name);
    // these contents are only in standing tables
    if (content === 'revised' || content === 'time') throw new Error(`${name} is not a column of datapoints`);
    return { name, content, sql: column?.sql ?? 'NULL' };
  });
  return readDatapoints(dataset, state, selected, {
    jurisdictionIds: null,
    type: null,
    from: null,
    to: null,
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
