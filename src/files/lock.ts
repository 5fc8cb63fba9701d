import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import writeFileAtomic from 'write-file-atomic';
import {
  errorCode,
  explainDisk,
  LOCKED,
  MACHINE,
  messageOf,
  OperatorError,
} from '../domain/operator-error.ts';
import { LOCK, LOCK_HOLDER } from './own-files.ts';

/** How long a command waits to rewrite a file that others rewrite: each needs milliseconds. */
const PATIENCE_MS = 10_000;

/** The lock that a run holds while it writes. */
export interface RunLock {
  release(): void;
}

/**
 * Locks a dataset file or archive folder. Throws an `OperatorError` that names the run that holds the lock.
 * SQLite takes a lock of the operating system on a file beside the path. It ends with the process, so no lock is stale.
 * A second file names the holder, only for the message.
 */
export function acquireLock(path: string, command: string, startedAt: string, patienceMs = 0): RunLock {
  const file = existsSync(path) ? realpathSync(path) : resolve(path);
  const [lockFile, holderFile] = [file + LOCK, file + LOCK_HOLDER];
  let database: Database.Database | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    database = new Database(lockFile, { timeout: patienceMs });
    database.exec('BEGIN EXCLUSIVE');
    writeFileSync(holderFile, `${JSON.stringify({ pid: process.pid, command, started_at: startedAt })}\n`);
  } catch (error) {
    database?.close();
    if (errorCode(error)?.startsWith('SQLITE_BUSY')) throw lockedBy(file, holderFile);
    const reason = messageOf(error);
    const isFull = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');
    const advice = isFull ? 'Free some space' : 'Check the folder and its permissions';
    throw new OperatorError(`Cannot write ${lockFile} (${reason}). ${advice}, then run again.`, MACHINE);
  }
  const held = database;
  return {
    release: () => {
      try {
        rmSync(holderFile, { force: true });
      } catch {
        // the file is only for the message
      }
      held.close();
    },
  };
}

/** Takes all of these locks or none. */
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

/**
 * Replaces a file that people and commands edit by what `edit` makes of it. Others wait from before it reads the file until
 * it is written. Throws an `OperatorError` if that fails.
 */
export function rewriteFile(what: string, path: string, command: string, edit: () => string): void {
  let lock: RunLock | undefined;
  try {
    // a lock makes its folder, and a mistyped folder must not be made
    realpathSync(dirname(path));
    lock = acquireLock(path, command, new Date().toISOString(), PATIENCE_MS);
    writeFileAtomic.sync(path, edit());
  } catch (error) {
    throw explainDisk(what, path, error);
  } finally {
    lock?.release();
  }
}

function lockedBy(file: string, holderFile: string): OperatorError {
  let holder = 'another process (just starting)';
  try {
    const { pid, command, started_at: startedAt } = JSON.parse(readFileSync(holderFile, 'utf8'));
    holder = `pid ${pid} ("allocations ${command}", started ${startedAt})`;
  } catch {
    // the holder has taken the lock and not yet written its name
  }
  return new OperatorError(
    `Another run holds the lock on ${file}: ${holder}. Wait for it to finish.`,
    LOCKED,
  );
}
