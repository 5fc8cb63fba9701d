/** `npm run bench`: compares the speed and the figures of the pipeline with other programs. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { readCount } from '../../src/cli/options.ts';
import { formatTable, print } from '../../src/cli/output/print.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { measureUnusual } from '../rig/datasets/unusual-rates.ts';
import { FULL_SIZE } from '../rig/full-size/full-size.ts';
import { describeMachine, formatMeasurements, say } from './measure.ts';
import { type Bench, fullDataset, type PartResult, type Ratio, SMALL_SIZE } from './pipeline/bench.ts';
import {
  measureBackfill,
  measureGrowth,
  measureNothingNew,
  measureRestatedMonth,
  measureWorkbooks,
} from './pipeline/loading.ts';
import { measureProjection } from './pipeline/projection.ts';
import { measureWarehouse } from './pipeline/warehouse.ts';

const PARTS = {
  backfill: measureBackfill,
  'restated-month': measureRestatedMonth,
  'nothing-new': measureNothingNew,
  workbooks: measureWorkbooks,
  growth: measureGrowth,
  unusual: measureUnusualPayments,
  projection: measureProjection,
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
    'Measure the pipeline with invented full-size reports. Compare a backfill with DuckDB, whose figures must be the same. Measure a restated month, a run with nothing new, workbooks, growth, how good projections were, and publishing to Parquet and PostgreSQL, whose every cell must be that of the dataset. The first run takes minutes to make the reports.',
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
  .addHelpText('after', '\nExample:\n  $ npm run bench -- --only backfill growth --repeat 5')
  .action(measure)
  .parseAsync();

async function measure(flags: Flags): Promise<void> {
  const { cache, small = false, only, repeat, check = false, json } = flags;
  print(describeMachine());
  const scratch = join(cache, 'scratch');
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const size = small ? SMALL_SIZE : FULL_SIZE;
  const bench: Bench = { size, cache, scratch, rounds: repeat ?? (small ? 1 : ROUNDS) };
  const results: PartResult[] = [];
  try {
    for (const [name, measurePart] of Object.entries(PARTS)) {
      if (only && !only.includes(name)) continue;
      const result = await measurePart(bench);
      results.push(result);
      const { title, measurements, notes } = result;
      print(['', title, formatMeasurements(measurements), ...notes].join('\n'));
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const ratios = results.flatMap((result) => result.ratios);
  print(`\n${formatRatios(ratios, small)}`);
  if (json !== undefined)
    writeFileSync(json, `${JSON.stringify({ machine: describeMachine(), size, results }, null, 1)}\n`);
  const beyond = ratios.filter(isBeyond);
  if (!check || beyond.length === 0) return;
  say(`Above their bounds: ${beyond.map(({ meaning }) => meaning).join('; ')}`);
  process.exitCode = 1;
}

/** A ratio that could not be computed is beyond its bound. */
function isBeyond({ value, bound }: Ratio): boolean {
  return bound !== undefined && !(value <= bound);
}

function formatRatios(ratios: readonly Ratio[], isSmall: boolean): string {
  const numbers = ['measured', 'aim', 'bound'];
  const rows = ratios.map((ratio) => {
    const { meaning, value, aim, bound } = ratio;
    const verdict = aim === undefined ? '' : value <= aim ? 'reached' : 'not reached';
    return [
      meaning,
      value.toFixed(value < 0.1 ? 3 : 2),
      String(aim ?? '-'),
      String(bound ?? '-'),
      isSmall ? '' : isBeyond(ratio) ? 'BEYOND ITS BOUND' : verdict,
    ];
  });
  const title = isSmall ? 'Ratios, which tell nothing at this size' : 'Ratios';
  return [title, formatTable(['what', ...numbers, ''], rows, numbers)].join('\n');
}

/** Measures which payments of the full-size dataset are marked as unusual, and which random errors are found. */
async function measureUnusualPayments(bench: Bench): Promise<PartResult> {
  const { place } = await fullDataset(bench);
  const dataset = openForReading(place.database);
  try {
    const rates = measureUnusual(dataset.sqlite);
    const numbers = ['datapoints', 'marked %', 'errors found %'];
    const rows = rates.map(({ state, datapoints, marked, found }) => [
      state,
      String(datapoints),
      marked.toFixed(3),
      found?.toFixed(1) ?? '-',
    ]);
    const marked = Math.max(...rates.map((rate) => rate.marked));
    const missed = Math.max(...rates.map(({ found }) => (found === null ? 0 : 100 - found)));
    return {
      title: 'Unusual payments',
      measurements: [],
      ratios: [
        { meaning: 'datapoints marked as unusual : 0.5%', value: marked / 0.5, aim: 1, bound: 1 },
        { meaning: 'tenfold and tenth-part errors missed : 5%', value: missed / 5, aim: 1, bound: 1 },
      ],
      notes: [formatTable(['state', ...numbers], rows, numbers)],
    };
  } finally {
    dataset.close();
  }
}
