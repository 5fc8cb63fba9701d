/** `npm run bench`: compares the speed and the figures of the pipeline with other programs. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { readCount } from '../../src/cli/options.ts';
import { print } from '../../src/cli/output/print.ts';
import { OperatorError } from '../../src/domain/operator-error.ts';
import { FULL_SIZE } from '../rig/full-size/full-size.ts';
import { describeMachine, formatMachine } from './machine.ts';
import { measureBackfill } from './pipeline/backfill.ts';
import { type Bench, type PartResult, SMALL_SIZE } from './pipeline/bench.ts';
import { measureFloors } from './pipeline/floors.ts';
import { measureGrowth } from './pipeline/growth.ts';
import { measureIllinois } from './pipeline/illinois.ts';
import { measureNothingNew } from './pipeline/nothing-new.ts';
import { measureRestatedMonth } from './pipeline/restated.ts';
import { measureStages } from './pipeline/stages.ts';
import { formatPart, formatRatios, measurementFacts } from './pipeline/tables.ts';
import { measureUnusualPayments } from './pipeline/unusual.ts';
import { measureWarehouse } from './pipeline/warehouse.ts';
import { measureWorkbooks } from './pipeline/workbooks.ts';
import { say } from './progress.ts';
import { judgeRatios } from './ratios.ts';

const PARTS = {
  backfill: measureBackfill,
  stages: measureStages,
  floors: measureFloors,
  'restated-month': measureRestatedMonth,
  'nothing-new': measureNothingNew,
  workbooks: measureWorkbooks,
  growth: measureGrowth,
  illinois: measureIllinois,
  unusual: measureUnusualPayments,
  warehouse: measureWarehouse,
} as const satisfies Record<string, (bench: Bench) => Promise<PartResult>>;
const ROUNDS = 3;

interface Flags {
  cache: string;
  repeat?: number;
  only?: string[];
  check?: true;
  small?: true;
  json?: string;
}

await new Command('bench')
  .description(
    'Measure the pipeline with invented full-size reports. Compare a backfill with DuckDB, whose figures must be the same, and with lower bounds of its parts. Measure a restated month, a run with nothing new, workbooks, growth, and publishing to Parquet and PostgreSQL, whose every cell must be that of the dataset. The first run takes minutes to make the reports.',
  )
  .option('--cache <dir>', 'keep reports in this folder', 'data/bench')
  .addOption(
    new Option('--repeat <n>', `runs of each job (default ${ROUNDS}, with --small 1)`).argParser(
      readCount(1, 100),
    ),
  )
  .addOption(new Option('--only <parts...>', 'measure only these parts').choices(Object.keys(PARTS)))
  .addOption(new Option('--check', 'exit with 1 if a ratio exceeds its bound').conflicts('small'))
  .option('--small', 'use few rows and run each job once, to test the benchmark itself')
  .option('--json <file>', 'write all numbers to this file')
  .addHelpText('after', '\nExample:\n  $ npm run bench -- --only backfill floors --repeat 5')
  .action(measureOrFail)
  .parseAsync();

/** Prints wrong figures and machine problems as one message; other errors keep their stack. */
async function measureOrFail(flags: Flags): Promise<void> {
  try {
    await measure(flags);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    say(error.message);
    process.exitCode = error.exitCode;
  }
}

async function measure(flags: Flags): Promise<void> {
  const { cache, small = false, only, repeat, check = false, json } = flags;
  const machine = describeMachine();
  print(formatMachine(machine));
  const scratch = join(cache, 'scratch');
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const size = small ? SMALL_SIZE : FULL_SIZE;
  const bench: Bench = {
    size,
    cache,
    scratch,
    rounds: repeat ?? (small ? 1 : ROUNDS),
    cores: availableParallelism(),
  };
  const results: Record<string, PartResult> = {};
  try {
    for (const [name, measurePart] of Object.entries(PARTS)) {
      if (only && !only.includes(name)) continue;
      const result = await measurePart(bench);
      results[name] = result;
      print(`\n${formatPart(result)}`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const ratios = judgeRatios(Object.assign({}, ...Object.values(results).map((result) => result.ratios)));
  print(`\n${formatRatios(ratios, !small)}`);
  if (json !== undefined) {
    const parts = Object.entries(results).map(([name, { measurements, ...result }]) => [
      name,
      { ...result, measurements: measurements.map(measurementFacts) },
    ]);
    writeFileSync(
      json,
      `${JSON.stringify({ machine, size, parts: Object.fromEntries(parts), ratios }, null, 1)}\n`,
    );
    say(`all numbers are in ${json}`);
  }
  const beyond = ratios.filter(({ isBeyond }) => isBeyond);
  if (!check || beyond.length === 0) return;
  say(`Above their bounds: ${beyond.map(({ meaning }) => meaning).join('; ')}`);
  process.exitCode = 1;
}
