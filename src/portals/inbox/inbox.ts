import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode, explainDisk } from '../../domain/operator-error.ts';
import { type OriginFile, originFileName } from '../../domain/origin.ts';
import { acquireLock } from '../../files/lock.ts';
import { syncToDisk } from '../../files/sync-to-disk.ts';
import { FetchFault } from '../http/fault.ts';
import { historyPath } from './download-history.ts';

/** The incomplete files of a fetch that was killed. */
const UNFINISHED = /^\..+\.part$/;

/** The folder that receives the downloads. */
export interface Inbox {
  /** Whether the inbox has this file, unchanged. */
  holds(file: { name: string; bytes: number; sha256: string }): boolean;
  /** The name of any file with these bytes, or `null`. */
  findBytes(bytes: Uint8Array, sha256: string): string | null;
  /** Writes a file and its origin in one step. Throws a `FetchFault` if another file has the name. */
  save(name: string, bytes: Uint8Array, origin: OriginFile): void;
  close(): void;
}

/**
 * Opens and locks the inbox, and creates the folder. A dry run only reads it. Throws an `OperatorError` if another fetch
 * holds the lock.
 */
export function openInbox(
  folder: string,
  { command, startedAt, dryRun }: { command: string; startedAt: string; dryRun: boolean },
): Inbox {
  const lock = dryRun ? null : lockInbox(folder, command, startedAt);
  return {
    holds: ({ name, bytes, sha256 }) => hasBytes(join(folder, name), bytes, sha256),
    findBytes: (bytes, sha256) =>
      listFiles(folder).find((name) => hasBytes(join(folder, name), bytes.length, sha256)) ?? null,
    save: (name, bytes, origin) => {
      if (existsSync(join(folder, name)))
        throw new FetchFault(
          `Cannot write ${join(folder, name)}: another file has this name. Move it out of the inbox and run again`,
          'none',
        );
      if (!dryRun) writeWhole(folder, name, bytes, origin);
    },
    close: () => lock?.release(),
  };
}

function lockInbox(folder: string, command: string, startedAt: string) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw explainDisk('inbox', folder, error);
  }
  const lock = acquireLock(historyPath(folder), command, startedAt);
  try {
    for (const name of readdirSync(folder)) if (UNFINISHED.test(name)) rmSync(join(folder, name));
  } catch (error) {
    lock.release();
    throw explainDisk('inbox', folder, error);
  }
  return lock;
}

/** Writes the origin first, so that no run finds the file without it. */
function writeWhole(folder: string, name: string, bytes: Uint8Array, origin: OriginFile): void {
  const unfinished = join(folder, `.${name}.part`);
  try {
    writeSynced(unfinished, `${JSON.stringify(origin)}\n`);
    renameSync(unfinished, join(folder, originFileName(name)));
    writeSynced(unfinished, bytes);
    renameSync(unfinished, join(folder, name));
    syncToDisk(folder);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw explainDisk('inbox', folder, error);
  }
}

function writeSynced(path: string, content: Uint8Array | string): void {
  const file = openSync(path, 'w');
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The paths of the files that `ingest` would see. */
function listFiles(folder: string, within = ''): string[] {
  const entries = listEntries(folder, within).filter(({ name }) => !/^(\.|~\$)/.test(name));
  const files = entries.flatMap((entry) => {
    const path = join(within, entry.name);
    return entry.isDirectory() ? listFiles(folder, path) : [path];
  });
  return files.sort();
}

function listEntries(folder: string, within: string) {
  try {
    return readdirSync(join(folder, within), { withFileTypes: true });
  } catch (error) {
    // ingest reports an unreadable folder of the inbox
    if (within !== '' || errorCode(error) === 'ENOENT') return [];
    throw explainDisk('inbox', folder, error);
  }
}

/** Whether a file has these bytes. A file that cannot be read counts as different. */
function hasBytes(path: string, size: number, sha256: string): boolean {
  try {
    const entry = statSync(path);
    return entry.isFile() && entry.size === size && hash('sha256', readFileSync(path)) === sha256;
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return false;
  }
}
