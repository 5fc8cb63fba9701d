/** `npm run bench`: compares the speed and the figures of the pipeline with DuckDB, and measures projections. */
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { readCount } from '../../src/cli/options.ts';
import { formatTable, print } from '../../src/cli/output/print.ts';
import { FULL_SIZE } from '../rig/full-size.ts';
import { type Agreement, compareWithDuckDb, deriveWithDuckDb } from './agreement.ts';
import {
  backfill,
  databaseIn,
  describeMachine,
  ingest,
  medianOf,
  type Parts,
  type Ratio,
  type Run,
  reportsOf,
  SMALL_SIZE,
  say,
} from './measure.ts';
import { measureProjection } from './projection.ts';
import { compareSumsBySale } from './sums-by-sale.ts';

const LARGEST_MB = 400;
const PARTS = { backfill: measureBackfill, later: measureLaterRuns, projection: measureProjection } as const;
const ROUNDS = 3;

interface Flags {
  cache: string;
  repeat?: number;
  only?: string;
  check?: boolean;
  small?: boolean;
}

await new Command('bench')
  .description(
    'Measure the pipeline with invented full-size reports. Compare a backfill with DuckDB, whose figures must be the same. Measure how good projections were. The first run takes minutes to make the reports.',
  )
  .option('--cache <dir>', 'keep reports in this folder', 'data/bench')
  .addOption(
    new Option('--repeat <n>', `backfills to run (default ${ROUNDS}, with --small 1)`).argParser(
      readCount(1, 100),
    ),
  )
  .addOption(new Option('--only <part>', 'measure only this part').choices(Object.keys(PARTS)))
  .addOption(new Option('--check', 'exit with 1 if a ratio exceeds its bound').conflicts('small'))
  .option('--small', 'use few rows and run each job once, to test the benchmark itself')
  .addHelpText('after', '\nExample:\n  $ npm run bench -- --only backfill --repeat 5')
  .action(measure)
  .parseAsync();

async function measure({ cache, small = false, only, repeat, check = false }: Flags): Promise<void> {
  print(describeMachine());
  const scratch = join(cache, 'scratch');
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const size = small ? SMALL_SIZE : FULL_SIZE;
  const parts: Parts = { cache, scratch, size, rounds: repeat ?? (small ? 1 : ROUNDS) };
  const ratios: Ratio[] = [];
  try {
    for (const [name, measurePart] of Object.entries(PARTS))
      if ((only ?? name) === name) ratios.push(...(await measurePart(parts)));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  // a ratio that could not be computed is beyond its bound
  const beyond = ratios.filter(({ value, bound }) => !(value <= bound));
  const numbers = ['measured', 'aim', 'bound'];
  const rows = ratios.map((one) => [
    one.meaning,
    ...[one.value, one.aim, one.bound].map((n) => n.toFixed(2)),
  ]);
  print(small ? '\nRatios, which tell nothing at this size' : '\nRatios');
  print(formatTable(['what', ...numbers], rows, numbers));
  if (!check || beyond.length === 0) return;
  say(`Above their bounds: ${beyond.map(({ meaning }) => meaning).join('; ')}`);
  process.exitCode = 1;
}

/** Compares a backfill of both states into an empty dataset with DuckDB, whose figures must be the same. */
async function measureBackfill({ cache, scratch, size, rounds }: Parts): Promise<Ratio[]> {
  const reports = await reportsOf(cache, size);
  const duck = join(scratch, 'allocations.duckdb');
  const [runs, theirs]: [Run[], number[]] = [[], []];
  let database = '';
  // in turn, so that other load affects both alike
  for (let round = 1; round <= rounds; round += 1) {
    const run = await backfill(reports, join(scratch, 'full'));
    database = run.database;
    runs.push(run);
    for (const ending of ['', '.wal']) rmSync(`${duck}${ending}`, { force: true });
    const begin = performance.now();
    await deriveWithDuckDb(reports, duck, availableParallelism());
    theirs.push((performance.now() - begin) / 1000);
    say(`round ${round} of ${rounds}: ${run.seconds.toFixed(2)} s, DuckDB ${theirs.at(-1)?.toFixed(2)} s`);
  }
  const ours = runs.map(({ seconds }) => seconds);
  const peakMb = medianOf(runs.map((run) => run.peakMb));
  const numbers = ['median s', 'min', 'max'];
  const row = (what: string, times: number[]) => [
    what,
    ...[medianOf(times), Math.min(...times), Math.max(...times)].map((time) => time.toFixed(2)),
  ];
  const rows = [row('allocations backfill', ours), row('DuckDB, all cores', theirs)];
  print(
    `\nA backfill of both states into an empty dataset\n${formatTable(['what', ...numbers], rows, numbers)}`,
  );
  print(`CPU ${medianOf(runs.map((run) => run.cpuSeconds)).toFixed(2)} s, peak ${peakMb.toFixed(0)} MiB`);
  tellAgreement(await compareWithDuckDb(database, duck), 'figures of the datapoints');
  const bySale = await compareSumsBySale(database, join(scratch, 'by-sale.sqlite'), duck);
  tellAgreement(bySale, 'sums by month of sale and of payment, with their changes and comparable changes,');
  const ratios = ours.map((seconds, at) => seconds / (theirs[at] ?? Number.NaN));
  return [
    { meaning: 'backfill : DuckDB', value: medianOf(ratios), aim: 2.5, bound: 8 },
    { meaning: 'peak memory of the backfill : 400 MiB', value: peakMb / LARGEST_MB, aim: 1, bound: 1.25 },
  ];
}

/** Measures a run with nothing new, and one with a corrected statement, whose figures must be those of DuckDB. */
async function measureLaterRuns({ cache, scratch, size, rounds }: Parts): Promise<Ratio[]> {
  const inbox = join(scratch, 'inbox');
  cpSync(await reportsOf(cache, size), inbox, { recursive: true });
  const corrected = readdirSync(join(inbox, 'ca')).findLast((name) => name.endsWith('-corrected.csv'));
  if (!corrected) throw new Error('no statement is corrected');
  renameSync(join(inbox, 'ca', corrected), join(scratch, corrected));
  const [full, changed] = [join(scratch, 'full'), join(scratch, 'changed')];
  const first = await backfill(inbox, full);
  const idle: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { seconds, printed } = await ingest(inbox, full);
    if (JSON.parse(printed).outcome !== 'nothing-new') throw new Error('a known report was new');
    idle.push(seconds);
  }
  // where DuckDB takes it for the later one
  const later = join(inbox, 'later');
  mkdirSync(later);
  renameSync(join(scratch, corrected), join(later, corrected));
  const restated: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rmSync(changed, { recursive: true, force: true });
    cpSync(full, changed, { recursive: true });
    restated.push((await ingest(later, changed)).seconds);
  }
  const seconds = [idle, restated].map((times) => `${medianOf(times).toFixed(2)} s`);
  print(
    `\nNothing new ${seconds[0]}, a corrected month ${seconds[1]}, after a backfill of ${first.seconds.toFixed(2)} s`,
  );
  const duck = join(scratch, 'changed.duckdb');
  await deriveWithDuckDb(inbox, duck, availableParallelism());
  tellAgreement(await compareWithDuckDb(databaseIn(changed), duck), 'figures after a correction');
  return [
    { meaning: 'nothing new : 0.4 s', value: medianOf(idle) / 0.4, aim: 1, bound: 2 },
    {
      meaning: 'corrected month : backfill',
      value: medianOf(restated) / first.seconds,
      aim: 0.05,
      bound: 0.2,
    },
  ];
}

/** Throws with the first differences if there are any. */
function tellAgreement({ differing, figures, differences }: Agreement, what: string): void {
  if (differing > 0)
    throw new Error([`${differing} of ${figures} ${what} are not DuckDB's:`, ...differences].join('\n  '));
  print(`All ${figures} ${what} agree with DuckDB.`);
}
