import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rebuildDataset } from '../../src/pipeline/rebuild.ts';
import { copyDataset, readDataset } from '../../src/store/dataset.ts';
import { writeToldRun } from '../../src/store/write/told-run.ts';
import { inspectAfter } from '../../src/update/dataset-change.ts';
import { createPipelineRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { texasReport } from '../rig/reports/small-reports.ts';

const row = (code: string, month: string) => ({ code, name: 'A', month, current: 100 });
const FEWER = texasReport([row('2000001', '2024-03'), row('2000002', '2024-03'), row('2000001', '2024-04')]);

function inspect({ database, archive, options }: PipelineRig) {
  return inspectAfter({
    ...{ database, archive, registers: options.registers, now: new Date() },
    ...{ states: null, since: null, fedKinds: new Set<never>() },
  });
}

/** The codes of the warnings that nobody was told yet. */
const untold = (rig: PipelineRig) =>
  inspect(rig).untold.flatMap(({ reports, others }) =>
    [...others, ...reports.flatMap(({ findings }) => findings)].flatMap(({ code, severity }) =>
      severity === 'warning' ? [code] : [],
    ),
  );

function remove({ database }: PipelineRig): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(database + ending, { force: true });
}

async function loadFewer(): Promise<PipelineRig> {
  const rig = createPipelineRig();
  await rig.load({ 'a.csv': FEWER }, { command: 'update' });
  return rig;
}

test('a warning is told once, also after a backup was restored', async () => {
  const rig = await loadFewer();
  expect(untold(rig)).toEqual(['fewer-rows']);
  writeToldRun(rig.database, 1);
  expect(untold(rig)).toEqual([]);
  const backup = join(rig.folder, 'backup.sqlite');
  readDataset(rig.database, (dataset) => copyDataset(dataset, backup));
  remove(rig);
  copyFileSync(backup, rig.database);
  await rig.run({ command: 'update' });
  expect(inspect(rig)).toMatchObject({ toldRun: 1, archivedBefore: 0 });
  expect(untold(rig)).toEqual([]);
});

test('a dataset that was lost and loaded again is told anew, and that it is new', async () => {
  const rig = await loadFewer();
  writeToldRun(rig.database, 50);
  remove(rig);
  await rig.run({ command: 'update' });
  expect(untold(rig)).toEqual(['fewer-rows']);
  expect(inspect(rig)).toMatchObject({ toldRun: 0, archivedBefore: 1 });
});

test('a rebuilt dataset has told what its rebuild printed', async () => {
  const rig = await loadFewer();
  remove(rig);
  await rebuildDataset(rig.options, null);
  expect(inspect(rig)).toMatchObject({ toldRun: 1, untold: [], archivedBefore: 0 });
});
