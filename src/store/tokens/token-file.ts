import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { eq, sql } from 'drizzle-orm';
import { MACHINE, messageOf, OperatorError } from '../../domain/operator-error.ts';
import { packageFile } from '../../domain/package-file.ts';
import {
  applyMigrations,
  type DatabaseFile,
  type DatabaseKind,
  makeFolderOf,
  openDatabase,
  pendingMigrations,
} from '../database-file.ts';
import { token as tokenTable } from './token-schema.ts';

export const TOKEN_DATABASE: DatabaseKind = {
  name: 'a token database',
  // the letters STTK
  applicationId: 0x5354544b,
  migrations: packageFile('src/store/token-migrations'),
  option: '--tokens',
  repair: 'Restore it from a backup, or move it away and create new tokens: allocations token create <name>.',
};
/** How long a program waits for the lock of another one. */
const BUSY_TIMEOUT_MS = 5_000;
const LAST_USE_EVERY_MS = 60_000;
const OWNER_ONLY = 0o600;

/** Opens a token file. Creates or upgrades it first. */
export function openTokenFile(file: string): DatabaseFile {
  if (file !== ':memory:') createForOwner(file);
  return openDatabase(file, TOKEN_DATABASE, { timeout: BUSY_TIMEOUT_MS }, (database) => {
    if (pendingMigrations(database, TOKEN_DATABASE) > 0) upgrade(database);
  });
}

/** SQLite would create the file readable for everybody. */
function createForOwner(file: string): void {
  makeFolderOf(file, TOKEN_DATABASE);
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'a', OWNER_ONLY));
  } catch (error) {
    const reason = messageOf(error);
    throw new OperatorError(`cannot create ${file} (${reason}); name another file with --tokens`, MACHINE);
  }
}

/** Migrates while it holds a lock across transactions, so that a second program waits. */
function upgrade(database: DatabaseFile): void {
  const { sqlite } = database;
  // take the lock before the mode: a program that waits in this mode would block all others
  sqlite.exec('BEGIN EXCLUSIVE; PRAGMA locking_mode = EXCLUSIVE; COMMIT');
  applyMigrations(database, TOKEN_DATABASE);
  sqlite.pragma('locking_mode = NORMAL');
  // the next access releases the lock
  sqlite.prepare('SELECT count(*) FROM sqlite_master').get();
}

/** Stores when a token was used, at most once a minute. It skips the write if the file is locked. */
export function createLastUseNote({ sqlite, drizzle }: DatabaseFile): (id: string, at: Date) => void {
  const update = drizzle
    .update(tokenTable)
    .set({ last_used_at: sql`${sql.placeholder('last_used_at')}` })
    .where(eq(tokenTable.id, sql.placeholder('id')))
    .prepare();
  const noted = new Map<string, number>();
  return (id, at) => {
    if (at.getTime() - (noted.get(id) ?? Number.NEGATIVE_INFINITY) < LAST_USE_EVERY_MS) return;
    noted.set(id, at.getTime());
    // a request must not wait for the lock of another program
    sqlite.pragma('busy_timeout = 0');
    try {
      update.run({ id, last_used_at: at.toISOString() });
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
    } finally {
      sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  };
}
