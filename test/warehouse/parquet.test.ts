import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromUrl, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cents } from '../../src/domain/money.ts';
import { openOfferedFiles } from '../../src/publish/parquet/offered-files.ts';
import { type PublishedParquet, publishParquet } from '../../src/publish/parquet/publication.ts';
import { recordTables } from '../../src/publish/warehouse/published-tables.ts';
import { STATE_CODES } from '../../src/states/index.ts';
import { allocationsBeside, endServers, serve } from '../rig/program.ts';
import { createDatasetRig, type DatasetRig, startService } from '../rig/service.ts';
import { askDuckDb, countDiffering } from '../rig/warehouse/agreement.ts';
import { FIRST_REPORTS, LATER_REPORTS } from '../rig/warehouse/revised-reports.ts';

/** Of the Texas city. */
const budgetOf = (cents: number) => ({
  ...{ state: 'tx', code: '2999001', fiscalYear: '2023-24', note: 'adopted' },
  amount: cents as Cents,
});

let rig: DatasetRig;
let folder: string;
let first: PublishedParquet;
let place: string;

let ticks = 0;
const options = (keep: number | null = null) => ({
  database: rig.database,
  folder,
  keep,
  programVersion: 'test',
  now: () => new Date(Date.UTC(2026, 10, 22) + ticks++),
});
const pointer = () => readFileSync(join(folder, 'current'), 'utf8').trim();
const parquet = (path: string) => `read_parquet('${join(place, path)}')`;

beforeAll(async () => {
  rig = createDatasetRig();
  folder = join(rig.folder, 'warehouse');
  await rig.load(FIRST_REPORTS);
  await rig.load(LATER_REPORTS);
  first = await publishParquet(options());
  place = join(folder, first.name);
});

afterAll(async () => {
  await endServers();
  rig.remove();
});

describe('the Parquet files', () => {
  test.each(STATE_CODES)('of %s have every cell of the dataset, as DuckDB reads them', async (code) => {
    const published = parquet(`state=${code}/allocations.parquet`);
    expect(await countDiffering(rig.database, code, published)).toBe(0);
  });

  test('of all states have the same columns, so that none is lost when they are read together', async () => {
    const columns = (path: string) =>
      askDuckDb(`DESCRIBE FROM read_parquet('${join(place, path)}', hive_partitioning = false)`);
    const [one, ...others] = await Promise.all(
      STATE_CODES.map((code) => columns(`state=${code}/allocations.parquet`)),
    );
    for (const other of others) expect(other).toEqual(one);
    const types = new Map(one?.map(([name, type]) => [name, type]));
    expect(types.get('net_payment')).toBe('DECIMAL(18,2)');
    expect(types.get('delta_net_payment')).toBe('DECIMAL(18,6)');
    expect(types.get('allocation_period')).toBe('DATE');
    // the folder gives the state; a column of the same name makes some engines fail
    expect(types.has('state')).toBe(false);
  });

  test('read together give each state its own rows', async () => {
    const rows = await askDuckDb(
      `SELECT state, count(*)::INT, sum(net_payment) FROM read_parquet('${place}/state=*/allocations.parquet') GROUP BY ALL ORDER BY ALL`,
    );
    // -0.01 + 9,999,999,999.99 + 1.75 + 3; Texas keeps two percent: 0.98 × (1,000.10 + 2,000 + 1,500)
    expect(rows).toContainEqual(['ca', 4, '10000000004.73']);
    expect(rows).toContainEqual(['tx', 3, '4410.10']);
  });

  test('say which version they are, and are those of the manifest', async () => {
    const { manifest } = first;
    expect(JSON.parse(readFileSync(join(place, 'manifest.json'), 'utf8'))).toEqual(manifest);
    expect(manifest.files.map(({ path }) => path)).toEqual([
      ...STATE_CODES.map((code) => `state=${code}/allocations.parquet`),
      ...recordTables().map(({ plural }) => `${plural}.parquet`),
    ]);
    for (const { path, rows } of manifest.files) {
      expect(await askDuckDb(`SELECT count(*)::INT FROM ${parquet(path)}`)).toEqual([[rows]]);
      const metadata = `SELECT decode(value) FROM parquet_kv_metadata('${join(place, path)}') WHERE key = 'dataset_version'`;
      expect(await askDuckDb(metadata)).toEqual([[manifest.dataset_version]]);
    }
    const texas = manifest.files.find(({ state }) => state === 'tx');
    expect(texas?.sums.net_payment).toBe('4410.10');
    expect(manifest.schema.allocation?.find(({ name }) => name === 'net_payment')).toMatchObject({
      type: 'numeric(18,2)',
      unit: 'US dollars',
    });
  });
});

describe('a publication', () => {
  test('with another budget is new', async () => {
    const inFolder = { ...options(), folder: join(rig.folder, 'budgeted') };
    const budgeted = (cents: number) => publishParquet({ ...inFolder, budgets: [budgetOf(cents)] });
    const { name, isNew } = await budgeted(120_000);
    expect(isNew).toBe(true);
    // without a whole year before, every month has a twelfth; five months of the year from October are known
    expect(
      await askDuckDb(
        `SELECT jurisdiction_name, budget, budget_to_date, budget_note
         FROM read_parquet('${join(inFolder.folder, name, 'projections.parquet')}') WHERE budget IS NOT NULL`,
      ),
    ).toEqual([['=Place("A")', '1200.00', '500.00', 'adopted']]);
    expect(await budgeted(120_000)).toMatchObject({ name, isNew: false });
    expect(await budgeted(130_000)).toMatchObject({ name: `${name}.2`, isNew: true });
  });

  test('replaces a damaged one under another name, and keeps as many as told', async () => {
    truncateSync(join(place, 'jurisdictions.parquet'), 100);
    const again = await publishParquet(options());
    expect(again).toMatchObject({ name: `${first.name}.2`, isNew: true });
    const kept = await publishParquet(options(1));
    expect(kept.removed).toEqual([first.name]);
    expect(readdirSync(folder).sort()).toEqual([pointer(), 'current', 'published.json'].sort());
    place = join(folder, kept.name);
  });

  test('refuses the folder of a site', async () => {
    const site = join(rig.folder, 'site');
    mkdirSync(site);
    writeFileSync(join(site, 'published.json'), JSON.stringify({ format: 1, kind: 'site', versions: [] }));
    await expect(publishParquet({ ...options(), folder: site })).rejects.toThrow(/is a folder of a site/);
  });
});

describe('the service', () => {
  test('offers the files in parts, and a reader of Parquet gets the figures from them', async () => {
    const { address } = await serve(
      rig.folder,
      '--db',
      'dataset.sqlite',
      '--files',
      'warehouse',
      '--no-auth',
    );
    const url = `${address}/files/state=tx/allocations.parquet`;
    const read: (string | null)[] = [];
    const file = await asyncBufferFromUrl({
      url,
      fetch: (input, init) => {
        read.push(new Headers(init?.headers).get('range'));
        return fetch(input, init);
      },
    });
    const rows = await parquetReadObjects({ file, columns: ['name', 'net_payment'] });
    expect(rows.map(({ net_payment }) => net_payment)).toEqual([980.1, 1470, 1960]);
    expect(read.filter((range) => range !== null).length).toBeGreaterThan(0);
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(whole.equals(readFileSync(join(place, 'state=tx/allocations.parquet')))).toBe(true);
    const manifest = await fetch(`${address}/files/manifest.json`);
    expect(manifest.headers.get('dataset-version')).toBe(JSON.parse(await manifest.text()).dataset_version);
  });

  test('follows the pointer, and offers a version by its name as long as it is kept', async () => {
    const service = await startService(rig.database, { findFile: openOfferedFiles(folder) });
    const old = pointer();
    const before = await service.get('/files/manifest.json');
    await rig.load({ 'tx.csv': FIRST_REPORTS['detail.csv']?.replace('2024-02-01', '2024-03-01') ?? '' });
    await publishParquet(options());
    await new Promise((done) => setTimeout(done, 40));
    const after = await service.get('/files/manifest.json');
    expect(after.headers['dataset-version']).not.toBe(before.headers['dataset-version']);
    const pinned = await service.get(`/files/${old}/manifest.json`);
    expect(pinned.body).toBe(before.body);
    expect(pinned.headers['cache-control']).toContain('immutable');
    await publishParquet(options(1));
    await new Promise((done) => setTimeout(done, 40));
    expect((await service.get(`/files/${old}/manifest.json`)).statusCode).toBe(404);
    await service.close();
  });

  test('does not start without a publication', async () => {
    const { status, stderr } = await allocationsBeside(
      rig.folder,
      ...['serve', '--db', 'dataset.sqlite', '--no-auth', '--port', '0', '--files', 'nowhere'],
    );
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('allocations publish nowhere --format parquet'),
    });
  });
});
