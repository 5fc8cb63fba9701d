import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { OperatorError } from '../../../src/domain/operator-error.ts';
import { STATE_CODES } from '../../../src/states/index.ts';
import { askDuckDb, compareCells, csvRelation } from '../../rig/warehouse/agreement.ts';
import { copyOut } from '../../rig/warehouse/copy-out.ts';
import { findPrograms, type PostgresServer, startPostgres } from '../../rig/warehouse/postgres-server.ts';
import { programJob, runJob } from '../job.ts';
import { measureInTurn, timeRatio } from '../measurement.ts';
import { timed } from '../progress.ts';
import { type Bench, fullDataset, type PartResult } from './bench.ts';

/** Aim in MiB. */
const MEMORY_LIMIT = 330;
const DISAGREED = 1;
const DATABASE = 'bench';

/** Measures publishing the full dataset. Fails if a cell or a sum differs from the dataset. */
export async function measureWarehouse(bench: Bench): Promise<PartResult> {
  const { place } = await fullDataset(bench);
  const server = await startPostgres();
  try {
    return await measureWith(bench, place.database, server);
  } finally {
    await server.stop();
  }
}

async function measureWith(bench: Bench, database: string, server: PostgresServer): Promise<PartResult> {
  const folder = join(bench.scratch, 'parquet');
  const tables = join(bench.scratch, 'tables');
  const address = server.address(undefined, DATABASE);
  // psql needs the rows before its first round
  await emptyDatabase(server);
  await publish('PostgreSQL', [address], database);
  mkdirSync(tables, { recursive: true });
  for (const code of STATE_CODES)
    await copyOut(address, `SELECT * FROM sales_tax.${code}_allocation`, csvOf(tables, code));
  const script = await writeScript(server, tables);
  const [parquet, postgres, copy] = await measureInTurn(
    [
      {
        what: 'allocations publish --format parquet',
        run: () => {
          rmSync(folder, { recursive: true, force: true });
          return publish('Parquet', [folder, '--format', 'parquet'], database);
        },
      },
      {
        what: 'allocations publish postgres://',
        run: async () => {
          await emptyDatabase(server);
          return publish('PostgreSQL', [address], database);
        },
      },
      {
        what: 'psql \\copy of the same datapoints, with the same keys and indexes',
        run: async () => {
          const psql = join(findPrograms(), 'psql');
          return runJob({
            what: 'psql',
            command: [psql, '-q', '-v', 'ON_ERROR_STOP=1', '-f', script, address],
          });
        },
      },
    ],
    bench.rounds,
  );
  if (!parquet || !postgres || !copy) throw new Error('Nothing was measured');
  const version = join(folder, readFileSync(join(folder, 'current'), 'utf8').trim());
  const { result: notes } = await timed('comparing every cell', async () => [
    await requireSameCells(database, 'Parquet', (code) => parquetOf(version, code)),
    await requireSameCells(database, 'PostgreSQL', (code) => csvRelation(csvOf(tables, code))),
    await requireSameSums(database, version, server),
  ]);
  return {
    title: 'Publishing the full dataset',
    measurements: [parquet, postgres, copy],
    ratios: {
      'parquet-memory': (parquet.peakMb?.median ?? Number.NaN) / MEMORY_LIMIT,
      'postgres-to-copy': timeRatio(postgres, copy),
    },
    notes,
  };
}

function publish(what: string, target: readonly string[], database: string) {
  return runJob(programJob(what, ['publish', ...target, '--db', database, '--json']));
}

async function emptyDatabase(server: PostgresServer): Promise<void> {
  await server.ask(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await server.ask(`CREATE DATABASE ${DATABASE}`);
}

function csvOf(folder: string, code: string): string {
  return resolve(folder, `${code}.csv`);
}

function parquetOf(version: string, code: string): string {
  return `read_parquet('${join(version, `state=${code}/allocations.parquet`)}')`;
}

/** Writes what psql does: the tables of the version again, in a schema of their own. */
async function writeScript(server: PostgresServer, tables: string): Promise<string> {
  const columns = await server.ask(
    `SELECT relname, string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' ORDER BY attnum)
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
     WHERE relnamespace = 'sales_tax'::regnamespace AND relname LIKE '%\\_allocation' GROUP BY 1`,
    DATABASE,
  );
  if (columns.length !== STATE_CODES.length)
    throw new Error('psql would copy other tables than those of the states');
  const script = join(tables, 'copy.sql');
  const lines = columns.flatMap(([name, definition]) => {
    const table = `again.${name}`;
    const file = csvOf(tables, String(name).slice(0, 2));
    return [
      `CREATE TABLE ${table} (${definition});`,
      `\\copy ${table} FROM '${file}' WITH (FORMAT csv, HEADER, NULL '\\N')`,
      `ALTER TABLE ${table} ADD PRIMARY KEY (jurisdiction_id, allocation_period);`,
      `CREATE INDEX ON ${table} (allocation_period, jurisdiction_id);`,
    ];
  });
  writeFileSync(
    script,
    ['DROP SCHEMA IF EXISTS again CASCADE;', 'CREATE SCHEMA again;', ...lines, ''].join('\n'),
  );
  return script;
}

/** Returns a sentence on the agreement. Throws if a cell differs. */
async function requireSameCells(
  database: string,
  what: string,
  relationOf: (code: string) => string,
): Promise<string> {
  let cells = 0;
  for (const code of STATE_CODES) {
    const agreement = await compareCells(database, code, relationOf(code));
    if (agreement.differing > 0)
      throw new OperatorError(`${agreement.differing} rows of ${code} in ${what} differ`, DISAGREED);
    cells += agreement.cells;
  }
  return `All ${cells} cells of the datapoints in ${what} are those of the dataset.`;
}

type YearSum = readonly [state: string, year: number, dollars: string];

/** One question to each: the payments of a state and year, to the cent. Throws if the answers differ. */
async function requireSameSums(database: string, version: string, server: PostgresServer): Promise<string> {
  const ours = sumsOfDataset(database);
  const question = `SELECT state, extract(year FROM allocation_period)::int AS year, sum(net_payment)::text`;
  const order = 'GROUP BY 1, 2 ORDER BY 1, 2';
  const files = `read_parquet('${version}/state=*/allocations.parquet')`;
  const answers = {
    'Parquet, by DuckDB': await askDuckDb(`${question} FROM ${files} ${order}`),
    PostgreSQL: await server.ask(`${question} FROM sales_tax.allocation ${order}`, DATABASE),
  };
  for (const [what, answer] of Object.entries(answers))
    if (!isDeepStrictEqual(answer, ours))
      throw new OperatorError(`The payments by state and year in ${what} differ from the dataset`, DISAGREED);
  return `The payments of ${ours.length} states and years are the same in SQLite, Parquet and PostgreSQL.`;
}

function sumsOfDataset(database: string): YearSum[] {
  const sqlite = new Database(database, { readonly: true });
  try {
    return STATE_CODES.flatMap((code) =>
      sqlite
        .prepare<[], [number, number]>(
          `SELECT CAST(substr(allocation_period, 1, 4) AS INTEGER), sum(net_payment) FROM ${code}_allocation GROUP BY 1 ORDER BY 1`,
        )
        .raw()
        .all()
        .map(([year, cents]): YearSum => [code, year, (cents / 100).toFixed(2)]),
    );
  } finally {
    sqlite.close();
  }
}
