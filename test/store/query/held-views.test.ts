import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followSnapshots } from '../../../src/publish/followed-dataset.ts';
import { publishSnapshot } from '../../../src/publish/snapshot.ts';
import { type Dataset, openForReading } from '../../../src/store/dataset.ts';
import { type DatasetView, openReader } from '../../../src/store/query/view.ts';
import { createPipelineRig, type PipelineRig } from '../../rig/pipeline-rig.ts';
import { statement } from '../../rig/reports/small-reports.ts';

let rig: PipelineRig;
let dataset: Dataset;

async function load(code: string, net: number): Promise<void> {
  await rig.load({ [`${code}-${net}.csv`]: statement([{ code, month: '2024-05', net }]) });
}

const payments = ({ dataset: { sqlite } }: DatasetView) =>
  sqlite.prepare<[], number>('SELECT net_payment FROM ca_allocation ORDER BY jurisdiction_id').pluck().all();

beforeEach(async () => {
  rig = createPipelineRig();
  await load('01001', 1);
  dataset = openForReading(rig.database);
});

afterEach(() => dataset.close());

test('a held view stays as it was while runs change the dataset', async () => {
  const reader = openReader(dataset);
  const first = reader.hold(payments);
  await load('01002', 2);
  const second = reader.hold(payments);
  await load('01002', 3);
  expect([first.result, payments(first.view)]).toEqual([[100], [100]]);
  expect([second.result, payments(second.view)]).toEqual([
    [100, 200],
    [100, 200],
  ]);
  expect(reader.read(payments)).toEqual([100, 300]);
  expect(first.view.jurisdictions.size).toBe(1);
  expect(second.view.jurisdictions.size).toBe(2);
  for (const held of [first, second]) held.release();
  for (const { view } of [first, second]) expect(view.dataset.sqlite.open).toBe(false);
});

test('holders of one version share a view, and what was computed from its rows', () => {
  const reader = openReader(dataset);
  const current = reader.read((view) => view);
  const [one, other] = [reader.hold(payments), reader.hold(payments)];
  expect(other.view).toBe(one.view);
  expect(one.view.dataset).not.toBe(dataset);
  expect(one.view.content).toBe(current.content);
  one.release();
  expect(payments(other.view)).toEqual([100]);
  other.release();
  expect(other.view.dataset.sqlite.open).toBe(false);
  const later = reader.hold(payments);
  expect(payments(later.view)).toEqual([100]);
  later.release();
});

test('a failing query holds nothing', () => {
  const reader = openReader(dataset);
  const views: DatasetView[] = [];
  const before = reader.hold(payments);
  before.release();
  expect(() =>
    reader.hold((view) => {
      views.push(view);
      throw new Error('broken');
    }),
  ).toThrow('broken');
  const held = reader.hold(payments);
  expect(held.view).not.toBe(before.view);
  held.release();
  expect(views).toHaveLength(1);
});

test('a held snapshot stays while the service switches to the next one, and that one is removed', async () => {
  const folder = join(rig.folder, 'snapshots');
  const publish = () =>
    publishSnapshot({
      database: rig.database,
      folder,
      keep: 1,
      programVersion: 'test',
      now: () => new Date(),
    });
  await publish();
  const reader = await followSnapshots(folder, { onChange: () => {}, onProblem: () => {} });
  const held = reader.hold(payments);
  await load('01002', 2);
  await publish();
  await reader.follow();
  expect(reader.read(payments)).toEqual([100, 200]);
  expect(payments(held.view)).toEqual([100]);
  held.release();
  reader.close();
});
