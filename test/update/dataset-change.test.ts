import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { capToldRun, noteToldRun } from '../../src/files/delivered-alerts.ts';
import { lookAfter, lookBefore } from '../../src/update/dataset-change.ts';
import { createWorkbench, type Workbench } from '../rig/pipeline-rig.ts';
import { texasReport } from '../rig/reports/small-reports.ts';

const row = (code: string, month: string) => ({ code, name: 'A', month, current: 100 });

function warningsOf(
  { database, archive, options }: Workbench,
  before: ReturnType<typeof lookBefore>,
): string[] {
  const question = {
    database,
    archive,
    reference: options.reference,
    now: new Date(),
    state: null,
    since: null,
  };
  return lookAfter(question, before).warnings.map(({ code }) => code);
}

test('warnings are told once, and again of a dataset that was lost and made anew', async () => {
  const bench = createWorkbench();
  bench.write(
    'a.csv',
    texasReport([row('2000001', '2024-03'), row('2000002', '2024-03'), row('2000001', '2024-04')]),
  );
  const before = lookBefore(bench.database);
  await bench.run();
  expect(warningsOf(bench, before)).toEqual(['fewer-rows']);
  noteToldRun(bench.database, 1);
  expect(warningsOf(bench, lookBefore(bench.database))).toEqual([]);
  for (const ending of ['', '-wal', '-shm']) rmSync(bench.database + ending, { force: true });
  const lost = lookBefore(bench.database);
  await bench.run();
  expect(warningsOf(bench, lost)).toEqual(['fewer-rows']);
});

test('of a dataset that was lost all is told, also where the update that begins it anew is killed', async () => {
  const bench = createWorkbench();
  bench.write(
    'a.csv',
    texasReport([row('2000001', '2024-03'), row('2000002', '2024-03'), row('2000001', '2024-04')]),
  );
  await bench.run();
  noteToldRun(bench.database, 50);
  for (const ending of ['', '-wal', '-shm']) rmSync(bench.database + ending, { force: true });
  lookBefore(bench.database);
  await bench.run();
  const { reference } = bench.options;
  const question = { ...bench, reference, now: new Date(), state: null, since: null };
  const { archivedBefore, warnings } = lookAfter(question, lookBefore(bench.database));
  expect({ archivedBefore, codes: warnings.map(({ code }) => code) }).toEqual({
    archivedBefore: 1,
    codes: ['fewer-rows'],
  });
});

test('what was told of a dataset that is gone says nothing of the runs of a new one', () => {
  const bench = createWorkbench();
  noteToldRun(bench.database, 8);
  expect(capToldRun(bench.database, 1)).toBe(1);
  // later, when the new one has as many runs
  expect(capToldRun(bench.database, 9)).toBe(1);
});
