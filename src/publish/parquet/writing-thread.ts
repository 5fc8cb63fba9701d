import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Budget } from '../../domain/allocation.ts';
import { explainDisk, MACHINE, OperatorError } from '../../domain/operator-error.ts';
import { syncToDisk } from '../../files/sync-to-disk.ts';
import { RECORDS } from '../../records/index.ts';
import { STATES } from '../../states/index.ts';
import { type Dataset, findDamage, openForReading } from '../../store/dataset.ts';
import { openReader } from '../../store/query/view.ts';
import { hashFile, MANIFEST } from '../version-folder.ts';
import { columnsOfStates, decimalText } from '../warehouse/published-columns.ts';
import {
  allocationTable,
  budgetsFingerprint,
  describeSchema,
  type PublishedTable,
  type RecordTable,
  recordTables,
  schemaFingerprint,
  type Totals,
} from '../warehouse/published-tables.ts';
import type { ParquetManifest } from './manifest.ts';
import { writeParquet } from './parquet-file.ts';

/** Where to read from and where to write. */
export interface WritingTask {
  database: string;
  /** An empty folder. */
  folder: string;
  programVersion: string;
  createdAt: string;
  /** The registered budgets. Default: none. */
  budgets?: readonly Budget[] | undefined;
}

/** What was written, or why not. Errors lose their class on the way out of a thread. */
export type ThreadWriting =
  | { manifest: ParquetManifest }
  | { refusal: { message: string; exitCode: number } };

/** Writes the Parquet files of one version in a thread. */
export default async function write(task: WritingTask): Promise<ThreadWriting> {
  try {
    return { manifest: await writeVersion(task) };
  } catch (error) {
    const explained = explainDisk('publication folder', task.folder, error);
    if (!(explained instanceof OperatorError)) throw error;
    return { refusal: { message: explained.message, exitCode: explained.exitCode } };
  }
}

interface PlannedFile extends Pick<PublishedTable, 'columns' | 'rows'> {
  path: string;
  table: string;
  state: string | null;
  /** What must be in it; `null` if the table has no amounts. */
  expected: Totals | null;
}

const CACHE_KIB = 4096;

/** Writes the Parquet files of one version of a dataset and their manifest, and waits until the disk has them. */
export async function writeVersion(
  task: WritingTask,
  tables: readonly RecordTable[] = recordTables(RECORDS, task.budgets),
): Promise<ParquetManifest> {
  const { database, folder, programVersion, createdAt } = task;
  const dataset = openForReading(database);
  try {
    // every page is read once
    dataset.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
    // all tables are of one version, even if a run ends meanwhile
    dataset.sqlite.exec('BEGIN');
    const [fault] = findDamage(dataset);
    if (fault) throw new OperatorError(`Cannot publish ${database}. ${fault}`, MACHINE);
    const version = openReader(dataset).version();
    const files: ParquetManifest['files'] = [];
    for (const planned of plan(dataset, tables))
      files.push(await writePlanned(planned, folder, dataset, version));
    const manifest: ParquetManifest = {
      format: 1,
      dataset_version: version,
      program_version: programVersion,
      created_at: createdAt,
      schema_sha256: schemaFingerprint(tables),
      budgets_sha256: budgetsFingerprint(task.budgets),
      schema: describeSchema(tables),
      files,
    };
    writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    syncAll(folder);
    return manifest;
  } finally {
    dataset.close();
  }
}

function plan(dataset: Dataset, tables: readonly RecordTable[]): PlannedFile[] {
  const allocations = STATES.map((state) => {
    const { totals, ...table } = allocationTable(state, columnsOfStates());
    const path = `state=${state.code}/allocations.parquet`;
    return { ...table, path, table: 'allocation', state: state.code, expected: totals(dataset) };
  });
  const records = tables.map((table) => {
    return { ...table, path: `${table.plural}.parquet`, table: table.name, state: null, expected: null };
  });
  return [...allocations, ...records];
}

async function writePlanned(planned: PlannedFile, folder: string, dataset: Dataset, version: string) {
  const { path, table, state, columns, rows, expected } = planned;
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  const written = await writeParquet({ columns, rows: rows(dataset) }, file, { dataset_version: version });
  if (expected) requireSame(path, written, expected);
  const sums = Object.entries(written.sums).map(([name, sum]) => [name, decimalText(sum, 'amount')]);
  const { size: bytes } = statSync(file);
  const sha256 = await hashFile(file);
  return { path, table, state, rows: written.rows, bytes, sha256, sums: Object.fromEntries(sums) };
}

/** Throws if what was written differs from the stored table. Columns that the state does not have sum up to 0. */
function requireSame(path: string, written: Totals, expected: Totals): void {
  const different = Object.entries(written.sums).find(([name, sum]) => sum !== (expected.sums[name] ?? 0n));
  if (written.rows !== expected.rows || different)
    throw new Error(`${path} differs from the dataset: ${different?.[0] ?? `${written.rows} rows`}`);
}

/** Waits until the disk has every file and folder. */
function syncAll(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    syncToDisk(join(folder, name));
  syncToDisk(folder);
}
