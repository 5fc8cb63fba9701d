import { expect, test } from 'vitest';
import { createPipelineRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { statement } from '../rig/reports/small-reports.ts';

const DAY = 86_400_000;

function runsOf(rig: PipelineRig): { id: number; hasSummary: boolean }[] {
  return rig
    .select<{ id: number; summary: string }>('SELECT id, summary FROM run ORDER BY id')
    .map(({ id, summary }) => ({ id, hasSummary: summary !== '{}' }));
}

const at = (day: number) => {
  let ticks = 0;
  return { now: () => new Date(Date.UTC(2026, 0, 1) + day * DAY + ticks++), keepRuns: 30 };
};

test('old runs are removed, except those that figures or revisions refer to', async () => {
  const rig = createPipelineRig();
  const may = (net: number) => statement([{ code: '01001', month: '2024-05', net }]);
  await rig.load({ 'a.csv': may(1) }, at(0));
  await rig.load({ 'b.csv': may(2) }, at(1));
  // nothing new
  for (const day of [2, 3, 40]) await rig.run(at(day));
  expect(runsOf(rig)).toEqual([
    // the figures and the revision of the second
    { id: 2, hasSummary: false },
    { id: 5, hasSummary: true },
  ]);
  // a dry run forgets nothing
  await rig.run({ ...at(1000), dryRun: true });
  expect(runsOf(rig)).toHaveLength(2);
  const { report = [] } = rig.content();
  expect(report).toHaveLength(2);
  expect(rig.select('SELECT * FROM revision')).not.toEqual([]);
  expect(rig.select('PRAGMA foreign_key_check')).toEqual([]);
});
