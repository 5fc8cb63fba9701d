import { monthsFrom } from '../rig/reports/months.ts';
import { type Place, RUN_OPTIONS, succeed, write } from './place.ts';
import { california, illinois, layoutsOf, texas, texasSummary } from './reports.ts';

/** A command to kill, and the place it runs in. */
export interface Scenario {
  name: string;
  startsFrom: 'nothing' | 'dataset';
  prepare?(program: string, place: Place): Promise<void>;
  args: readonly string[];
  /** Message of the command if it was killed after it had done its work. */
  saysWhenDone?: RegExp;
}

const JURISDICTIONS = { texas: 100, california: 30, illinois: 20 };
const LAYOUTS = ['--layouts', 'layouts.json'] as const;
const WITHDRAWN = 'again/texas-2023-restated.csv';
const DOUBTFUL = 'doubtful/texas-2062-01.csv';
const PUBLISH = ['publish', 'publication', '--db', 'dataset.sqlite'] as const;

/** Arguments that load the reports of a folder. */
function ingest(folder: string): string[] {
  return ['ingest', folder, '--on-doubt', 'load', ...RUN_OPTIONS, ...LAYOUTS];
}

/** Writes an inbox: one report per new month, and half of last year restated. */
export function prepareInbox(place: Place): void {
  write(place, 'layouts.json', layoutsOf('A'));
  write(place, 'altered-layouts.json', layoutsOf('B'));
  const months = monthsFrom('2024-01', 6);
  for (const month of months)
    write(place, `inbox/texas-${month}.csv`, texas({ jurisdictions: JURISDICTIONS.texas, months: [month] }));
  write(place, 'inbox/california.csv', california({ jurisdictions: JURISDICTIONS.california, months }));
  const restated = { jurisdictions: JURISDICTIONS.texas / 2, months: monthsFrom('2023-07', 6), bump: 9 };
  write(place, 'inbox/texas-restated.csv', texas(restated));
  const summary = { jurisdictions: JURISDICTIONS.texas, months: monthsFrom('2023-11', 8), bump: 5 };
  write(place, 'inbox/texas-summary.csv', texasSummary(summary));
  // the year under way gains months, and restates the others
  const yearUnderWay = { jurisdictions: JURISDICTIONS.illinois, firstYear: 2023, months: 9, bump: 3 };
  write(place, 'inbox/illinois-2024.csv', illinois(yearUnderWay));
}

/** Makes a dataset of two years of each state; the second year of Texas is restated. The inbox is not loaded. */
export async function prepareDataset(program: string, place: Place): Promise<void> {
  prepareInbox(place);
  for (const year of ['2022', '2023']) {
    const months = monthsFrom(`${year}-01`, 12);
    write(place, `base/texas-${year}.csv`, texas({ jurisdictions: JURISDICTIONS.texas, months }));
    write(
      place,
      `base/texas-summary-${year}.csv`,
      texasSummary({ jurisdictions: JURISDICTIONS.texas, months }),
    );
    const ofIllinois = { jurisdictions: JURISDICTIONS.illinois, firstYear: Number(year), months: 12 };
    write(
      place,
      `base/illinois-${year}.csv`,
      illinois(year === '2023' ? { ...ofIllinois, months: 6 } : ofIllinois),
    );
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
  {
    name: 'accept',
    startsFrom: 'dataset',
    prepare: async (_, place) => {
      const months = monthsFrom('2062-01', 1);
      write(place, DOUBTFUL, texas({ jurisdictions: JURISDICTIONS.texas, months }));
    },
    args: [...ingest(DOUBTFUL), '--accept', 'confirmed'],
  },
  { name: 'first-publish', startsFrom: 'dataset', args: PUBLISH },
  {
    name: 'publish',
    startsFrom: 'dataset',
    prepare: async (program, place) => {
      await succeed(program, place, ...PUBLISH);
      await succeed(program, place, ...ingest('inbox'));
    },
    args: PUBLISH,
  },
];
