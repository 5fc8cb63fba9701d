import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode, explainDisk } from '../domain/operator-error.ts';
import { type OriginFile, originFileName } from '../domain/origin.ts';
import { acquireLock } from '../files/lock.ts';
import { syncToDisk } from '../files/sync-to-disk.ts';
import { historyPath } from './download-history.ts';
import { FetchFault } from './http/fault.ts';

/** The incomplete files of a fetch that was killed. */
const UNFINISHED = /^\..+\.part$/;

/** The folder that receives the downloads. */
export interface Inbox {
  folder: string;
  holds(file: { name: string; bytes: number; sha256: string }): boolean;
  /** Writes a file and its origin, or returns `false` if it is there. Throws a `FetchFault` if another file has the name. */
  save(name: string, bytes: Uint8Array, origin: OriginFile): boolean;
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
  const holds: Inbox['holds'] = ({ name, ...content }) => hasBytes(join(folder, name), content);
  return {
    folder,
    holds,
    save: (name, bytes, origin) => {
      if (holds({ name, ...origin })) return false;
      if (existsSync(join(folder, name)))
        throw new FetchFault(
          `Cannot write ${join(folder, name)}: another file has this name. Move it out of the inbox and run again`,
          'none',
        );
      if (!dryRun) writeWhole(folder, name, bytes, origin);
      return true;
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
    writeFileSync(unfinished, `${JSON.stringify(origin)}\n`, { flush: true });
    renameSync(unfinished, join(folder, originFileName(name)));
    writeFileSync(unfinished, bytes, { flush: true });
    renameSync(unfinished, join(folder, name));
    syncToDisk(folder);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw explainDisk('inbox', folder, error);
  }
}

/** Whether a file has these bytes. A file that cannot be read counts as different. */
function hasBytes(path: string, { bytes, sha256 }: { bytes: number; sha256: string }): boolean {
  try {
    const entry = statSync(path);
    return entry.isFile() && entry.size === bytes && hash('sha256', readFileSync(path)) === sha256;
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return false;
  }
}
