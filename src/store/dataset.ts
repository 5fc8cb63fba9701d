import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { MACHINE, OperatorError, orNull, USAGE } from '../domain/operator-error.ts';
import { packageFile } from '../domain/package-file.ts';
import {
  applyMigrations,
  type DatabaseFile,
  type DatabaseKind,
  explainDatabase,
  makeFolderOf,
  openDatabase,
  pendingMigrations,
} from './database-file.ts';
import { createViews } from './views/dataset-views.ts';

const DATASET: DatabaseKind = {
  name: 'an allocation dataset',
  // the letters STDT
  applicationId: 0x53544454,
  migrations: packageFile('src/store/migrations'),
  option: '--db',
  repair:
    'Move it away with its -wal and -shm files. Then build it again from the archive: allocations rebuild --db FILE. If it is a copy, publish it again.',
};
const BUSY_TIMEOUT_MS = 10_000;
const CACHE_KIB = 65_536;
/** Every SQLite file begins with a header: its version of writing is byte 18, its application id begins at byte 68. */
const HEADER_BYTES = 100;
const WITH_LOG = 2;

export type Dataset = DatabaseFile;

/** Opens a dataset for a run. Creates the file or its views first. `:memory:` opens an empty one in memory. */
export function openForWriting(file: string): Dataset {
  if (file !== ':memory:') makeFolderOf(file, DATASET);
  return open(file, {}, (dataset) => {
    const pending = pendingMigrations(dataset, DATASET);
    dataset.sqlite.pragma('journal_mode = WAL');
    dataset.sqlite.pragma('synchronous = FULL');
    if (pending > 0) applyMigrations(dataset, DATASET);
    createViews(dataset);
    dataset.sqlite.pragma('foreign_keys = ON');
  });
}

export function openForReading(file: string): Dataset {
  if (!existsSync(file))
    throw new OperatorError(
      `Nothing is loaded yet: ${file} does not exist. Load your reports: allocations ingest <path> --db ${file}. Or name another file with --db. If the dataset was lost, build it from the archive: allocations rebuild --db ${file}`,
      USAGE,
    );
  return open(file, { readonly: true, fileMustExist: true }, requireCurrent);
}

/** Opens a dataset, reads from it, and closes it. */
export function readDataset<Reading>(file: string, read: (dataset: Dataset) => Reading): Reading {
  const dataset = openForReading(file);
  try {
    return read(dataset);
  } finally {
    dataset.close();
  }
}

/** A report that gives figures, and whether they are invented. */
export interface CountedReport {
  sha256: string;
  isInvented: number;
}

/** The reports that a file counts, also one of an earlier version. `null` if it exists, and no command can read it. */
export function countedReports(file: string): CountedReport[] | null {
  if (!existsSync(file)) return [];
  return orNull(() => {
    let found: CountedReport[] = [];
    open(file, { readonly: true, fileMustExist: true }, (dataset) => {
      // throws for versions whose reports have other columns
      pendingMigrations(dataset, DATASET);
      const { sqlite } = dataset;
      if (sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'report'").get())
        found = sqlite
          .prepare<[], CountedReport>(
            "SELECT sha256, origin ->> 'invented' IS 1 AS isInvented FROM report WHERE withdrawn_at IS NULL",
          )
          .all();
    }).close();
    return found;
  });
}

/** Copies a dataset to a new file that readers can open on a read-only disk. */
export function copyDataset({ sqlite }: Dataset, file: string): void {
  sqlite.prepare('VACUUM INTO ?').run(file);
  open(file, { fileMustExist: true }, (copy) => {
    copy.sqlite.pragma('journal_mode = DELETE');
  }).close();
}

/** Whether a file is a copy of a dataset, also a damaged one. A dataset that runs write to has a write-ahead log. */
export function isCopy(file: string): boolean {
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header);
  } finally {
    closeSync(descriptor);
  }
  return header.readInt32BE(68) === DATASET.applicationId && header[18] !== WITH_LOG;
}

/**
 * Moves the write-ahead log into the dataset file, so that the file alone is complete. Throws an `OperatorError` if
 * another program has it open. Closing a dataset also tries this, but fails silently.
 */
export function completeDataset(file: string): void {
  open(file, { fileMustExist: true }, ({ sqlite }) => {
    const busy = sqlite.prepare<[], number>('PRAGMA wal_checkpoint(TRUNCATE)').pluck().get();
    if (busy !== 0) throw new OperatorError(`${file} is in use. Try again.`, MACHINE);
  }).close();
}

/** Opens a dataset, or an empty one in memory, for a run that will be rolled back. Never changes the file. */
export function openForDryRun(file: string): Dataset {
  if (file === ':memory:' || !existsSync(file) || statSync(file).size === 0)
    return openForWriting(':memory:');
  return open(file, {}, (dataset) => {
    requireCurrent(dataset);
    dataset.sqlite.pragma('foreign_keys = ON');
  });
}

function open(file: string, options: Database.Options, prepare: (dataset: Dataset) => void): Dataset {
  return openDatabase(file, DATASET, { timeout: BUSY_TIMEOUT_MS, ...options }, (dataset) => {
    dataset.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
    prepare(dataset);
  });
}

function requireCurrent(dataset: Dataset): void {
  if (pendingMigrations(dataset, DATASET) === 0) return;
  const { file, sqlite } = dataset;
  if (sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'jurisdiction'").get())
    throw new OperatorError(
      `An earlier version of this program wrote ${file}. Bring it to this version: allocations reprocess --db ${file}`,
      USAGE,
    );
  throw new OperatorError(
    `Nothing is loaded yet: ${file} is empty. Load your reports: allocations ingest <path> --db ${file}`,
    USAGE,
  );
}

/** The number of migrations applied to a dataset. */
export function schemaVersionOf({ sqlite }: Dataset): number {
  return Number(sqlite.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get());
}

/** What SQLite finds wrong with a file: damage, and references to rows that do not exist. One message for each. */
export function findDamage({ sqlite }: Dataset): string[] {
  const advice = 'Build the dataset again with allocations rebuild.';
  const messageOf = (line: string) => `SQLite finds the file damaged: ${line}. ${advice}`;
  try {
    const lines = sqlite.prepare<[], string>('PRAGMA integrity_check').pluck().all();
    const damage = lines.filter((line) => line !== 'ok').map(messageOf);
    if (damage.length > 0) return damage;
    const broken = sqlite.prepare<[], string>(
      `SELECT DISTINCT format('Row %d of %s refers to a row of %s that does not exist.', rowid, "table", parent)
       FROM pragma_foreign_key_check`,
    );
    return broken
      .pluck()
      .all()
      .map((message) => `${message} ${advice}`);
  } catch (error) {
    if (error instanceof Database.SqliteError) return [messageOf(error.message)];
    throw error;
  }
}

/** Turns a database error into an `OperatorError`; returns other errors unchanged. */
export function explain(file: string, error: unknown): unknown {
  return explainDatabase(file, error, DATASET);
}
