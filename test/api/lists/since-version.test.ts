import { beforeAll, expect, test } from 'vitest';
import { openForWriting } from '../../../src/store/dataset.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { statement, texasReport } from '../../rig/reports/small-reports.ts';
import {
  CA,
  createDatasetRig,
  type Files,
  keyOf,
  type Service,
  startService,
  TX,
  walk,
} from '../../rig/service.ts';

const REVISIONS = '/api/revisions';
const MAY = ['10001', '10002'].map((code) => ({ code, month: '2024-05', net: 100 }));
const DETAIL = texasReport([{ code: '2999001', name: 'EXAMPLE CITY', month: '2024-03', current: 50 }]);

/** The version before the first run, and after each. */
const versions: string[] = [];

const { rig, service } = serveForAll((rig) => {
  openForWriting(rig.database).close();
});

beforeAll(async () => {
  const note = async () => void versions.push(await versionOf(service));
  await note();
  const runs: Files[] = [
    { 'may.csv': statement(MAY), 'detail.csv': DETAIL },
    { 'corrected.csv': statement([{ code: '10001', month: '2024-05', net: 120 }]) },
    { 'renamed.csv': statement([{ code: '10002', month: '2024-06', net: 100, name: 'Another Name' }]) },
  ];
  for (const reports of runs) {
    await rig.load(reports);
    await note();
  }
});

async function versionOf(asked: Service): Promise<string> {
  return String((await asked.get(`${CA}?limit=1`)).headers['dataset-version']);
}

const since = (path: string, version: string | undefined) => `${path}?since_version=${version}`;
const keysOf = async (path: string, at: number) =>
  (await walk(service, since(path, versions[at]))).map(keyOf).sort();

test('lists have the records of later runs, even if all runs are on one day', async () => {
  // the record of before is listed for the name of its jurisdiction
  const renamed = ['60010002 2024-05', '60010002 2024-06'];
  const all = ['60010001 2024-05', ...renamed];
  expect(await keysOf(CA, 0)).toEqual(all);
  expect(await keysOf(CA, 1)).toEqual(all);
  expect(await keysOf(CA, 2)).toEqual(renamed);
  expect(await keysOf(CA, 3)).toEqual([]);
  expect(await keysOf(TX, 0)).toEqual(['482999001 2024-03']);
  expect(await keysOf(TX, 1)).toEqual([]);
});

test('revisions do too', async () => {
  const fieldsSince = async (at: number) => {
    const { data } = await service.json<{ data: { field: string }[] }>(since(REVISIONS, versions[at]));
    return data.map(({ field }) => field).sort();
  };
  expect(await fieldsSince(0)).toEqual(await fieldsSince(1));
  expect(await fieldsSince(1)).toContain('net_payment');
  expect(await fieldsSince(2)).toEqual([]);
});

test('combines with other parameters', async () => {
  const { meta } = await service.json<{ meta: { total: number } }>(
    `${since(CA, versions[1])}&updated_since=2026-11-01&since=2024-06-01`,
  );
  expect(meta.total).toBe(1);
});

test('refuses a version of another dataset, because removed records would be unknown', async () => {
  const other = createDatasetRig();
  await other.load({ 'may.csv': statement(MAY) });
  const begunAnew = await startService(other.database);
  for (const path of [CA, TX, REVISIONS]) {
    const { statusCode, body } = await begunAnew.get(since(path, versions[3]));
    expect(statusCode).toBe(422);
    expect(JSON.parse(body).errors).toEqual({ since_version: [expect.stringMatching(/everything again/)] });
  }
  await begunAnew.close();
  other.remove();
});
