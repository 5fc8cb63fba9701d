import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'better-sqlite3';
import { DERIVED_PREFIXES } from '../../../src/domain/allocation.ts';
import { stateOf } from '../../../src/states/index.ts';
import { kindColumnPrefix } from '../../../src/store/allocation-columns.ts';

/** Runs SQL in an empty DuckDB, and returns the rows of the last statement. */
export async function askDuckDb(...statements: string[]): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:', {
    // the tests ask nothing of other machines
    autoinstall_known_extensions: 'false',
    threads: '2',
  });
  const connection = await instance.connect();
  try {
    let rows: unknown[][] = [];
    for (const statement of statements) rows = (await connection.runAndReadAll(statement)).getRowsJson();
    return rows;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** A column to compare: its name in both tables, and how many stored units one published unit is; `null` for texts. */
interface ComparedColumn {
  name: string;
  scale: number | null;
  sql: string;
}

/**
 * Compares every cell of a state's datapoints with those of a published relation. Returns how many rows of either one the
 * other lacks.
 */
export async function countDiffering(
  database: string,
  code: string,
  published: string,
  ask: (sql: string) => Promise<unknown[][]> = askDuckDb,
): Promise<number> {
  const columns = storedColumns(code);
  const sqlite = new Database(database, { readonly: true });
  const ours = sqlite
    .prepare<[], unknown[]>(
      `SELECT ${columns.map(({ sql }) => sql).join()} FROM ${code}_allocation AS a JOIN jurisdiction AS j ON j.id = a.jurisdiction_id`,
    )
    .raw()
    .all();
  sqlite.close();
  const texts = await ask(`SELECT ${columns.map(({ name }) => `${name}::VARCHAR`).join()} FROM ${published}`);
  const theirs = texts.map((row) =>
    columns.map(({ scale }, at) =>
      scale === null || row[at] === null ? row[at] : Math.round(Number(row[at]) * scale),
    ),
  );
  const counts = new Map<string, number>();
  const add = (rows: unknown[][], step: number) => {
    for (const row of rows.map((cells) => JSON.stringify(cells)))
      counts.set(row, (counts.get(row) ?? 0) + step);
  };
  add(ours, 1);
  add(theirs, -1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

/** Every column of a state's datapoints, as the dataset stores them. Written without the code that publishes. */
function storedColumns(code: string): ComparedColumn[] {
  const state = stateOf(code);
  const column = (name: string, scale: number | null, sql = `a.${name}`) => ({ name, scale, sql });
  const figures = state.fields.flatMap(({ name, unit }) => {
    const scale = unit === 'amount' ? 100 : 1_000_000;
    const { deltas, trends, ytd } = DERIVED_PREFIXES;
    return [
      column(name, scale),
      column(`${deltas}${name}`, 1_000_000),
      column(`${trends}${name}`, scale),
      column(`${ytd}${name}`, scale),
    ];
  });
  const places = state.kinds.flatMap(({ name }) => {
    const prefix = kindColumnPrefix(name);
    const report = (what: string) => `(SELECT ${what} FROM report WHERE id = a.${prefix}_report_id)`;
    return [
      column(`${prefix}_file`, null, report('file_name')),
      column(`${prefix}_sha256`, null, report('sha256')),
      column(`${prefix}_sheet`, null),
      column(`${prefix}_row`, 1),
    ];
  });
  return [
    ...['jurisdiction_id', 'quarter'].map((name) => column(name, 1)),
    ...['allocation_period', 'revenue_period', 'sales_period'].map((name) => column(name, null)),
    ...['sales_tax_id', 'name', 'type', 'county'].map((name) => column(name, null, `j.${name}`)),
    column('sales_tax_rate', 1_000_000, 'j.sales_tax_rate'),
    ...figures,
    ...places,
  ];
}
