import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { errorCode, MACHINE, OperatorError, USAGE } from '../domain/operator-error.ts';

const MIGRATIONS = fileURLToPath(new URL('../../src/store/migrations', import.meta.url));

/** Marks a SQLite file as an allocation dataset (the letters STDT); set by the first migration. */
const APPLICATION_ID = 0x53544454;
const BUSY_TIMEOUT_MS = 10_000;
const CACHE_KIB = 65_536;

/** An open dataset file. */
export interface Dataset {
  file: string;
  sqlite: Database.Database;
  drizzle: BetterSQLite3Database;
  close(): void;
}

/** Opens a dataset for a run, creating or upgrading it first. `:memory:` is a new one in memory. */
export function openForWriting(file: string): Dataset {
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `the folder of ${file} cannot be made (${reason}); name another file with --db`,
      MACHINE,
    );
  }
  return open(file, {}, (dataset) => {
    const pending = pendingMigrations(dataset);
    dataset.sqlite.pragma('journal_mode = WAL');
    dataset.sqlite.pragma('synchronous = FULL');
    if (pending > 0) migrate(dataset.drizzle, { migrationsFolder: MIGRATIONS });
    dataset.sqlite.pragma('foreign_keys = ON');
  });
}

/** Opens a dataset for reading only. */
export function openForReading(file: string): Dataset {
  if (!existsSync(file))
    throw new OperatorError(`${file} does not exist; load reports first: allocations ingest <path>`, USAGE);
  return open(file, { readonly: true, fileMustExist: true }, requireCurrent);
}

/** Opens an existing dataset for a run that is rolled back; unlike `openForWriting` it never upgrades the file. */
export function openForDryRun(file: string): Dataset {
  if (file === ':memory:' || !existsSync(file) || statSync(file).size === 0)
    return openForWriting(':memory:');
  return open(file, {}, (dataset) => {
    requireCurrent(dataset);
    dataset.sqlite.pragma('foreign_keys = ON');
  });
}

function open(file: string, options: Database.Options, prepare: (dataset: Dataset) => void): Dataset {
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(file, { timeout: BUSY_TIMEOUT_MS, ...options });
    sqlite.pragma(`cache_size = -${CACHE_KIB}`);
    const opened = sqlite;
    const dataset = { file, sqlite, drizzle: drizzle(sqlite), close: () => opened.close() };
    requireOurs(dataset);
    prepare(dataset);
    return dataset;
  } catch (error) {
    sqlite?.close();
    throw explain(file, error);
  }
}

function requireOurs({ file, sqlite }: Dataset): void {
  const tables = sqlite.prepare('SELECT count(*) FROM sqlite_master').pluck().get();
  if (tables !== 0 && sqlite.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new OperatorError(
      `${file} is a SQLite database, but not an allocation dataset; name another file with --db`,
      USAGE,
    );
  }
}

function requireCurrent(dataset: Dataset): void {
  if (pendingMigrations(dataset) === 0) return;
  throw new OperatorError(
    `${dataset.file} is empty or was written by an older version; upgrade it with: allocations reprocess`,
    USAGE,
  );
}

/** How many of this version's migrations the file lacks. Throws where it has one this version does not know. */
function pendingMigrations({ file, sqlite }: Dataset): number {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis);
  const hasTable = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get();
  const applied = hasTable
    ? Number(sqlite.prepare('SELECT max(created_at) FROM __drizzle_migrations').pluck().get())
    : 0;
  if (applied > Math.max(...known)) {
    throw new OperatorError(
      `${file} was written by a newer version of this program; upgrade the program, or name another file with --db`,
      USAGE,
    );
  }
  return known.filter((time) => time > applied).length;
}

const ADVICE: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: 'is not a SQLite database; name another file with --db',
  SQLITE_CORRUPT: 'is damaged; move it away and build it again from the archive: allocations reprocess',
  SQLITE_FULL: 'cannot grow, the disk is full; free some space and run again (nothing was changed)',
  SQLITE_READONLY: 'may not be written to; check its permissions and those of its folder',
  SQLITE_BUSY: 'is being written to by another program; try again when that has finished',
  SQLITE_CANTOPEN: 'cannot be opened; check that the path is a file and that its folder may be written to',
  SQLITE_IOERR: 'cannot be read or written; check the disk it lies on',
};

/** A database error as an `OperatorError`; other errors as they are. */
export function explain(file: string, error: unknown): unknown {
  const code = errorCode(error) ?? '';
  const known = Object.keys(ADVICE).find((prefix) => code.startsWith(prefix));
  if (known)
    return new OperatorError(
      `${file} ${ADVICE[known]} (${code})`,
      known === 'SQLITE_NOTADB' ? USAGE : MACHINE,
    );
  return error;
}
