/** `npm run bench:api`: how fast the list service is. */
import { rmSync, writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { readCount } from '../../src/cli/options.ts';
import { print } from '../../src/cli/output/print.ts';
import { ensureData } from './api/dataset.ts';
import { type LoadPlan, measureLoad } from './api/load.ts';
import { measureQueries, type QueryPlan } from './api/queries.ts';
import { AIM_MS, formatLoad, formatQueries } from './api/tables.ts';
import { describeMachine, formatMachine } from './machine.ts';
import { say, timed } from './progress.ts';

const PARTS = ['queries', 'load'] as const;
const PLANS: Readonly<Record<'full' | 'small', Plan>> = {
  full: {
    queries: { repetitions: 100, step: 1, aim: AIM_MS },
    load: { connections: 10, rounds: 9, secondsEach: 2, warmUpSeconds: 2, coldPaths: 30_000 },
  },
  small: {
    queries: { repetitions: 2, step: 5, aim: AIM_MS },
    load: { connections: 10, rounds: 1, secondsEach: 0.5, warmUpSeconds: 0.1, coldPaths: 2000 },
  },
};

interface Plan {
  queries: QueryPlan;
  load: LoadPlan;
}

interface Flags {
  cache: string;
  small?: true;
  reports?: string;
  dataset?: string;
  only?: (typeof PARTS)[number];
  repetitions?: number;
  json?: string;
}

await new Command('bench:api')
  .description(
    'Measure the list service with invented full-size data: its queries, and its answers on loopback compared with a bare Fastify route. The first run takes minutes to make the data.',
  )
  .option('--cache <dir>', 'keep reports and dataset in this folder', 'data/bench')
  .option('--small', 'use little data and few repetitions, to test the benchmark itself')
  .option('--reports <dir>', 'use these reports of ensureReports')
  .option('--dataset <file>', 'use this dataset, made from the reports')
  .addOption(new Option('--only <part>', 'measure only this part').choices(PARTS))
  .addOption(
    new Option(
      '--repetitions <n>',
      `calls of each query (default ${PLANS.full.queries.repetitions})`,
    ).argParser(readCount(1, 10_000)),
  )
  .option('--json <file>', 'write all numbers to this file')
  .addHelpText('after', '\nExample:\n  $ npm run bench:api -- --only queries --json queries.json')
  .action(measure)
  .parseAsync();

async function measure(flags: Flags): Promise<void> {
  const { cache, small = false, only, json } = flags;
  const plan = PLANS[small ? 'small' : 'full'];
  const queries = { ...plan.queries, ...(flags.repetitions && { repetitions: flags.repetitions }) };
  const machine = describeMachine();
  print(formatMachine(machine));
  const data = await ensureData(cache, small, flags);
  const isWanted = (part: (typeof PARTS)[number]) => only === undefined || only === part;
  const numbers: Record<string, unknown> = { machine, size: data.size };
  try {
    if (isWanted('queries')) {
      const { result } = await timed('queries', () => measureQueries(data.dataset, queries));
      numbers.queries = result;
      print(`\n${formatQueries(result)}`);
    }
    if (isWanted('load')) {
      const load = await measureLoad(data, plan.load);
      numbers.load = load;
      print(`\n${formatLoad(load)}`);
    }
  } finally {
    rmSync(data.scratch, { recursive: true, force: true });
  }
  if (json !== undefined) {
    // single calls would be a hundred thousand numbers
    const written = JSON.stringify(
      numbers,
      (_, value) => (value instanceof Float64Array ? undefined : value),
      1,
    );
    writeFileSync(json, `${written}\n`);
    say(`all numbers are in ${json}`);
  }
}
