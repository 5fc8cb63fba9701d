import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { connectToService } from '../../src/client/index.ts';
import { runPipeline } from '../../src/pipeline/run.ts';
import { publishParquet } from '../../src/publish/parquet/publication.ts';
import { publishPostgres } from '../../src/publish/postgres.ts';
import { STATES } from '../../src/states/index.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { filesUnder } from '../rig/folders.ts';
import { SMALL_SIZE, writeReports } from '../rig/full-size.ts';
import { runOptionsIn } from '../rig/run-options.ts';
import { createDatasetRig, type DatasetRig, type Service, startService, TOKEN } from '../rig/service.ts';
import { askDuckDb } from '../rig/warehouse/agreement.ts';
import { type PostgresServer, startPostgres } from '../rig/warehouse/postgres-server.ts';

// One question, asked in five ways: the payments of each state and year, in cents.

let rig: DatasetRig;
let service: Service;
let server: PostgresServer;
let baseUrl: string;

beforeAll(async () => {
  rig = createDatasetRig();
  const written = join(rig.folder, 'written');
  await writeReports(written, SMALL_SIZE);
  const sample = 'fixtures/sample/reports';
  // the benchmark has no reports of these states
  const others = readdirSync(sample).filter((state) => !readdirSync(written).includes(state));
  const files = [written, ...others.map((state) => join(sample, state))].flatMap(filesUnder);
  await runPipeline({ command: 'ingest', files, ...runOptionsIn(rig.folder) });
  service = await startService(rig.database);
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  server = await startPostgres();
});

afterAll(async () => {
  await server.stop();
  await service.close();
  rig.remove();
});

const publishing = () => ({
  database: rig.database,
  keep: null,
  programVersion: 'test',
  now: () => new Date(),
});

/** The whole cents of an amount as printed in dollars. */
function centsOf(dollars: string | number | null): bigint {
  const printed = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(dollars ?? 0));
  if (!printed) throw new Error(`${dollars} is not an amount`);
  const [, sign = '', whole = '', fraction = ''] = printed;
  return BigInt(sign + whole + fraction.padEnd(2, '0'));
}

class Sums {
  readonly #cents = new Map<string, bigint>();

  add(state: string, period: string, dollars: string | number | null): void {
    const name = `${state} ${period.slice(0, 4)}`;
    this.#cents.set(name, (this.#cents.get(name) ?? 0n) + centsOf(dollars));
  }

  /** Such as `tx 2024 123456`, sorted. */
  get lines(): string[] {
    return [...this.#cents].map(([name, cents]) => `${name} ${cents}`).sort();
  }
}

/** The sums of an engine: state, year, dollars. */
function sumsOf(rows: readonly (readonly unknown[])[]): string[] {
  const sums = new Sums();
  for (const [state, year, dollars] of rows) sums.add(String(state), String(year), String(dollars));
  return sums.lines;
}

function askSqlite(): string[] {
  const dataset = openForReading(rig.database);
  try {
    return STATES.flatMap(({ code, headline }) =>
      dataset.sqlite
        .prepare<[], string>(
          `SELECT '${code} ' || substr(allocation_period, 1, 4) || ' ' || coalesce(sum(${headline}), 0)
           FROM ${code}_allocation GROUP BY substr(allocation_period, 1, 4)`,
        )
        .pluck()
        .all(),
    ).sort();
  } finally {
    dataset.close();
  }
}

async function askCsv(): Promise<string[]> {
  const sums = new Sums();
  for (const { code, headline } of STATES) {
    const answer = await fetch(
      `${baseUrl}/api/${code}/sales-tax/allocations?format=csv&fields=dates.allocation_period,${headline}`,
      { headers: { authorization: `Bearer ${TOKEN}` } },
    );
    const text = (await answer.text()).trimEnd();
    const { data } = Papa.parse<Record<string, string>>(text, { header: true });
    for (const row of data) sums.add(code, row.allocation_period ?? '', row[headline] || null);
    expect(data).toHaveLength(Number(answer.headers.get('x-total-count')));
  }
  return sums.lines;
}

const ALLOCATION = z.looseObject({ dates: z.object({ allocation_period: z.string() }) });

async function askLines(): Promise<string[]> {
  const sums = new Sums();
  const client = connectToService(baseUrl, TOKEN);
  for (const { code, headline } of STATES) {
    // each state has its own type, and all have what is read here
    const { data = '' } = await client.GET(
      `/api/${code}/sales-tax/allocations` as '/api/tx/sales-tax/allocations',
      {
        params: { query: { format: 'ndjson' } },
        parseAs: 'text',
      },
    );
    for (const line of data.split('\n').slice(0, -1)) {
      const { dates, [headline]: dollars } = ALLOCATION.parse(JSON.parse(line));
      sums.add(code, dates.allocation_period, z.number().nullable().parse(dollars));
    }
  }
  return sums.lines;
}

/** The same question for DuckDB and PostgreSQL. */
function questionOf(table: string): string {
  const payment = STATES.map(({ code, headline }) => `WHEN '${code}' THEN ${headline}`).join(' ');
  return `SELECT state, extract(year FROM allocation_period)::INTEGER AS year,
      sum(coalesce(CASE state ${payment} END, 0))::VARCHAR AS dollars FROM ${table} GROUP BY 1, 2`;
}

async function askParquet(): Promise<string[]> {
  const folder = join(rig.folder, 'warehouse');
  const { name } = await publishParquet({ ...publishing(), folder });
  const files = `read_parquet('${join(folder, name)}/state=*/allocations.parquet')`;
  return sumsOf(await askDuckDb(questionOf(files)));
}

async function askPostgres(): Promise<string[]> {
  await server.ask('CREATE DATABASE finance');
  await publishPostgres({ ...publishing(), address: server.address(undefined, 'finance') });
  return sumsOf(await server.ask(questionOf('sales_tax.allocation'), 'finance'));
}

test('the payments of each state and year are the same to the cent in all five', async () => {
  const sqlite = askSqlite();
  expect(new Set(sqlite.map((line) => line.slice(0, 2)))).toEqual(new Set(STATES.map(({ code }) => code)));
  expect(sqlite.length).toBeGreaterThan(6);
  expect(await askCsv()).toEqual(sqlite);
  expect(await askLines()).toEqual(sqlite);
  expect(await askParquet()).toEqual(sqlite);
  expect(await askPostgres()).toEqual(sqlite);
});
