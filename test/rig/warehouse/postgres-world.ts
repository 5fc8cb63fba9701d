import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { type PublishedTables, publishPostgres } from '../../../src/publish/postgres.ts';
import { createDatasetRig, type DatasetRig } from '../service.ts';
import { LOCKED_USER, type PostgresServer, startPostgres } from './postgres-server.ts';
import { FIRST_REPORTS, LATER_REPORTS } from './revised-reports.ts';

type Options = Parameters<typeof publishPostgres>[0];

/** One server for a file of tests, with a dataset and an empty database for each test. */
class PostgresWorld {
  database = '';
  private started: PostgresServer | undefined;
  private loaded: DatasetRig | undefined;
  private databases = 0;
  private ticks = 0;
  private payments = 0;

  get server(): PostgresServer {
    return required(this.started);
  }

  get rig(): DatasetRig {
    return required(this.loaded);
  }

  async start(): Promise<void> {
    this.started = await startPostgres();
    await this.server.ask(
      `CREATE ROLE analyst LOGIN; CREATE ROLE stranger LOGIN; CREATE ROLE ${LOCKED_USER} LOGIN PASSWORD 'right'`,
    );
  }

  async begin(): Promise<void> {
    this.loaded = createDatasetRig();
    await this.rig.load(FIRST_REPORTS);
    this.databases += 1;
    this.database = `d${this.databases}`;
    await this.server.ask(`CREATE DATABASE ${this.database}`);
  }

  publish(more: Partial<Options> = {}): Promise<PublishedTables> {
    this.ticks += 1;
    return publishPostgres({
      database: this.rig.database,
      address: this.server.address(undefined, this.database),
      programVersion: 'test',
      now: () => new Date(Date.UTC(2026, 10, 22) + this.ticks),
      ...more,
    });
  }

  /** Runs SQL in the database of the test. */
  ask(sql: string): Promise<unknown[][]> {
    return this.server.ask(sql, this.database);
  }

  async connected(user?: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.server.address(user, this.database) });
    client.on('error', () => undefined);
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  /** Loads a report of a month that no other has, so that the dataset has another version. */
  async grow(): Promise<void> {
    this.payments += 1;
    const [head = '', line = ''] = (LATER_REPORTS['restated.csv'] ?? '').split('\n');
    const month = `20${String(30 + this.payments)}-05-01`;
    await this.rig.load({
      [`grow-${this.payments}.csv`]: `${head}\n${line.replace('2024-02-01', month)}\n`,
    });
  }
}

/** Starts a server before the tests of a file, and stops it after them. */
export function usePostgres(): PostgresWorld {
  const world = new PostgresWorld();
  beforeAll(() => world.start());
  afterAll(() => world.server.stop());
  beforeEach(() => world.begin());
  afterEach(() => world.rig.remove());
  return world;
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the server or the dataset is not there yet');
  return value;
}
