/** `npm run fuzz`: no damaged report may crash or hang the program, or load other figures than it prints. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import fc from 'fast-check';
import { Tinypool } from 'tinypool';
import { readCount } from '../../src/cli/options.ts';
import { print } from '../../src/cli/output/print.ts';
import { hashOf } from '../rig/hash.ts';
import type { Task, Verdict } from './judge.ts';
import type { Plan } from './mutant.ts';
import { type Mutation, plans } from './mutations.ts';

/** A thread that does not answer within this many limits hangs. */
const PATIENCE = 5;
/** One mutant in this many goes through the whole pipeline. */
const RUN_EACH = 25;

interface Flags {
  mutants: number;
  seed?: number;
  path?: string;
  save: string;
  limit: number;
}

async function fuzz({ mutants, save, limit, path, ...flags }: Flags): Promise<void> {
  const seed = flags.seed ?? Math.floor(Math.random() * 0x7fffffff);
  print(`seed ${seed}`);
  const pool = new Tinypool({
    filename: fileURLToPath(new URL('judge.ts', import.meta.url)),
    execArgv: ['--import', 'tsx'],
    runtime: 'worker_threads',
    minThreads: 1,
    maxThreads: 1,
  });
  const counts = new Map<string, number>();
  let number = 0;
  const judged = async (plan: Plan): Promise<void> => {
    number += 1;
    const task: Task = { plan, limit: limit * 1000, hasRun: number % RUN_EACH === 0 };
    const signal = AbortSignal.timeout(PATIENCE * limit * 1000 + (number === 1 ? 60_000 : 0));
    const verdict: Verdict = await pool.run(task, { signal });
    for (const key of [verdict.status, ...new Set(verdict.codes)])
      counts.set(key, (counts.get(key) ?? 0) + 1);
    if (verdict.violation) throw new Broken(verdict, plan.mutations);
  };
  const result = await fc.check(fc.asyncProperty(plans, judged), {
    ...{ numRuns: mutants, seed, endOnFailure: path !== undefined },
    ...(path !== undefined && { path }),
  });
  await pool.destroy();
  for (const [key, count] of [...counts].sort((a, b) => b[1] - a[1]))
    print(`${String(count).padStart(8)}  ${key}`);
  if (!result.failed) return;
  const error = result.errorInstance;
  print(`failure after ${result.numRuns} mutants and ${result.numShrinks} reductions`);
  if (error instanceof Broken) {
    const { base, changes, violation } = error.verdict;
    print(
      `  ${violation?.invariant}: ${violation?.detail}\n  base   ${base}\n  changes ${changes.join(', ')}`,
    );
    print(`  saved  ${keep(save, error, seed)}`);
  } else print(String(error));
  print(`  again  npm run fuzz -- --seed ${seed} --path ${result.counterexamplePath}`);
  process.exitCode = 1;
}

class Broken extends Error {
  readonly verdict: Verdict;
  readonly mutations: readonly Mutation[];

  constructor(verdict: Verdict, made: readonly Mutation[]) {
    super(verdict.violation?.detail);
    this.verdict = verdict;
    this.mutations = made;
  }
}

/** Saves a failing report as a case of its own. */
function keep(folder: string, { verdict, mutations: made }: Broken, seed: number): string {
  const { bytes, extension, base, violation } = verdict;
  const content = bytes ?? new Uint8Array();
  const place = join(folder, `${violation?.invariant.replaceAll(' ', '-')}-${hashOf(content).slice(0, 12)}`);
  mkdirSync(join(place, 'reports'), { recursive: true });
  writeFileSync(join(place, 'reports', `report.${extension}`), content);
  const record = { ...violation, seed, base, mutations: made.map(({ name }) => name).join(', '), now: null };
  writeFileSync(join(place, 'failure.json'), `${JSON.stringify(record, null, 2)}\n`);
  return place;
}

await new Command('fuzz')
  .description(
    'Damage reports of every kind and format at random. Each must load as what it prints, or be refused.',
  )
  .addOption(
    new Option('--mutants <n>', 'number of mutants').default(5000).argParser(readCount(1, 100_000_000)),
  )
  .addOption(
    new Option('--seed <n>', 'repeat the mutants of this seed (default: random)').argParser(
      readCount(0, 0x7fffffff),
    ),
  )
  .option('--path <path>', 'repeat one failure of the seed')
  .option('--save <dir>', 'save failing reports in this folder', 'fixtures/fuzz')
  .addOption(
    new Option('--limit <seconds>', 'time limit of one report').default(5).argParser(readCount(1, 600)),
  )
  .action(fuzz)
  .parseAsync();
