/** `npm run soak`: kills the program at many moments and checks that nothing is lost or broken. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { readCount } from '../../src/cli/options.ts';
import { print } from '../../src/cli/output/print.ts';
import { placeIn } from './place.ts';
import { prepareDataset, prepareInbox, SCENARIOS } from './scenario.ts';
import { playSeries, type Tally } from './series.ts';

const LARGEST_SEED = 2 ** 31 - 1;

interface Flags {
  kills: number;
  seed?: number;
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
  .option('--program <file>', 'the compiled program', 'dist/cli/main.js')
  .addHelpText('after', '\nExample:\n  $ npm run soak -- --kills 1000 --seed 42')
  .action(async ({ seed = Math.floor(Math.random() * LARGEST_SEED), ...flags }: Flags) => {
    const folder = mkdtempSync(join(tmpdir(), 'allocations-soak-'));
    print(`seed ${seed}, in ${folder}`);
    const program = resolve(flags.program);
    const starts = { nothing: placeIn(join(folder, 'nothing')), dataset: placeIn(join(folder, 'dataset')) };
    prepareInbox(starts.nothing);
    await prepareDataset(program, starts.dataset);
    const tallies: Tally[] = [];
    for (const [at, scenario] of SCENARIOS.entries()) {
      const kills =
        Math.floor(flags.kills / SCENARIOS.length) + (at < flags.kills % SCENARIOS.length ? 1 : 0);
      const tally = await playSeries(scenario, { program, seed, kills, folder, starts });
      tallies.push(tally);
      print(formatTally(tally));
    }
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

function formatTally({ scenario, kills, before, after, late, faults, ...times }: Tally): string {
  const seconds = (times.milliseconds / 1000).toFixed(1);
  const course = `undisturbed ${Math.round(times.course.milliseconds)} ms, ${times.course.steps} steps`;
  const left = `left ${before} as before, ${after} as after; ${late} late`;
  return `${scenario}: ${kills} kills in ${seconds} s (${course}): ${left}, ${faults.length} failures`;
}
