import { monthsFrom } from '../rig/reports/months.ts';
import type { Place } from './place.ts';
import { RUN_OPTIONS, write } from './place.ts';
import { run, succeed } from './program.ts';
import { california, layoutsOf, texas } from './reports.ts';

/** A command that is killed, and the state of things in which it is given. */
export interface Scenario {
  name: string;
  startsFrom: 'nothing' | 'dataset';
  /** What else is done before. */
  prepare?(program: string, place: Place): Promise<void>;
  args: readonly string[];
  /** What the command may say instead of succeeding where it had done its work before it was killed. */
  saysWhenDone?: RegExp;
  /** Why it cannot be played; null where it can. */
  missing?(program: string, place: Place): Promise<string | null>;
}

const JURISDICTIONS = { texas: 100, california: 30 };
const LAYOUTS = ['--layouts', 'layouts.json'] as const;
const WITHDRAWN = 'again/texas-2023-restated.csv';
const PUBLISH = ['publish', 'publication', '--db', 'dataset.sqlite'] as const;

/** The reports of a folder into the dataset. */
function ingest(folder: string): string[] {
  return ['ingest', folder, ...RUN_OPTIONS, ...LAYOUTS];
}

/** Writes an inbox alone: new months, a report each, and half of last year restated. */
export function prepareInbox(place: Place): void {
  write(place, 'layouts.json', layoutsOf('A'));
  write(place, 'altered-layouts.json', layoutsOf('B'));
  const months = monthsFrom('2024-01', 6);
  for (const month of months)
    write(place, `inbox/texas-${month}.csv`, texas({ jurisdictions: JURISDICTIONS.texas, months: [month] }));
  write(place, 'inbox/california.csv', california({ jurisdictions: JURISDICTIONS.california, months }));
  const restated = { jurisdictions: JURISDICTIONS.texas / 2, months: monthsFrom('2023-07', 6), bump: 9 };
  write(place, 'inbox/texas-restated.csv', texas(restated));
}

/** Makes a dataset of two years of both states, the second of Texas restated; the inbox is still to be loaded. */
export async function prepareDataset(program: string, place: Place): Promise<void> {
  prepareInbox(place);
  for (const year of ['2022', '2023']) {
    const months = monthsFrom(`${year}-01`, 12);
    write(place, `base/texas-${year}.csv`, texas({ jurisdictions: JURISDICTIONS.texas, months }));
    write(
      place,
      `base/california-${year}.csv`,
      california({ jurisdictions: JURISDICTIONS.california, months }),
    );
  }
  const restated = { jurisdictions: JURISDICTIONS.texas, months: monthsFrom('2023-01', 12), bump: 7 };
  write(place, WITHDRAWN, texas(restated));
  await succeed(program, place, ...ingest('base'));
  await succeed(program, place, ...ingest('again'));
}

async function missingPublish(program: string, place: Place): Promise<string | null> {
  // of an unknown command the help is that of the whole program
  const { stdout } = await run(program, place, 'publish', '--help');
  return stdout.includes('allocations publish') ? null : 'the program has no command publish';
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'ingest', startsFrom: 'dataset', args: ingest('inbox') },
  { name: 'first-ingest', startsFrom: 'nothing', args: ingest('inbox') },
  {
    name: 'reprocess',
    startsFrom: 'dataset',
    args: ['reprocess', ...RUN_OPTIONS, '--layouts', 'altered-layouts.json'],
  },
  {
    name: 'withdraw',
    startsFrom: 'dataset',
    args: ['withdraw', WITHDRAWN, '--reason', 'loaded by mistake', ...RUN_OPTIONS, ...LAYOUTS],
    saysWhenDone: /was already withdrawn at/,
  },
  { name: 'first-publish', startsFrom: 'dataset', args: PUBLISH, missing: missingPublish },
  {
    name: 'publish',
    startsFrom: 'dataset',
    prepare: async (program, place) => {
      await succeed(program, place, ...PUBLISH);
      await succeed(program, place, ...ingest('inbox'));
    },
    args: PUBLISH,
    missing: missingPublish,
  },
];
