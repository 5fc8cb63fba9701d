/** `npm run bench`: the pipeline over invented reports of full size, and its figures, compared with DuckDB. */
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { formatTable, print } from '../../src/cli/output/print.ts';
import { FULL_SIZE, SMALL_SIZE } from '../rig/full-size.ts';
import { DATASET, describeMachine, load, measureRun, medianOf, type Run, reportsOf } from './measured.ts';
import { compareWithDuckDb, deriveWithDuckDb } from './oracle.ts';

const ROUNDS = 3;
const EVERY_MONTH = ['--from', '1990-01', '--to', '2026-10'];

await new Command('bench')
  .description(
    'Load invented reports with the program and with DuckDB. Compare time, memory and every figure. Exits with 1 if a figure differs, or if a ratio exceeds its bound.',
  )
  .option('--cache <dir>', 'keep reports in this folder', 'data/bench')
  .option('--small', 'use few reports, one round and no bounds: only the figures count')
  .action(measure)
  .parseAsync();

async function measure({ cache, small = false }: { cache: string; small?: boolean }): Promise<void> {
  print(describeMachine());
  const scratch = join(cache, 'scratch');
  const [inbox, dataset, changed] = [join(scratch, 'inbox'), join(scratch, 'full'), join(scratch, 'changed')];
  rmSync(scratch, { recursive: true, force: true });
  cpSync(await reportsOf(cache, small ? SMALL_SIZE : FULL_SIZE), inbox, { recursive: true });
  // the last corrected statement arrives after all others; DuckDB knows it by its folder
  const corrected = readdirSync(join(inbox, 'ca')).findLast((name) => name.endsWith('-corrected.csv')) ?? '';
  renameSync(join(inbox, 'ca', corrected), join(scratch, corrected));
  const derive = async (): Promise<Run> => {
    for (const ending of ['', '.wal']) rmSync(join(scratch, `duckdb${ending}`), { force: true });
    const begin = performance.now();
    await deriveWithDuckDb(inbox, join(scratch, 'duckdb'), availableParallelism());
    return { seconds: (performance.now() - begin) / 1000, cpu: Number.NaN, peak: Number.NaN, printed: '' };
  };
  const compare = async (what: string, folder: string) => {
    const { figures, differences } = await compareWithDuckDb(join(folder, DATASET), join(scratch, 'duckdb'));
    if (differences.length > 0)
      throw new Error([`${what} differs from DuckDB:`, ...differences].join('\n  '));
    print(`${what}: all ${figures} figures agree with DuckDB.`);
  };

  const runs = new Map<string, Run[]>();
  const note = (what: string, run: Run) => runs.set(what, [...(runs.get(what) ?? []), run]);
  // in turn, so that other load slows all alike
  for (let round = 0; round < (small ? 1 : ROUNDS); round += 1) {
    rmSync(dataset, { recursive: true, force: true });
    note('node -e 0', await measureRun(['-e', '0'], []));
    note('--version', await measureRun(['--version']));
    note('backfill', await load(['backfill', inbox, ...EVERY_MONTH], dataset));
    note('DuckDB', await derive());
    const again = await load(['ingest', inbox], dataset);
    if (JSON.parse(again.printed).outcome !== 'nothing-new') throw new Error('a known report was new');
    note('nothing new', again);
  }
  await compare('A backfill', dataset);
  const later = join(inbox, 'later');
  mkdirSync(later);
  renameSync(join(scratch, corrected), join(later, corrected));
  for (let round = 0; round < (small ? 1 : ROUNDS); round += 1) {
    rmSync(changed, { recursive: true, force: true });
    cpSync(dataset, changed, { recursive: true });
    note('a correction', await load(['ingest', later], changed));
  }
  await derive();
  await compare('A correction', changed);
  rmSync(scratch, { recursive: true });

  const median = (what: string, value: (run: Run) => number) => medianOf((runs.get(what) ?? []).map(value));
  const seconds = (what: string) => median(what, (run) => run.seconds);
  const rows = [...runs.keys()].map((what) => [
    what,
    ...[seconds(what).toFixed(2), median(what, ({ cpu }) => cpu).toFixed(2)],
    median(what, ({ peak }) => peak).toFixed(0),
  ]);
  print(formatTable(['what', 'seconds', 'CPU', 'MiB'], rows, ['seconds', 'CPU', 'MiB']));
  const ratios: [string, number, number][] = [
    ['backfill : DuckDB', seconds('backfill') / seconds('DuckDB'), 5],
    ['peak memory of the backfill : 400 MiB', median('backfill', ({ peak }) => peak) / 400, 1.25],
    ['a correction : backfill', seconds('a correction') / seconds('backfill'), 0.2],
    ['--version : node -e 0', seconds('--version') / seconds('node -e 0'), 2.5],
    ['nothing new : node -e 0', seconds('nothing new') / seconds('node -e 0'), 12],
  ];
  const shown = ratios.map(([what, ratio, bound]) => [what, ratio.toFixed(2), `${bound}`]);
  print(formatTable(['ratio', 'measured', 'bound'], shown, ['measured', 'bound']));
  if (!small && ratios.some(([, ratio, bound]) => !(ratio <= bound))) process.exitCode = 1;
}
