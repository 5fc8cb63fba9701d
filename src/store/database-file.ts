import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { errorCode, MACHINE, messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';

/** A kind of database file that this program writes. */
export interface DatabaseKind {
  /** Its name in messages: `an allocation dataset`. */
  name: string;
  /** SQLite's application_id. */
  applicationId: number;
  migrations: string;
  /** The command line option that names the file. */
  option: string;
  /** What to do with a damaged file: sentences for the operator. */
  repair: string;
}

export interface DatabaseFile {
  file: string;
  sqlite: Database.Database;
  drizzle: BetterSQLite3Database;
  close(): void;
}

/** Creates the folder of a database file. Throws an `OperatorError` if that fails. */
export function makeFolderOf(file: string, kind: DatabaseKind): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    const reason = messageOf(error);
    throw new OperatorError(
      `Cannot create the folder of ${file} (${reason}). Name another file with ${kind.option}.`,
      MACHINE,
    );
  }
}

/** Opens a database file and prepares it for use. Throws an `OperatorError` if it is of another kind. */
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
  // if a run was killed before the first migration, the file has only drizzle's own table
  const tables = sqlite
    .prepare(
      "SELECT count(*) FROM sqlite_master WHERE tbl_name NOT IN ('__drizzle_migrations', 'sqlite_sequence')",
    )
    .pluck()
    .get();
  if (tables !== 0 && sqlite.pragma('application_id', { simple: true }) !== applicationId) {
    throw new OperatorError(
      `${file} is a SQLite database, but not ${name}. Name another file with ${option}.`,
      USAGE,
    );
  }
}

/** The number of migrations that the file lacks. Throws if a newer version wrote the file. */
export function pendingMigrations(database: DatabaseFile, kind: DatabaseKind): number {
  return listPending(database, kind).length;
}

function listPending(database: DatabaseFile, kind: DatabaseKind): MigrationMeta[] {
  const { file, sqlite } = database;
  const known = readMigrationFiles({ migrationsFolder: kind.migrations });
  const hasTable = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get();
  const applied = hasTable
    ? sqlite
        .prepare<[], { hash: string; at: number }>('SELECT hash, created_at AS at FROM __drizzle_migrations')
        .all()
    : [];
  const newest = Math.max(...known.map(({ folderMillis }) => folderMillis));
  if (applied.some(({ at }) => at > newest))
    throw new OperatorError(
      `A newer version of this program wrote ${file}. Upgrade the program, or name another file with ${kind.option}.`,
      USAGE,
    );
  const done = new Set(applied.map(({ hash }) => hash));
  const pending = known.filter(({ hash }) => !done.has(hash));
  if (pending.length + applied.length === known.length) return pending;
  throw new OperatorError(
    `An earlier version of this program wrote ${file}. ${kind.repair} docs/guides/upgrade.md has the steps.`,
    USAGE,
  );
}

/**
 * Applies all missing migrations in one transaction. drizzle's own `migrate` is not used: on a full disk its rollback
 * fails and hides the cause.
 */
export function applyMigrations(database: DatabaseFile, kind: DatabaseKind): void {
  const { sqlite } = database;
  const pending = listPending(database, kind);
  const apply = sqlite.transaction(() => {
    sqlite.pragma(`application_id = ${kind.applicationId}`);
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

/** What happened to a database file, and what to do. */
interface Explanation {
  fault: string;
  advice: string;
}

/** Explanations by the beginning of an error's code. A longer beginning comes before a shorter one. */
const explanationsFor = ({ option, repair }: DatabaseKind): Readonly<Record<string, Explanation>> => ({
  SQLITE_NOTADB: { fault: 'is not a SQLite database', advice: `Name another file with ${option}.` },
  SQLITE_CORRUPT: { fault: 'is damaged', advice: repair },
  SQLITE_FULL: {
    fault: 'did not change because the disk is full',
    advice: 'Free some space, then run again.',
  },
  SQLITE_READONLY_ROLLBACK: { fault: 'is incomplete: a run was killed', advice: 'Run again.' },
  SQLITE_READONLY: {
    fault: 'is not writable',
    advice: 'Check the permissions of the file and of its folder.',
  },
  SQLITE_BUSY: { fault: 'is locked by another program', advice: 'Try again when that program has finished.' },
  SQLITE_PROTOCOL: { fault: 'is being opened by another program', advice: 'Try again.' },
  SQLITE_CANTOPEN: {
    fault: 'cannot be opened',
    advice: 'Check that the path is a file and that its folder is writable.',
  },
  SQLITE_IOERR: { fault: 'cannot be read or written', advice: 'Check the disk and its free space.' },
});

const UNREADABLE: Explanation = {
  fault: 'is not readable',
  advice: 'Check its owner and its permissions.',
};

/** Whether an error means that a database file is damaged. */
export function isDamage(error: unknown): boolean {
  return errorCode(error)?.startsWith('SQLITE_CORRUPT') === true;
}

/** Turns a database error into an `OperatorError`; returns other errors unchanged. */
export function explainDatabase(file: string, error: unknown, kind: DatabaseKind): unknown {
  // drizzle wraps the errors of SQLite
  const cause = error instanceof Error ? error.cause : null;
  const code = errorCode(error) ?? errorCode(cause) ?? '';
  const found = Object.entries(explanationsFor(kind)).find(([prefix]) => code.startsWith(prefix));
  if (!found) return error;
  const [prefix, explanation] = found;
  const { fault, advice } = prefix === 'SQLITE_CANTOPEN' && isUnreadable(file) ? UNREADABLE : explanation;
  return new OperatorError(
    `${file} ${fault} (${code}). ${advice}`,
    prefix === 'SQLITE_NOTADB' ? USAGE : MACHINE,
  );
}

/** Whether permissions forbid reading a file. SQLite does not tell this apart from other causes. */
function isUnreadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return false;
  } catch (error) {
    return errorCode(error) === 'EACCES';
  }
}
