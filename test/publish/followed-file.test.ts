import { renameSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { FollowedDataset } from '../../src/publish/followed-dataset.ts';
import { createPipelineRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { statement } from '../rig/reports/small-reports.ts';

async function paying(net: number): Promise<PipelineRig> {
  const rig = createPipelineRig();
  rig.write('report.csv', statement([{ code: '01001', month: '2024-05', net }]));
  await rig.run();
  return rig;
}

/** Follows the file of a rig, and notes what the listeners are told. */
function following({ database }: PipelineRig) {
  const told: string[] = [];
  const reader = new FollowedDataset(() => database, {
    onChange: () => told.push('changed'),
    onProblem: ({ message }) => told.push(message),
  });
  onTestFinished(() => reader.close());
  const payment = () =>
    reader.read(({ dataset }) =>
      dataset.sqlite.prepare('SELECT net_payment FROM ca_allocation').pluck().get(),
    );
  const streamed = () => {
    const { result, release } = reader.hold(({ dataset }) =>
      dataset.sqlite.prepare('SELECT net_payment FROM ca_allocation').pluck().get(),
    );
    release();
    return result;
  };
  return { reader, told, payment, streamed };
}

function remove({ database }: PipelineRig): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${database}${ending}`, { force: true });
}

test('the file that takes the place of another is read, by pages and streams', async () => {
  const [rig, other] = [await paying(1), await paying(7)];
  const { reader, told, payment, streamed } = following(rig);
  const version = reader.version();
  remove(rig);
  renameSync(other.database, rig.database);
  reader.follow();
  reader.follow();
  expect([payment(), streamed(), told]).toEqual([700, 700, ['changed']]);
  await expect.poll(() => reader.version()).not.toBe(version);
});

test('while no file is there, the old one is read, and the problem is told once', async () => {
  const [rig, other] = [await paying(1), await paying(7)];
  const { reader, told, payment } = following(rig);
  remove(rig);
  reader.follow();
  reader.follow();
  expect(payment()).toBe(100);
  expect(told).toEqual([expect.stringContaining(`${rig.database} does not exist`)]);
  renameSync(other.database, rig.database);
  reader.follow();
  expect([payment(), told.at(-1)]).toEqual([700, 'changed']);
});
