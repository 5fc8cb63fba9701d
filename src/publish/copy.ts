import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { explainDisk, MACHINE, OperatorError, orNull, USAGE } from '../domain/operator-error.ts';
import { acquireLock } from '../files/lock.ts';
import { syncToDisk } from '../files/sync-to-disk.ts';
import { isDamage } from '../store/database-file.ts';
import { copyDataset, explain, findDamage, isCopy, openForReading, readDataset } from '../store/dataset.ts';
import { openReader } from '../store/query/view.ts';

const UNFINISHED = '.unfinished';

/** A copy of a dataset in one file. */
export interface PublishedCopy {
  path: string;
  dataset_version: string;
  bytes: number;
  /** Whether this call wrote it; otherwise it had this version. */
  isNew: boolean;
}

/**
 * Copies a dataset into one file that servers can read on a read-only disk. The file is replaced as a whole, once the copy is
 * checked and on the disk. Throws an `OperatorError` if the file is no copy.
 */
export function publishCopy(database: string, path: string, now: Date): PublishedCopy {
  const unfinished = path + UNFINISHED;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const lock = acquireLock(path, 'publish', now.toISOString());
    try {
      requireCopy(path);
      let version = versionOf(database);
      const isNew = !existsSync(path) || orNull(() => versionOf(path)) !== version;
      if (isNew) {
        rmSync(unfinished, { force: true });
        // a run may have ended since
        version = writeCopy(database, unfinished);
        renameSync(unfinished, path);
        syncToDisk(dirname(path));
      }
      return { path, dataset_version: version, bytes: statSync(path).size, isNew };
    } finally {
      rmSync(unfinished, { force: true });
      lock.release();
    }
  } catch (error) {
    throw explainDisk('copy', path, error);
  }
}

/** Another file would be lost: one that is no dataset, or a dataset that runs write to. */
function requireCopy(path: string): void {
  if (!existsSync(path) || isCopy(path)) return;
  throw new OperatorError(`${path} is no copy of a dataset. Name another file.`, USAGE);
}

/** The version of an undamaged dataset. */
function versionOf(path: string): string {
  return readDataset(path, (dataset) => {
    const [fault] = findDamage(dataset);
    if (fault) throw new OperatorError(`Cannot publish ${path}. ${fault}`, MACHINE);
    return openReader(dataset).version();
  });
}

/** Writes a copy, and waits until the disk has it. Returns its version. */
function writeCopy(database: string, copy: string): string {
  const dataset = openForReading(database);
  try {
    copyDataset(dataset, copy);
  } catch (error) {
    throw isDamage(error) ? explain(database, error) : error;
  } finally {
    dataset.close();
  }
  const version = versionOf(copy);
  syncToDisk(copy);
  return version;
}
