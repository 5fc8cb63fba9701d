import { closeSync, existsSync, openSync } from 'node:fs';
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

export const TOKEN_DATABASE: DatabaseKind = {
  name: 'a token database',
  // the letters STTK
  applicationId: 0x5354544b,
  migrations: packageFile('src/store/token-migrations'),
  option: '--tokens',
  repair: 'Restore it from a backup, or move it away and create new tokens: allocations token create <name>.',
};
/** How long a program waits for the lock of another one. */
export const BUSY_TIMEOUT_MS = 5_000;
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
