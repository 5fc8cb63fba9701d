import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatTable } from '../../../src/cli/output/print.ts';
import { measurementOf } from '../measurement.ts';
import { parseProfile, STAGES, timeStages } from '../stages.ts';
import { type Bench, backfill, emptyPlace, type PartResult, reportsOf } from './bench.ts';

/** Measures the stages of a backfill with a profile of a separate run. */
export async function measureStages(bench: Bench): Promise<PartResult> {
  const { reports } = await reportsOf(bench, bench.size);
  const folder = join(bench.scratch, 'profiles');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const run = await backfill(reports, emptyPlace(bench, 'profiled'), options);
  const profiles = readdirSync(folder).map((name) => parseProfile(readFileSync(join(folder, name), 'utf8')));
  const times = timeStages(profiles);
  const all = STAGES.reduce((sum, stage) => sum + times[stage], 0);
  const numbers = ['seconds', 'percent'];
  const rows = STAGES.map((stage) => [
    stage,
    times[stage].toFixed(2),
    ((100 * times[stage]) / all).toFixed(0),
  ]);
  return {
    title: 'Stages of the backfill, from a profile, which slows it down',
    measurements: [measurementOf('allocations backfill, profiled', [run])],
    ratios: {},
    notes: [
      formatTable(['stage', ...numbers], rows, numbers),
      'read: bytes, hashes and the cells of files; check: of rows and states; load: all writing of rows, datapoints and findings, and the commit; other: the start of the program, names and summary; memory: the garbage collector, for all stages.',
    ],
  };
}
