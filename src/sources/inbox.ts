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
import { join, relative, sep } from 'node:path';
import { explainDisk } from '../domain/operator-error.ts';
import { type OriginFile, originFileName } from '../domain/origin.ts';
import { acquireLock } from '../pipeline/lock.ts';
import { syncToDisk } from '../pipeline/sync-to-disk.ts';
import { FetchFault } from './fault.ts';
import { memoryPath } from './memory.ts';

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
    holds: ({ name, bytes, sha256 }) => {
      const path = join(folder, name);
      return sizeOf(path) === bytes && hashFile(path) === sha256;
    },
    findBytes: (bytes, sha256) =>
      listFiles(folder).find((name) => {
        const path = join(folder, name);
        return sizeOf(path) === bytes.length && hashFile(path) === sha256;
      }) ?? null,
    save: (name, bytes, origin) => {
      if (existsSync(join(folder, name)))
        throw new FetchFault(
          `${join(folder, name)} is in the way: it is not what was downloaded under this name; move it out of the inbox and run again`,
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

/** The files `ingest` would see, by their path in the folder. */
function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split(sep).some((part) => part.startsWith('.') || part.startsWith('~$')))
    .sort();
}

function sizeOf(path: string): number | null {
  const entry = statSync(path, { throwIfNoEntry: false });
  return entry?.isFile() ? entry.size : null;
}

function hashFile(path: string): string {
  return hash('sha256', readFileSync(path));
}
