import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { NULL_TEXT, storedColumns, writeStored } from './stored-table.ts';

/** The result of comparing a published table with the dataset. */
export interface CellAgreement {
  rows: number;
  cells: number;
  /** Rows of either table that the other one lacks. */
  differing: number;
}

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

/** The relation of a CSV file whose values are all texts. */
export function csvRelation(file: string): string {
  return `read_csv('${file}', header = true, all_varchar = true, nullstr = '${NULL_TEXT}', quote = '"', escape = '"', delim = ',')`;
}

/**
 * Compares every cell of a state's datapoints with the dataset. `published` is a relation of DuckDB with decimal
 * numbers, or with their texts.
 */
export async function compareCells(
  database: string,
  code: string,
  published: string,
): Promise<CellAgreement> {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-cells-'));
  try {
    const file = join(folder, 'stored.csv');
    const rows = writeStored(database, code, file);
    const columns = storedColumns(code);
    const theirs = columns.map(({ name, scale }) =>
      scale === null
        ? `${name}::VARCHAR AS ${name}`
        : `(${name}::DECIMAL(24, 6) * ${scale})::DECIMAL(30, 6)::HUGEINT AS ${name}`,
    );
    const ours = columns.map(({ name, scale }) => (scale === null ? name : `${name}::HUGEINT AS ${name}`));
    const [[differing] = []] = await askDuckDb(
      `CREATE TABLE ours AS SELECT ${ours.join(', ')} FROM ${csvRelation(file)}`,
      `CREATE TABLE theirs AS SELECT ${theirs.join(', ')} FROM ${published}`,
      `SELECT (SELECT count(*) FROM (FROM ours EXCEPT ALL FROM theirs)) + (SELECT count(*) FROM (FROM theirs EXCEPT ALL FROM ours))`,
    );
    return { rows, cells: rows * columns.length, differing: Number(differing) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
