import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { errorCode, MACHINE, messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';

/** What tells one kind of this program's database files from the others. */
export interface DatabaseKind {
  /** As messages call it: `an allocation dataset`. */
  name: string;
  /** SQLite's application_id, set by the first migration. */
  applicationId: number;
  /** The folder of its migrations. */
  migrations: string;
  /** The option that names another file. */
  option: string;
  /** What to do with a damaged one. */
  repair: string;
}

/** An open database file. */
export interface DatabaseFile {
  file: string;
  sqlite: Database.Database;
  drizzle: BetterSQLite3Database;
  close(): void;
}

/** Makes the folder a database file is to lie in. Throws an `OperatorError` where that is not possible. */
export function makeFolderOf(file: string, kind: DatabaseKind): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    const reason = messageOf(error);
    throw new OperatorError(
      `the folder of ${file} cannot be made (${reason}); name another file with ${kind.option}`,
      MACHINE,
    );
  }
}

/** Opens a database file and prepares it for use. Throws an `OperatorError` where it is of another kind. */
export function openDatabase(
  file: string,
  kind: DatabaseKind,
  options: Database.Options,
  prepare: (database: DatabaseFile) => void,
): DatabaseFile {
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(file, options);
    const opened = sqlite;
    const database = { file, sqlite, drizzle: drizzle(sqlite), close: () => opened.close() };
    requireKind(database, kind);
    prepare(database);
    return database;
  } catch (error) {
    sqlite?.close();
    throw explainDatabase(file, error, kind);
  }
}

function requireKind({ file, sqlite }: DatabaseFile, { applicationId, name, option }: DatabaseKind): void {
  // drizzle's own table comes before the first migration, and is alone where a run was killed between the two
  const tables = sqlite
    .prepare(
      "SELECT count(*) FROM sqlite_master WHERE tbl_name NOT IN ('__drizzle_migrations', 'sqlite_sequence')",
    )
    .pluck()
    .get();
  if (tables !== 0 && sqlite.pragma('application_id', { simple: true }) !== applicationId) {
    throw new OperatorError(
      `${file} is a SQLite database, but not ${name}; name another file with ${option}`,
      USAGE,
    );
  }
}

/** How many of this version's migrations the file lacks. Throws where it has one this version does not know. */
export function pendingMigrations(database: DatabaseFile, kind: DatabaseKind): number {
  return listPending(database, kind).length;
}

function listPending({ file, sqlite }: DatabaseFile, { migrations, option }: DatabaseKind): MigrationMeta[] {
  const known = readMigrationFiles({ migrationsFolder: migrations });
  const hasTable = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get();
  const applied = hasTable
    ? Number(sqlite.prepare('SELECT max(created_at) FROM __drizzle_migrations').pluck().get())
    : 0;
  if (applied > Math.max(...known.map(({ folderMillis }) => folderMillis))) {
    throw new OperatorError(
      `${file} was written by a newer version of this program; upgrade the program, or name another file with ${option}`,
      USAGE,
    );
  }
  return known.filter(({ folderMillis }) => folderMillis > applied);
}

/**
 * Runs the migrations that the file lacks, all or none. If the disk is full, SQLite rolls back by itself; drizzle's own
 * `migrate` then fails to roll back and hides the cause.
 */
export function applyMigrations(database: DatabaseFile, kind: DatabaseKind): void {
  const { sqlite } = database;
  const pending = listPending(database, kind);
  const apply = sqlite.transaction(() => {
    sqlite.exec(
      'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
    );
    const note = sqlite.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)');
    for (const { sql, hash, folderMillis } of pending) {
      for (const statement of sql) sqlite.exec(statement);
      note.run(hash, folderMillis);
    }
  });
  apply();
}

/** What is said of an error, by what its code begins with. */
const adviceOn = ({ option, repair }: DatabaseKind): Readonly<Record<string, string>> => ({
  SQLITE_NOTADB: `is not a SQLite database; name another file with ${option}`,
  SQLITE_CORRUPT: `is damaged; ${repair}`,
  SQLITE_FULL: 'cannot grow, the disk is full; free some space and run again (nothing was changed)',
  SQLITE_READONLY_ROLLBACK: 'was being made by a run that was killed; run again',
  SQLITE_READONLY: 'may not be written to; check its permissions and those of its folder',
  SQLITE_BUSY: 'is being written to by another program; try again when that has finished',
  SQLITE_PROTOCOL: 'is being opened by another program; try again',
  SQLITE_CANTOPEN: 'cannot be opened; check that the path is a file and that its folder may be written to',
  SQLITE_IOERR: 'cannot be read or written; check the disk it lies on and its free space',
});

/** Whether an error says that a database file is damaged. */
export function isDamage(error: unknown): boolean {
  return errorCode(error)?.startsWith('SQLITE_CORRUPT') === true;
}

/** A database error as an `OperatorError`; other errors as they are. */
export function explainDatabase(file: string, error: unknown, kind: DatabaseKind): unknown {
  // drizzle wraps what SQLite says
  const cause = error instanceof Error ? error.cause : null;
  const code = errorCode(error) ?? errorCode(cause) ?? '';
  const advice = adviceOn(kind);
  const known = Object.keys(advice).find((prefix) => code.startsWith(prefix));
  if (!known) return error;
  const said = known === 'SQLITE_CANTOPEN' && isClosed(file) ? CLOSED : advice[known];
  return new OperatorError(`${file} ${said} (${code})`, known === 'SQLITE_NOTADB' ? USAGE : MACHINE);
}

const CLOSED = 'may not be read; check whose it is, and its permissions';

/** Whether permissions alone stand in the way of reading a file; of those SQLite says nothing. */
function isClosed(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return false;
  } catch (error) {
    return errorCode(error) === 'EACCES';
  }
}
