import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { STATES } from '../../src/states/index.ts';

/** The states whose figures DuckDB derives. */
export const DERIVED_STATES = STATES.filter(({ code }) => ['ca', 'tx'].includes(code));

const SCRIPT = new URL('derivation.sql', import.meta.url);

/**
 * Makes the datapoints of both states from the CSV reports of a folder with DuckDB. Writes them into a new DuckDB file:
 * the tables `ca_allocation` and `tx_allocation`, by code and month number.
 */
export async function deriveWithDuckDb(reports: string, database: string, threads: number): Promise<void> {
  const instance = await DuckDBInstance.create(database, { threads: String(threads) });
  const connection = await instance.connect();
  await connection.run('SET VARIABLE reports = $1', [reports]);
  await connection.run(readFileSync(SCRIPT, 'utf8'));
  connection.closeSync();
  instance.closeSync();
}
