import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MACHINE, OperatorError } from '../../domain/operator-error.ts';
import { syncToDisk } from '../../files/sync-to-disk.ts';
import { STATES } from '../../states/index.ts';
import type { Dataset } from '../../store/dataset.ts';
import { findDamage, openForReading } from '../../store/dataset.ts';
import { openReader } from '../../store/query/view.ts';
import { hashFile, MANIFEST } from '../version-folder.ts';
import { columnsOfStates } from '../warehouse/allocation-columns.ts';
import { decimalText } from '../warehouse/published-column.ts';
import {
  type PublishedRows,
  readAllocationRows,
  type Totals,
  totalsOf,
} from '../warehouse/published-rows.ts';
import { describeSchema, schemaFingerprint } from '../warehouse/published-schema.ts';
import { type RecordTable, recordTables } from '../warehouse/record-tables.ts';
import type { ParquetManifest } from './manifest.ts';
import { type ParquetTable, writeParquet } from './parquet-file.ts';

/** Where to read from and where to write. */
export interface WritingTask {
  database: string;
  /** An empty folder. */
  folder: string;
  programVersion: string;
  createdAt: string;
}

/** A file to write, and what must be in it; `null` if the table has no amounts. */
interface PlannedFile {
  path: string;
  table: string;
  state: string | null;
  columns: ParquetTable['columns'];
  rows: () => PublishedRows;
  expected: Totals | null;
}

const CACHE_KIB = 4096;

/** Writes the Parquet files of one version of a dataset and their manifest, and waits until the disk has them. */
export async function writeVersion(
  task: WritingTask,
  tables: readonly RecordTable[] = recordTables(),
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
    for (const planned of plan(dataset, tables)) files.push(await writePlanned(planned, folder, version));
    const manifest: ParquetManifest = {
      format: 1,
      dataset_version: version,
      program_version: programVersion,
      created_at: createdAt,
      schema_sha256: schemaFingerprint(tables),
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
  const columns = columnsOfStates();
  const allocations = STATES.map((state) => ({
    path: `state=${state.code}/allocations.parquet`,
    table: 'allocation',
    state: state.code,
    columns,
    rows: () => readAllocationRows(dataset, state, columns),
    expected: totalsOf(dataset, state),
  }));
  const records = tables.map((table) => ({
    path: `${table.plural}.parquet`,
    table: table.name,
    state: null,
    columns: table.columns,
    rows: () => table.rows(dataset),
    expected: null,
  }));
  return [...allocations, ...records];
}

async function writePlanned(planned: PlannedFile, folder: string, version: string) {
  const { path, table, state, columns, rows, expected } = planned;
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  const written = await writeParquet({ columns, rows: rows() }, file, { dataset_version: version });
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
