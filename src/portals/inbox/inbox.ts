import { hash } from 'node:crypto';
import {
  closeSync,
  type Dirent,
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
import { memoryPath } from './download-history.ts';

/** What a fetch that was killed may leave: a file that is not whole. */
const UNFINISHED = /^\..+\.part$/;

/** A folder downloads are put into. */
export interface Inbox {
  /** Whether a file is there as it was downloaded. */
  holds(file: { name: string; bytes: number; sha256: string }): boolean;
  /** The name of a file with these bytes, whoever put it there. */
  findBytes(bytes: Uint8Array, sha256: string): string | null;
  /** Puts a file there, whole or not at all, its origin beside it. Throws a `FetchFault` where the name is taken. */
  save(name: string, bytes: Uint8Array, origin: OriginFile): void;
  close(): void;
}

/**
 * Opens an inbox for one fetch alone; the folder need not exist. Throws an `OperatorError` where another fetch has it.
 * In a dry run it is only looked at.
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
          `${join(folder, name)} is in the way: it is not what was downloaded under this name, or may not be read; move it out of the inbox and run again`,
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
  const lock = acquireLock(memoryPath(folder), command, startedAt);
  try {
    for (const name of readdirSync(folder)) if (UNFINISHED.test(name)) rmSync(join(folder, name));
  } catch (error) {
    lock.release();
    throw explainDisk('inbox', folder, error);
  }
  return lock;
}

/** The origin is there before the file has its name, so that no run takes the file without it. */
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

/** The files `ingest` would see, by their path in the folder; none of a folder in it that cannot be read. */
function listFiles(folder: string, within = ''): string[] {
  const files = listEntries(folder, within).flatMap((entry) => {
    if (entry.name.startsWith('.') || entry.name.startsWith('~$')) return [];
    const path = join(within, entry.name);
    if (entry.isDirectory()) return listFiles(folder, path);
    return entry.isFile() ? [path] : [];
  });
  return files.sort();
}

function listEntries(folder: string, within: string): Dirent[] {
  try {
    return readdirSync(join(folder, within), { withFileTypes: true });
  } catch (error) {
    // of one in the inbox ingest tells; an inbox that is not there has nothing
    if (within !== '' || errorCode(error) === 'ENOENT') return [];
    throw explainDisk('inbox', folder, error);
  }
}

/** Whether a file has these bytes; of one that cannot be read nothing is known, and it is downloaded beside it. */
function hasBytes(path: string, size: number, sha256: string): boolean {
  try {
    const entry = statSync(path);
    return entry.isFile() && entry.size === size && hash('sha256', readFileSync(path)) === sha256;
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return false;
  }
}
