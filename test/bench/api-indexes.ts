import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { STATES } from '../../src/states/index.ts';
import { sortColumns, sortIndexOf } from '../../src/store/allocation-columns.ts';
import { openForReading, openForWriting } from '../../src/store/dataset.ts';
import { type BenchData, type IngestRun, ingest, removeDataset } from './api-dataset.ts';
import { writeNewReports } from './api-new-reports.ts';
import { say, timed } from './progress.ts';
import { medianOf } from './statistics.ts';

/** One thing with the sort indexes and without them. */
interface Compared<Thing> {
  with: Thing;
  without: Thing;
}

/** What the indexes over the sorted columns cost. */
export interface IndexCosts {
  indexes: number;
  /** Bytes of the dataset file, without unused pages. */
  fileSize: Compared<number>;
  /** Seconds it takes to make all of them in a full dataset that has none. */
  creation: number;
  /** All reports into an empty dataset. */
  fullLoad: Compared<IngestRun>;
  /** One statement of California into the full dataset. */
  newMonth: Compared<IngestRun>;
  restatedMonth: Compared<IngestRun>;
}

const NAMES = STATES.flatMap((state) => sortColumns(state).map((column) => sortIndexOf(state, column)));

/** Measures on copies of the dataset; statements are loaded so often, by turns with and without the indexes. */
export async function measureIndexes(data: BenchData, turns: number): Promise<IndexCosts> {
  const full = copyCompactly(data.dataset, join(data.scratch, 'with.sqlite'));
  const bare = copyCompactly(data.dataset, join(data.scratch, 'without.sqlite'));
  dropIndexes(bare);
  const fileSize = { with: statSync(full).size, without: statSync(bare).size };
  say(`making ${NAMES.length} indexes`);
  const creation = createIndexes(full, copy(bare, join(data.scratch, 'again.sqlite')));
  const empty = join(data.scratch, 'empty.sqlite');
  const load = async (isBare: boolean) => {
    removeDataset(empty);
    openForWriting(empty).close();
    if (isBare) dropIndexes(empty);
    return ingestTimed(`a full load ${isBare ? 'without' : 'with'} the sort indexes`, data.reports, empty);
  };
  const fullLoad = { with: await load(false), without: await load(true) };
  const { newMonth, restatedMonth } = await writeNewReports(data.scratch, data.size);
  const add = async (name: string, report: string) => {
    const runs: Compared<IngestRun[]> = { with: [], without: [] };
    for (let turn = 0; turn < turns; turn += 1) {
      runs.with.push(await ingestTimed(`${name} with them`, report, copy(full, empty)));
      runs.without.push(await ingestTimed(`${name} without them`, report, copy(bare, empty)));
    }
    return { with: middleOf(runs.with), without: middleOf(runs.without) };
  };
  return {
    indexes: NAMES.length,
    fileSize,
    creation,
    fullLoad,
    newMonth: await add('a new month', newMonth),
    restatedMonth: await add('a restated month', restatedMonth),
  };
}

/** The run that took neither the longest nor the shortest. */
function middleOf(runs: readonly IngestRun[]): IngestRun {
  const median = medianOf(runs.map(({ seconds }) => seconds));
  const middle = runs.find(({ seconds }) => seconds === median);
  if (!middle) throw new Error('no runs');
  return middle;
}

async function ingestTimed(what: string, reports: string, dataset: string): Promise<IngestRun> {
  const { result } = await timed(what, () => ingest(reports, dataset, `${dataset}-archive`));
  return result;
}

function copyCompactly(from: string, to: string): string {
  removeDataset(to);
  const dataset = openForReading(from);
  dataset.sqlite.prepare('VACUUM INTO ?').run(to);
  dataset.close();
  return to;
}

function copy(from: string, to: string): string {
  removeDataset(to);
  copyFileSync(from, to);
  return to;
}

function dropIndexes(file: string): void {
  const { sqlite, close } = openForWriting(file);
  for (const name of NAMES) sqlite.exec(`DROP INDEX ${name}`);
  sqlite.exec('VACUUM');
  close();
}

/** Makes the sort indexes that one file has in another; returns how many seconds it took. */
function createIndexes(model: string, file: string): number {
  const source = openForReading(model);
  const definition = source.sqlite
    .prepare<[string], string>("SELECT sql FROM sqlite_master WHERE type = 'index' AND name = ?")
    .pluck();
  const statements = NAMES.map((name) => definition.get(name) ?? '');
  source.close();
  const { sqlite, close } = openForWriting(file);
  const begin = performance.now();
  sqlite.exec(`BEGIN; ${statements.join('; ')}; COMMIT`);
  close();
  const seconds = (performance.now() - begin) / 1000;
  removeDataset(file);
  return seconds;
}
