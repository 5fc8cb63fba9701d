import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readParquetManifest } from '../../src/publish/parquet/manifest.ts';
import { isWholeSite, readSiteManifest } from '../../src/publish/site/manifest.ts';
import { areIntact } from '../../src/publish/version-folder.ts';
import { filesUnder } from '../rig/folders.ts';
import { allocationsBeside, startProgram } from '../rig/program.ts';
import { openChance } from '../rig/reports/chance.ts';
import { createDatasetRig, type DatasetRig } from '../rig/service.ts';
import { type PostgresServer, startPostgres } from '../rig/warehouse/postgres-server.ts';
import { FIRST_REPORTS, LATER_REPORTS } from '../rig/warehouse/revised-reports.ts';

const PROGRAM = resolve('dist/cli/main.js');
const KILLS = 12;
/** Most of the work of so small a dataset is done by then on a slow machine. */
const LONGEST_AFTER_START_MS = 400;

let rig: DatasetRig;
let server: PostgresServer;
const chance = openChance(20_261_122);

beforeAll(async () => {
  server = await startPostgres();
  rig = createDatasetRig();
  await rig.load(FIRST_REPORTS);
});

afterAll(async () => {
  await server.stop();
  rig.remove();
});

async function publish(target: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await allocationsBeside(
    rig.folder,
    ...['publish', ...target, '--db', 'dataset.sqlite', '--json'],
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout).dataset_version;
}

/** Kills a publication at a random moment, at most `longest` ms after it has begun to work. Returns whether it was still running. */
async function killOne(
  target: readonly string[],
  hasBegun: () => Promise<boolean>,
  longest: number,
): Promise<boolean> {
  const { child, closed } = startProgram(PROGRAM, rig.folder, [
    ...['publish', ...target, '--db', 'dataset.sqlite'],
  ]);
  let isOver = false;
  closed.then(() => {
    isOver = true;
  });
  while (!isOver && !(await hasBegun())) await wait(2);
  await wait(chance.between(0, longest));
  child.kill('SIGKILL');
  return (await closed).signal === 'SIGKILL';
}

/** Publishes, adds a figure, and kills publications of the new version; `check` looks at what readers have. */
async function surviveKills(
  target: readonly string[],
  hasBegun: () => Promise<boolean>,
  check: () => Promise<void>,
): Promise<number> {
  await publish(target);
  let hits = 0;
  let longest = LONGEST_AFTER_START_MS;
  for (let count = 0; count < KILLS; count += 1) {
    const [head = '', line = ''] = (LATER_REPORTS['restated.csv'] ?? '').split('\n');
    const month = `20${chance.between(30, 79)}-0${chance.between(1, 9)}-01`;
    await rig.load({
      [`kill-${target[0]?.length}-${count}.csv`]: `${head}\n${line.replace('2024-02-01', month)}\n`,
    });
    if (await killOne(target, hasBegun, longest)) hits += 1;
    // a quick machine is done sooner
    else longest = Math.ceil(longest / 2);
    await check();
    await publish(target);
    await check();
  }
  return hits;
}

describe('a killed publication leaves a whole version in service, and the next one cleans up', () => {
  test('of Parquet files', async () => {
    const folder = join(rig.folder, 'warehouse');
    const check = async () => {
      const name = readFileSync(join(folder, 'current'), 'utf8').trim();
      expect(await areIntact(join(folder, name), readParquetManifest(folder, name).files)).toBe(true);
    };
    const hasBegun = async () => existsSync(join(folder, '.unfinished'));
    const hits = await surviveKills(['warehouse', '--format', 'parquet', '--keep', '1'], hasBegun, check);
    expect(hits).toBeGreaterThan(KILLS / 4);
    const name = readFileSync(join(folder, 'current'), 'utf8').trim();
    expect(readdirSync(folder).sort()).toEqual([name, 'current', 'published.json'].sort());
  });

  test('of a site', async () => {
    const folder = join(rig.folder, 'site');
    const current = () => readFileSync(join(folder, 'current'), 'utf8').trim();
    const check = async () => {
      expect(await isWholeSite(folder, current(), readSiteManifest(folder, current()))).toBe(true);
    };
    const hasBegun = async () => existsSync(join(folder, '.unfinished'));
    const hits = await surviveKills(['site', '--format', 'site', '--keep', '1'], hasBegun, check);
    expect(hits).toBeGreaterThan(KILLS / 4);
    const { files, shared } = readSiteManifest(folder, current());
    const own = [...files.map(({ path }) => path), 'manifest.json'].map((path) => `${current()}/${path}`);
    const site = ['current', 'index.html', 'preview.png', 'published.json'];
    expect(filesUnder(folder).map((path) => relative(folder, path))).toEqual(
      [...own, ...shared.map(({ path }) => path), ...site].sort(),
    );
  });

  test('to PostgreSQL', async () => {
    const publishers = `SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'sales-tax%'`;
    const check = async () => {
      while ((await server.ask(publishers)).length > 0) await wait(5);
      // the tables have one version, completely loaded
      const [[told, loaded] = []] = await server.ask(
        `SELECT (SELECT count(*)::int FROM sales_tax.dataset), (SELECT max(last_month)::text FROM sales_tax.report) = (SELECT max(allocation_period)::text FROM sales_tax.allocation)`,
      );
      expect([told, loaded]).toEqual([1, true]);
    };
    const hasBegun = async () => (await server.ask(publishers)).length > 0;
    const hits = await surviveKills([server.address()], hasBegun, check);
    expect(hits).toBeGreaterThan(KILLS / 4);
  });
});
