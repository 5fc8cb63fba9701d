/** `npm run fuzz`: checks that no damaged report breaks the pipeline or puts an invented figure into the dataset. */
import { Command, Option } from 'commander';
import { readCount } from '../../src/cli/options.ts';
import { oneLine, print } from '../../src/cli/output/print.ts';
import { makeBases } from './bases.ts';
import { type Failure, saveFailure } from './failures.ts';
import { minimise } from './minimise.ts';
import { type Mutant, makeMutant } from './mutant.ts';
import { Tally } from './tally.ts';
import { WatchedJudge } from './watched-judge.ts';

const LARGEST_SEED = 0xffffffff;
const PROGRESS_MS = 5000;
const MINIMISE_MS = 10_000;
/** Number of failures to save. One cause may give many. */
const MOST_SAVED = 20;
/** Number of failures that end the run. */
const MOST_FAILURES = 200;

interface Flags {
  mutants: number;
  seed?: number;
  only?: number;
  save: string;
  limit: number;
}

await new Command('fuzz')
  .description(
    'Mutate valid reports of every kind and format and run each through the pipeline. Check that it is loaded completely or refused, in time, and without a figure that is not in the file.',
  )
  .addOption(
    new Option('--mutants <n>', 'number of mutants').default(5000).argParser(readCount(1, 100_000_000)),
  )
  .addOption(
    new Option('--seed <n>', 'repeat the mutants of this seed (default: random)').argParser(
      readCount(0, LARGEST_SEED),
    ),
  )
  .addOption(
    new Option('--only <n>', 'run only this mutant of the seed').argParser(readCount(0, 100_000_000)),
  )
  .option('--save <dir>', 'save minimized failing reports in this folder', 'fixtures/fuzz')
  .addOption(
    new Option('--limit <seconds>', 'time limit of one report').default(5).argParser(readCount(1, 600)),
  )
  .addHelpText('after', '\nExample:\n  $ npm run fuzz -- --mutants 100000 --seed 7')
  .action(fuzz)
  .parseAsync();

async function fuzz({ mutants, only, limit, save, ...flags }: Flags): Promise<void> {
  const seed = flags.seed ?? Math.floor(Math.random() * LARGEST_SEED);
  print(`seed ${seed}`);
  const bases = await makeBases();
  const judge = new WatchedJudge(limit * 1000);
  endWith(judge);
  const tally = new Tally();
  const [first, end] = only === undefined ? [0, mutants] : [only, only + 1];
  let saidAt = performance.now();
  try {
    for (let number = first; number < end && tally.failures < MOST_FAILURES; number += 1) {
      const mutant = makeMutant(bases, seed, number);
      const verdict = await judge.judge(mutant.bytes, mutant.base.format);
      tally.add(number, mutant.base, verdict);
      if (only !== undefined)
        print(`${mutant.base.name}, ${describe(mutant)}: ${verdict.status} ${verdict.errors.join(', ')}`);
      if (verdict.violation) {
        const { base, mutations } = mutant;
        const failure = { violation: verdict.violation, seed, mutant: number, base: base.name, mutations };
        const place = tally.failures <= MOST_SAVED ? await keep(failure, mutant, judge, save) : null;
        printFailure(failure, place);
      }
      if (performance.now() - saidAt > PROGRESS_MS) {
        process.stderr.write(`${tally.progress(end - first)}\n`);
        saidAt = performance.now();
      }
    }
  } finally {
    await judge.close();
  }
  print(`\n${tally.report()}`);
  process.exitCode = tally.failures > 0 ? 1 : 0;
}

function describe({ mutations }: Pick<Mutant, 'mutations'>): string {
  return mutations.join(' + ');
}

/** Saves the smallest report that breaks the same invariant. */
async function keep(
  failure: Failure,
  { bytes, base }: Mutant,
  judge: WatchedJudge,
  folder: string,
): Promise<string> {
  const { invariant } = failure.violation;
  const smallest = await minimise(
    bytes,
    async (smaller) => (await judge.judge(smaller, base.format)).violation?.invariant === invariant,
    MINIMISE_MS,
  );
  const { violation } = await judge.judge(smallest, base.format);
  return saveFailure(
    folder,
    { ...failure, violation: violation ?? failure.violation },
    smallest,
    base.format,
  );
}

function printFailure(failure: Failure, place: string | null): void {
  const { seed, mutant, base, violation } = failure;
  print(
    [
      `failure: ${violation.invariant}`,
      `  seed       ${seed}, mutant ${mutant}`,
      `  base       ${base}`,
      `  mutations  ${describe({ mutations: [...failure.mutations] })}`,
      `  detail     ${oneLine(violation.detail)}`,
      `  saved      ${place ?? `no, ${MOST_SAVED} are saved already`}`,
      `  again      npm run fuzz -- --seed ${seed} --only ${mutant}`,
    ].join('\n'),
  );
}

/** Ends the judging process when a signal ends this one. */
function endWith(judge: WatchedJudge): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await judge.close();
      process.exit(1);
    });
  }
}
