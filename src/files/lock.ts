import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { errorCode, LOCKED, MACHINE, messageOf, OperatorError } from '../domain/operator-error.ts';
import { LOCK, LOCK_HOLDER } from './own-files.ts';

/** Held while a run writes. */
export interface RunLock {
  release(): void;
}

/**
 * Takes the lock of a dataset file or archive folder, or throws an `OperatorError` that names the run that holds it.
 * The lock is the operating system's, taken through SQLite on a file of its own beside it: it ends with its process,
 * so none is ever stale. Who holds it is written beside it, for the message alone.
 */
export function acquireLock(path: string, command: string, startedAt: string): RunLock {
  const file = existsSync(path) ? realpathSync(path) : resolve(path);
  const [lockFile, holderFile] = [file + LOCK, file + LOCK_HOLDER];
  let database: Database.Database | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    database = new Database(lockFile, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    writeFileSync(holderFile, `${JSON.stringify({ pid: process.pid, command, started_at: startedAt })}\n`);
  } catch (error) {
    database?.close();
    if (errorCode(error)?.startsWith('SQLITE_BUSY')) throw lockedBy(file, holderFile);
    const reason = messageOf(error);
    const isFull = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');
    const advice = isFull ? 'free some space' : 'check the folder and its permissions';
    throw new OperatorError(`${lockFile} cannot be written (${reason}); ${advice} and run again`, MACHINE);
  }
  const held = database;
  return {
    release: () => {
      try {
        rmSync(holderFile, { force: true });
      } catch {
        // it is for the message alone
      }
      held.close();
    },
  };
}

/** Takes all of these locks, or none. */
export function acquireLocks(paths: readonly string[], command: string, startedAt: string): RunLock {
  const locks: RunLock[] = [];
  const release = () => {
    for (const lock of locks) lock.release();
  };
  try {
    for (const path of paths) locks.push(acquireLock(path, command, startedAt));
    return { release };
  } catch (error) {
    release();
    throw error;
  }
}

function lockedBy(file: string, holderFile: string): OperatorError {
  let holder = 'another process (just starting)';
  try {
    const { pid, command, started_at: startedAt } = JSON.parse(readFileSync(holderFile, 'utf8'));
    holder = `pid ${pid} ("allocations ${command}", started ${startedAt})`;
  } catch {
    // between taking the lock and naming itself the holder is unknown
  }
  return new OperatorError(`another run holds the lock on ${file}: ${holder}; wait for it to finish`, LOCKED);
}
