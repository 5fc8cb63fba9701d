import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { rebuildDataset } from '../../src/pipeline/rebuild.ts';
import { exportToFile } from '../../src/publish/table.ts';
import { columnsOfState } from '../../src/publish/warehouse/published-columns.ts';
import { listingOf } from '../../src/records/listings.ts';
import { STATES } from '../../src/states/index.ts';
import type { State } from '../../src/states/state.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { readDatapoints } from '../../src/store/query/datapoints.ts';
import { loadedReportsOf } from '../fixtures/loaded-case.ts';
import { createPipelineRig, differences, type PipelineRig } from '../rig/pipeline-rig.ts';
import { startService } from '../rig/service.ts';
import { faultsOf } from '../rig/verify.ts';
import { SMALL_STATES } from './small-states.ts';
import { totalsOnly } from './totals-only/state.ts';

vi.mock('../../src/states/list.ts', async (original) => {
  const { STATES } = await original<typeof import('../../src/states/list.ts')>();
  const { SMALL_STATES } = await import('./small-states.ts');
  return { STATES: [...STATES, ...SMALL_STATES.map(({ state }) => state)] };
});
vi.mock('../../src/domain/package-file.ts', async (original) => {
  const { packageFile } = await original<typeof import('../../src/domain/package-file.ts')>();
  const { writeMigrations } = await import('./small-tables.ts');
  const folder = await writeMigrations();
  return { packageFile: (path: string) => (path === 'src/store/migrations' ? folder : packageFile(path)) };
});

/** What a small state's report must come to; records as the service lists them, money in dollars. */
interface Expected {
  file: string;
  format: string;
  records: {
    id: number;
    code: string;
    name: string;
    period: string;
    sales: string | null;
    headline: number;
    ytd: number | null;
  }[];
  rowsOfFirst: number[];
}

const folderOf = (folder: string) => new URL(`./${folder}/`, import.meta.url).pathname;
const expectedOf = (folder: string): Expected =>
  JSON.parse(readFileSync(`${folderOf(folder)}expected.json`, 'utf8'));

/** A folder of reports of a state: of a small one its own, of the others the first fixture that loads in one run. */
function reportsOf(code: string): string {
  const small = SMALL_STATES.find(({ state }) => state.code === code);
  return small ? folderOf(small.folder) : loadedReportsOf(code);
}

const NO_REPORT = /^(?:state\.ts|expected\.json)$/;

async function load({ code }: State): Promise<PipelineRig> {
  const rig = createPipelineRig();
  const folder = reportsOf(code);
  for (const name of readdirSync(folder).filter((file) => !NO_REPORT.test(file)))
    rig.write(name, readFileSync(join(folder, name)));
  const { reports } = await rig.run();
  expect(reports.filter(({ status }) => status !== 'loaded')).toEqual([]);
  return rig;
}

interface Page {
  data: Record<string, unknown>[];
  meta?: unknown;
}

async function serve({ database }: PipelineRig) {
  const service = await startService(database);
  onTestFinished(() => service.close());
  return service;
}

describe.each(STATES.map((state) => [state.name, state] as const))('%s', (_, state) => {
  test('loads, is exported, and reprocessed, verified and rebuilt to the same', async () => {
    const rig = await load(state);
    const before = rig.content();
    const table = before[`${state.code}_allocation`] ?? [];
    expect(table.length).toBeGreaterThan(0);

    const columns = columnsOfState(state);
    const out = join(rig.folder, 'export.csv');
    const everything = { jurisdictionIds: null, type: null, from: null, to: null };
    const dataset = openForReading(rig.database);
    const rows = () => readDatapoints(dataset, state, columns, everything);
    await exportToFile({ columns, rows }, out, { about: { title: '', facts: [] } });
    const inView = dataset.sqlite.prepare(`SELECT payment FROM ${state.code}_datapoint`).all();
    expect(inView).toHaveLength(table.length);
    expect(inView).toContainEqual({ payment: expect.any(Number) });
    dataset.close();
    const exported = readFileSync(out, 'utf8').trim().split('\n');
    expect(exported).toHaveLength(table.length + 1);
    expect(exported[0]).toContain(state.headline);

    await rig.reprocess();
    expect(rig.content()).toEqual(before);

    expect(await faultsOf(rig)).toEqual([]);

    const rebuilt = join(rig.folder, 'rebuilt.sqlite');
    await rebuildDataset({ ...rig.options, database: rebuilt }, null);
    expect(differences(rig.database, rebuilt)).toEqual([]);
  });
});

describe.each(SMALL_STATES.map(({ state, folder }) => [state.name, state, folder] as const))(
  'the figures of %s',
  (_, state, folder) => {
    const expected = expectedOf(folder);

    test('are those worked out by hand', async () => {
      const rig = await load(state);
      // nothing but that no type is known
      const findings = rig.content().finding ?? [];
      expect(findings.filter((item) => !`${item}`.includes('"unknown-type"'))).toEqual([]);
      const service = await serve(rig);
      const { data } = await service.json<Page>(listingOf(state).paths[0]);
      expect(data).toMatchObject(
        expected.records.map(({ id, code, name, period, sales, headline, ytd }) => ({
          dates: { allocation_period: period, sales_period: sales },
          jurisdiction: { id, name, state: state.code, sales_tax_id: code },
          [state.headline]: headline,
          ytd: { [state.headline]: ytd },
        })),
      );
    });
  },
);

test('a state whose month of sales no source states has no sums by month of sale', async () => {
  const service = await serve(await load(totalsOnly));
  const lists = ['months', 'years', 'compare', 'parts', 'projections'];
  const addresses = [...lists.map((list) => `/api/zt/sales-tax/${list}`), '/api/jurisdictions/30001001/note'];
  const reason =
    'No source states how many months after the sales Totals Only pays. Count by month of payment.';
  for (const address of addresses) {
    const { statusCode, body } = await service.get(`${address}?basis=sales`);
    expect([statusCode, JSON.parse(body).errors], address).toEqual([422, { basis: [reason] }]);
    expect((await service.get(address)).statusCode, address).toBe(200);
  }
  const { data } = await service.json<Page>('/api/zt/sales-tax/months');
  expect(data[0]).toMatchObject({ month: '2025-02-01', sales_month: null });
});
