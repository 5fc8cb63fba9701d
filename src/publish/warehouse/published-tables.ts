import { hash } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import type { Budget } from '../../domain/allocation.ts';
import { monthIndex, monthOfDate } from '../../domain/month.ts';
import { flatColumns, type StoredValue } from '../../records/description.ts';
import { UNIT_NAMES } from '../../records/files/file-table.ts';
import { RECORDS } from '../../records/index.ts';
import { EVERYTHING, type RecordList } from '../../records/list.ts';
import { openJudgments } from '../../records/queries/judgments.ts';
import { fileColumn, storedValue, tableOf } from '../../records/table.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../../store/dataset.ts';
import { type DatapointFilter, readDatapoints } from '../../store/query/datapoints.ts';
import { type DatasetView, openReader } from '../../store/query/view.ts';
import { allocationTableOf } from '../../store/schema.ts';
import {
  type AllocationColumn,
  columnsOfState,
  columnsOfStates,
  DATAPOINT_KEY,
  JUDGED,
  type PublishedColumn,
  STATE_COLUMN,
  sqlType,
} from './published-columns.ts';

/** The exact number of rows, and the exact sum of every amount column in cents. */
export interface Totals {
  rows: number;
  sums: Readonly<Record<string, bigint>>;
}

export interface PublishedTable {
  /** Its name in PostgreSQL. */
  name: string;
  /** A sentence without its full stop. */
  meaning: string;
  columns: readonly PublishedColumn[];
  /** The columns that identify a row. */
  key: readonly string[];
  /** The columns of each further index. */
  indexes: readonly (readonly string[])[];
  rows(dataset: Dataset): Iterable<readonly StoredValue[]>;
  /** What the dataset has. `null` if the table has no counterpart to count. */
  totals(dataset: Dataset): Totals | null;
}

export interface RecordTable extends PublishedTable {
  /** The name of its Parquet file. */
  plural: string;
}

/** The tables of the records whose descriptions say that they are published. */
export function recordTables(
  records: readonly RecordList[] = RECORDS,
  budgets: readonly Budget[] = [],
): RecordTable[] {
  return records.flatMap(({ description, find }) => {
    const { name, one, published, filters } = description;
    if (!published) return [];
    const { key, meaning, indexes = [] } = published;
    // a list of one state is published for all of them
    const questions = filters.state?.isRequired ? STATES.map(({ code }) => ({ state: code })) : [{}];
    const read = (dataset: Dataset) => {
      const view = viewOf(dataset);
      const found = questions.map((asked) => find(view, asked, EVERYTHING, { budgets: () => budgets }));
      return { view, found };
    };
    const columns = flatColumns(description.members).map(fileColumn);
    const names = columns.map((column) => column.name);
    return {
      ...{ name: one, plural: name, meaning, columns, key, indexes },
      *rows(dataset: Dataset) {
        const { view, found } = read(dataset);
        for (const part of found) yield* tableOf(description, view, part, names).rows();
      },
      totals: (dataset: Dataset) => ({
        rows: read(dataset).found.reduce((rows, { total }) => rows + total, 0),
        sums: {},
      }),
    };
  });
}

const EVERY_DATAPOINT: DatapointFilter = { jurisdictionIds: null, type: null, from: null, to: null };

/** The table of a state's datapoints, by jurisdiction and month. Columns that the state does not have are null. */
export function allocationTable(
  state: State,
  columns: readonly PublishedColumn[] = columnsOfState(state),
): PublishedTable {
  return {
    name: `${state.code}_allocation`,
    meaning: `Datapoints of ${state.name}: one jurisdiction in one month`,
    columns,
    key: DATAPOINT_KEY,
    indexes: [[...DATAPOINT_KEY].reverse()],
    rows: (dataset) => judgedDatapoints(viewOf(dataset), state, readFrom(state, columns), EVERY_DATAPOINT),
    totals: (dataset) => totalsOf(dataset, state),
  };
}

/** The table of all datapoints, with the columns of all states and `state`. */
export function allocationOfStates(): PublishedTable {
  const columns = [STATE_COLUMN, ...columnsOfStates()];
  const tables = STATES.map((state) => allocationTable(state, columns));
  return {
    name: 'allocation',
    meaning: 'Datapoints of all states. Columns that a state does not have are null',
    columns,
    key: DATAPOINT_KEY,
    indexes: [['state', ...DATAPOINT_KEY.toReversed()]],
    *rows(dataset) {
      for (const table of tables) yield* table.rows(dataset);
    },
    totals: (dataset) => {
      const sums: Record<string, bigint> = {};
      let rows = 0;
      for (const ofState of STATES.map((state) => totalsOf(dataset, state))) {
        rows += ofState.rows;
        for (const [name, sum] of Object.entries(ofState.sums)) sums[name] = (sums[name] ?? 0n) + sum;
      }
      return { rows, sums };
    },
  };
}

/** Some datapoints of a state under the columns of all states and `state`: a file that no folder names. */
export function namedAllocationRows(view: DatasetView, state: State, filter: DatapointFilter) {
  const columns = readFrom(state, [STATE_COLUMN, ...columnsOfStates()]);
  return { columns, rows: () => judgedDatapoints(view, state, columns, filter) };
}

/** Reads datapoints as `readDatapoints` does, and adds what no table stores. */
export function* judgedDatapoints(
  view: DatasetView,
  state: State,
  columns: readonly AllocationColumn[],
  filter: DatapointFilter,
): Generator<StoredValue[]> {
  const [idAt = 0, periodAt = 0] = DATAPOINT_KEY.map((key) => columns.findIndex(({ name }) => name === key));
  const added = columns.flatMap(({ name }, at) => {
    const column = JUDGED.get(name);
    return column ? [{ at, column }] : [];
  });
  const judge = openJudgments(view, state);
  const rows: Iterable<StoredValue[]> = readDatapoints(view.dataset, state, columns, filter);
  for (const row of rows) {
    const subject = view.jurisdictions.get(Number(row[idAt]));
    if (!subject) throw new Error(`no jurisdiction ${row[idAt]}`);
    const judged = judge(subject, monthIndex(monthOfDate(String(row[periodAt]))));
    for (const { at, column } of added) row[at] = storedValue(column, judged);
    yield row;
  }
}

function viewOf(dataset: Dataset): DatasetView {
  return openReader(dataset).read((present) => present);
}

/** The columns with the state's own SQL. */
function readFrom(state: State, columns: readonly PublishedColumn[]) {
  const own = new Map(columnsOfState(state).map(({ name, sql }) => [name, sql]));
  own.set(STATE_COLUMN.name, `'${state.code}'`);
  return columns.map((column) => ({ ...column, sql: own.get(column.name) ?? 'NULL' }));
}

/** The totals of a state's datapoints, from the stored table alone. */
function totalsOf({ sqlite }: Dataset, state: State): Totals {
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

/** A column as a manifest and the documents describe it. */
export interface DescribedColumn {
  name: string;
  type: string;
  /** `null` if the values need none. */
  unit: string | null;
  meaning: string;
}

export function describeSchema(
  tables: readonly RecordTable[] = recordTables(),
): Record<string, DescribedColumn[]> {
  return {
    allocation: columnsOfStates().map(describeColumn),
    ...Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map(describeColumn)])),
  };
}

function describeColumn({ name, content, meaning }: PublishedColumn): DescribedColumn {
  return { name, type: sqlType(content), unit: UNIT_NAMES[content], meaning };
}

/** Changes when a registered budget changes. */
export function budgetsFingerprint(budgets: readonly Budget[] = []): string {
  return hash('sha256', JSON.stringify(budgets));
}

/** Changes when a state, a table or a column of the published schema changes. */
export function schemaFingerprint(tables: readonly RecordTable[] = recordTables()): string {
  return hash('sha256', JSON.stringify([STATES.map(({ code }) => code), describeSchema(tables)]));
}
