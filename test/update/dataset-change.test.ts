import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { capToldRun, writeDeliveredRun } from '../../src/files/delivered-alerts.ts';
import { inspectAfter, inspectBefore } from '../../src/update/dataset-change.ts';
import { createPipelineRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { texasReport } from '../rig/reports/small-reports.ts';

const row = (code: string, month: string) => ({ code, name: 'A', month, current: 100 });

function warningsOf(
  { database, archive, options }: PipelineRig,
  before: ReturnType<typeof inspectBefore>,
): string[] {
  const question = {
    database,
    archive,
    registers: options.registers,
    now: new Date(),
    states: null,
    since: null,
    fedKinds: new Set<never>(),
  };
  return inspectAfter(question, before).warnings.map(({ code }) => code);
}

test('reports each warning once, and again for a dataset that was lost and loaded again', async () => {
  const rig = createPipelineRig();
  rig.write(
    'a.csv',
    texasReport([row('2000001', '2024-03'), row('2000002', '2024-03'), row('2000001', '2024-04')]),
  );
  const before = inspectBefore(rig.database);
  await rig.run();
  expect(warningsOf(rig, before)).toEqual(['fewer-rows']);
  writeDeliveredRun(rig.database, 1);
  expect(warningsOf(rig, inspectBefore(rig.database))).toEqual([]);
  for (const ending of ['', '-wal', '-shm']) rmSync(rig.database + ending, { force: true });
  const lost = inspectBefore(rig.database);
  await rig.run();
  expect(warningsOf(rig, lost)).toEqual(['fewer-rows']);
});

test('reports all alerts of a lost dataset, even if the first update of the new one is killed', async () => {
  const rig = createPipelineRig();
  rig.write(
    'a.csv',
    texasReport([row('2000001', '2024-03'), row('2000002', '2024-03'), row('2000001', '2024-04')]),
  );
  await rig.run();
  writeDeliveredRun(rig.database, 50);
  for (const ending of ['', '-wal', '-shm']) rmSync(rig.database + ending, { force: true });
  inspectBefore(rig.database);
  await rig.run();
  const { registers } = rig.options;
  const question = {
    ...rig,
    registers,
    now: new Date(),
    states: null,
    since: null,
    fedKinds: new Set<never>(),
  };
  const { archivedBefore, warnings } = inspectAfter(question, inspectBefore(rig.database));
  expect({ archivedBefore, codes: warnings.map(({ code }) => code) }).toEqual({
    archivedBefore: 1,
    codes: ['fewer-rows'],
  });
});

test('ignores alerts that were delivered for a lost dataset', () => {
  const rig = createPipelineRig();
  writeDeliveredRun(rig.database, 8);
  expect(capToldRun(rig.database, 1)).toBe(1);
  // later, when the new one has as many runs
  expect(capToldRun(rig.database, 9)).toBe(1);
});
