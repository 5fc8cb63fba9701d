import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { capToldRun, noteToldRun } from '../../src/files/delivered-alerts.ts';
import { inspectAfter, inspectBefore } from '../../src/update/dataset-change.ts';
import { createWorkbench, type Workbench } from '../rig/pipeline-rig.ts';
import { texasReport } from '../rig/reports/small-reports.ts';

const row = (code: string, month: string) => ({ code, name: 'A', month, current: 100 });

function warningsOf(
  { database, archive, options }: Workbench,
  before: ReturnType<typeof inspectBefore>,
): string[] {
  const question = {
    database,
    archive,
    registers: options.registers,
    now: new Date(),
    state: null,
    since: null,
  };
  return inspectAfter(question, before).warnings.map(({ code }) => code);
}

test('reports each warning once, and again for a dataset that was lost and loaded again', async () => {
  const bench = createWorkbench();
  bench.write(
    'a.csv',
    texasReport([row('2000001', '2024-03'), row('2000002', '2024-03'), row('2000001', '2024-04')]),
  );
  const before = inspectBefore(bench.database);
  await bench.run();
  expect(warningsOf(bench, before)).toEqual(['fewer-rows']);
  noteToldRun(bench.database, 1);
  expect(warningsOf(bench, inspectBefore(bench.database))).toEqual([]);
  for (const ending of ['', '-wal', '-shm']) rmSync(bench.database + ending, { force: true });
  const lost = inspectBefore(bench.database);
  await bench.run();
  expect(warningsOf(bench, lost)).toEqual(['fewer-rows']);
});

test('reports all alerts of a lost dataset, even if the first update of the new one is killed', async () => {
  const bench = createWorkbench();
  bench.write(
    'a.csv',
    texasReport([row('2000001', '2024-03'), row('2000002', '2024-03'), row('2000001', '2024-04')]),
  );
  await bench.run();
  noteToldRun(bench.database, 50);
  for (const ending of ['', '-wal', '-shm']) rmSync(bench.database + ending, { force: true });
  inspectBefore(bench.database);
  await bench.run();
  const { registers } = bench.options;
  const question = { ...bench, registers, now: new Date(), state: null, since: null };
  const { archivedBefore, warnings } = inspectAfter(question, inspectBefore(bench.database));
  expect({ archivedBefore, codes: warnings.map(({ code }) => code) }).toEqual({
    archivedBefore: 1,
    codes: ['fewer-rows'],
  });
});

test('ignores alerts that were delivered for a lost dataset', () => {
  const bench = createWorkbench();
  noteToldRun(bench.database, 8);
  expect(capToldRun(bench.database, 1)).toBe(1);
  // later, when the new one has as many runs
  expect(capToldRun(bench.database, 9)).toBe(1);
});
