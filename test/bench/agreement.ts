import { readFileSync } from 'node:fs';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import Database from 'better-sqlite3';
import { DERIVED_PREFIXES } from '../../src/domain/allocation.ts';
import { monthAt } from '../../src/domain/month.ts';
import { STATES } from '../../src/states/index.ts';

/** The states whose figures DuckDB derives. */
export const DERIVED_STATES = STATES.filter(({ code }) => ['ca', 'tx'].includes(code));
const SCRIPT = new URL('derivation.sql', import.meta.url);
const DIFFERENCES_TOLD = 20;

export interface Agreement {
  datapoints: number;
  figures: number;
  differing: number;
  /** The first differences: `ca 19050 2024-05 net_payment: ours 5, DuckDB's 6`; `undefined` if there is no datapoint. */
  differences: string[];
}

/**
 * Makes the datapoints of both states from the CSV reports of a folder with DuckDB. Writes them into a new DuckDB file:
 * the tables `ca_allocation` and `tx_allocation`, by code and month number.
 */
export async function deriveWithDuckDb(reports: string, database: string, threads: number): Promise<void> {
  await withDuckDb(database, { threads: String(threads) }, async (connection) => {
    await connection.run('SET VARIABLE reports = $1', [reports]);
    await connection.run(readFileSync(SCRIPT, 'utf8'));
  });
}

/** Compares every figure and derived figure of a dataset with a DuckDB file of `deriveWithDuckDb`. */
export async function compareWithDuckDb(dataset: string, database: string): Promise<Agreement> {
  const all: Agreement = { datapoints: 0, figures: 0, differing: 0, differences: [] };
  const sqlite = new Database(dataset, { readonly: true });
  await withDuckDb(database, { access_mode: 'READ_ONLY' }, async (connection) => {
    for (const { code: state, fields } of DERIVED_STATES) {
      const prefixes = ['', ...Object.values(DERIVED_PREFIXES)];
      const columns = prefixes.flatMap((prefix) => fields.map(({ name }) => `${prefix}${name}`));
      const ours = sqlite
        .prepare<[], unknown[]>(
          `SELECT sales_tax_id, substr(allocation_period, 1, 7), ${columns.join(', ')}
           FROM ${state}_allocation JOIN jurisdiction ON jurisdiction.id = jurisdiction_id`,
        )
        .raw()
        .all();
      const theirs = await connection.runAndReadAll(
        `SELECT code, month, ${columns.map((column) => `${column}::DOUBLE`).join(', ')} FROM ${state}_allocation`,
      );
      const named = theirs
        .getRows()
        .map(([code, month, ...figures]) => [code, monthAt(Number(month)), ...figures]);
      compareRows(`${state} `, columns, ours, named, all);
    }
  });
  sqlite.close();
  return all;
}

/** Compares rows of a code, a month and figures. Changes may differ by `tolerance` in their last digit. */
export function compareRows(
  state: string,
  columns: readonly string[],
  ours: readonly unknown[][],
  theirs: readonly unknown[][],
  all: Agreement,
  tolerance = 0,
): void {
  const byDatapoint = (rows: readonly unknown[][]) =>
    new Map(rows.map(([code, month, ...figures]) => [`${state}${code} ${month}`, figures]));
  const [own, other] = [byDatapoint(ours), byDatapoint(theirs)];
  if (other.size < theirs.length) throw new Error('DuckDB has a datapoint twice');
  for (const datapoint of new Set([...own.keys(), ...other.keys()])) {
    all.datapoints += 1;
    columns.forEach((column, at) => {
      const [one, two] = [own.get(datapoint)?.[at], other.get(datapoint)?.[at]];
      all.figures += 1;
      if (one === two && one !== undefined) return;
      if (typeof one === 'number' && Math.abs(one - Number(two ?? Number.NaN)) <= tolerance) return;
      all.differing += 1;
      if (all.differences.length < DIFFERENCES_TOLD)
        all.differences.push(`${datapoint} ${column}: ours ${one}, DuckDB's ${two}`);
    });
  }
}

/** Opens a DuckDB file, and closes it again. */
export async function withDuckDb(
  database: string,
  options: Record<string, string>,
  act: (connection: DuckDBConnection) => Promise<void>,
): Promise<void> {
  const instance = await DuckDBInstance.create(database, options);
  const connection = await instance.connect();
  try {
    await act(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
