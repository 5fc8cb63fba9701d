import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { errorCode, OperatorError } from '../../../src/domain/operator-error.ts';
import { STATES } from '../../../src/states/index.ts';
import { type JobRun, runJob, scriptJob } from '../job.ts';
import { measureInTurn } from '../measurement.ts';
import { type Bench, fullDataset, type PartResult, reportsOf } from './bench.ts';

const LINE_END = '\n';
const FAILED = 1;

/** Lower bounds: how long parts of the backfill take at least. */
export async function measureFloors(bench: Bench): Promise<PartResult> {
  const { reports } = await reportsOf(bench, bench.size);
  const { place, measurement: backfill } = await fullDataset(bench);
  const tables = await exportAllocations(bench, place.database);
  const target = join(bench.scratch, 'floor.sqlite');
  const script = (name: string, ...args: string[]) => runJob(scriptJob(name, name, args));
  const measurements = await measureInTurn(
    [
      { what: 'reading the bytes and hashing them', run: () => script('read-bytes', reports) },
      { what: 'papaparse alone', run: () => script('parse-csv', reports) },
      { what: "the sqlite3 shell's .import of the datapoints", run: () => importBySqlite(tables, target) },
      {
        what: 'inserting all rows of the dataset, with its indexes',
        run: () => {
          removeDatabase(target);
          return script('insert-rows', place.database, target);
        },
      },
    ],
    bench.rounds,
  );
  const ratioTo = (at: number) => backfill.seconds.median / (measurements[at]?.seconds.median ?? Number.NaN);
  return {
    title: 'Lower bounds of parts of the backfill',
    measurements,
    ratios: {
      'backfill-to-bytes': ratioTo(0),
      'backfill-to-papaparse': ratioTo(1),
      'backfill-to-import': ratioTo(2),
      'backfill-to-insert': ratioTo(3),
    },
    notes: [`The backfill: ${backfill.seconds.median.toFixed(2)} s.`],
  };
}

/** A table of datapoints as a CSV file. */
interface Exported {
  name: string;
  /** Its CREATE TABLE, not STRICT: the shell reads a blank cell as an empty text. */
  definition: string;
  file: string;
}

async function exportAllocations(bench: Bench, dataset: string): Promise<Exported[]> {
  const sqlite = new Database(dataset, { readonly: true });
  try {
    const definitions = sqlite
      .prepare<[string], string>('SELECT sql FROM sqlite_master WHERE name = ?')
      .pluck();
    const tables = STATES.map(({ code }) => {
      const name = `${code}_allocation`;
      return {
        name,
        definition: definitions.get(name)?.replace(/\s*STRICT\s*$/, '') ?? '',
        file: join(bench.scratch, `${name}.csv`),
      };
    });
    for (const { name, file } of tables) {
      const stream = createWriteStream(file);
      for (const row of sqlite.prepare<[], unknown[]>(`SELECT * FROM ${name}`).raw().iterate())
        stream.write(row.join(',') + LINE_END);
      stream.end();
      await finished(stream);
    }
    return tables;
  } finally {
    sqlite.close();
  }
}

async function importBySqlite(tables: readonly Exported[], target: string): Promise<JobRun> {
  removeDatabase(target);
  const input = [
    '.bail on',
    'PRAGMA journal_mode = WAL;',
    'PRAGMA synchronous = FULL;',
    ...tables.map(({ definition }) => `${definition};`),
    '.mode csv',
    ...tables.map(({ name, file }) => `.import ${JSON.stringify(file)} ${name}`),
    '',
  ].join(LINE_END);
  try {
    return await runJob({ what: '.import', command: ['sqlite3', target], input });
  } catch (error) {
    if (errorCode(error) === 'ENOENT')
      throw new OperatorError('Cannot find the sqlite3 shell. Install it: apt-get install sqlite3', FAILED);
    throw error;
  }
}

function removeDatabase(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
}
