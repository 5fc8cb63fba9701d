/** `npm run soak`: kills the program at many moments and checks that nothing is lost or broken. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { readCount } from '../../src/cli/options.ts';
import { print } from '../../src/cli/output/print.ts';
import { placeIn } from './place.ts';
import { prepareDataset, prepareInbox, SCENARIOS, type Scenario } from './scenario.ts';
import { playSeries, type Tally } from './series.ts';
import { formatProgress, formatTallies } from './tallies.ts';

const LARGEST_SEED = 2 ** 31 - 1;

interface Flags {
  kills: number;
  seed?: number;
  only?: string;
  number?: number;
  program: string;
}

await new Command('soak')
  .description(
    'Kill ingest, reprocess, withdraw, accept and publish (SIGKILL) at many moments. Check each time: the dataset is complete, either old or new; the archive has no partial files; the next run completes.',
  )
  .addOption(
    new Option('--kills <n>', 'number of kills, spread over the scenarios')
      .argParser(readCount(1, 1_000_000))
      .default(100),
  )
  .addOption(
    new Option('--seed <n>', 'repeat the moments of this seed (default: random)').argParser(
      readCount(0, LARGEST_SEED),
    ),
  )
  .addOption(
    new Option('--only <scenario>', 'play only this scenario').choices(SCENARIOS.map(({ name }) => name)),
  )
  .addOption(
    new Option('--number <n>', 'play only this draw, with --seed and --only').argParser(
      readCount(1, 10_000_000),
    ),
  )
  .option('--program <file>', 'the compiled program', 'dist/cli/main.js')
  .addHelpText('after', '\nExample:\n  $ npm run soak -- --kills 1000 --seed 42')
  .action(async ({ seed = Math.floor(Math.random() * LARGEST_SEED), ...flags }: Flags) => {
    const folder = mkdtempSync(join(tmpdir(), 'allocations-soak-'));
    print(`seed ${seed}, in ${folder}`);
    const program = resolve(flags.program);
    const scenarios = await playable(program, folder, flags.only);
    const starts = { nothing: placeIn(join(folder, 'nothing')), dataset: placeIn(join(folder, 'dataset')) };
    prepareInbox(starts.nothing);
    await prepareDataset(program, starts.dataset);
    const tallies: Tally[] = [];
    for (const [at, scenario] of scenarios.entries()) {
      const kills =
        Math.floor(flags.kills / scenarios.length) + (at < flags.kills % scenarios.length ? 1 : 0);
      const { number } = flags;
      const tally = await playSeries(scenario, { program, seed, kills, folder, starts, number });
      tallies.push(tally);
      print(formatProgress(tally));
    }
    print(formatTallies(tallies));
    const faults = tallies.flatMap((tally) => tally.faults);
    if (faults.length === 0) {
      rmSync(folder, { recursive: true });
      return;
    }
    print(
      `${faults.length} failures with --seed ${seed}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    process.exitCode = 1;
  })
  .parseAsync();

/** Returns the scenarios that can run here. Prints why the others cannot. */
async function playable(program: string, folder: string, only: string | undefined): Promise<Scenario[]> {
  const place = placeIn(join(folder, 'help'));
  const chosen: Scenario[] = [];
  for (const scenario of SCENARIOS.filter(({ name }) => only === undefined || name === only)) {
    const reason = (await scenario.missing?.(program, place)) ?? null;
    if (reason === null) chosen.push(scenario);
    else print(`${scenario.name}: skipped, ${reason}`);
  }
  return chosen;
}
