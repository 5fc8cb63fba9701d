import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { explainDisk, MACHINE, OperatorError, USAGE } from '../domain/operator-error.ts';
import { compareText } from '../domain/text/compare-text.ts';
import { acquireLock } from '../files/lock.ts';
import { syncToDisk } from '../files/sync-to-disk.ts';
import { verifyFile } from '../pipeline/verify/verify-file.ts';
import { isDamage } from '../store/database-file.ts';
import { copyDataset, explain, openForReading, readDataset } from '../store/dataset.ts';
import {
  describeDataset,
  hashFile,
  listManifests,
  type Manifest,
  manifestPath,
  openSnapshot,
  POINTER,
  readPointer,
  snapshotPath,
} from '../store/snapshots/snapshots.ts';
import { listVersions } from './parquet/version-folder.ts';

const UNFINISHED = '.unfinished.sqlite';
/** Unfinished files of write-file-atomic, and the files that SQLite puts beside a copy. */
const HALF_WRITTEN = /^(?:[0-9a-f]{64}\.json|current)\.\d+$|^\.unfinished\.sqlite-/;

export interface PublishedSnapshot {
  manifest: Manifest;
  /** Whether this call made it; otherwise the dataset has not changed since. */
  isNew: boolean;
  /** Snapshots that were removed. */
  removed: string[];
}

/**
 * Makes a snapshot of a dataset in a folder, checks it, and then points to it. Keeps the current snapshot if it has the
 * same version. If this throws an `OperatorError`, the current snapshot stays as it is.
 */
export async function publishSnapshot(options: {
  database: string;
  folder: string;
  /** How many of the newest snapshots to keep, including the current one; `null` for all. */
  keep: number | null;
  programVersion: string;
  now: () => Date;
}): Promise<PublishedSnapshot> {
  const { database, folder, keep, programVersion, now } = options;
  const createdAt = now().toISOString();
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw explainDisk('snapshot folder', folder, error);
  }
  const lock = acquireLock(folder, 'publish', createdAt);
  const copy = join(folder, UNFINISHED);
  try {
    if (listVersions(folder).length > 0)
      throw new OperatorError(`${folder} is a folder of Parquet files. Name another folder.`, USAGE);
    for (const name of readdirSync(folder)) if (HALF_WRITTEN.test(name)) rmSync(join(folder, name));
    const current = await currentManifest(folder);
    const described = copyAndDescribe(database, copy, current);
    const made = { program_version: programVersion, created_at: createdAt };
    const manifest = described ? await putInPlace(folder, copy, { ...described, ...made }) : current;
    if (!manifest) throw new Error('no snapshot was made, and there was none before');
    return {
      manifest,
      isNew: described !== null,
      removed: keep === null ? [] : removeOld(folder, manifest, keep),
    };
  } catch (error) {
    throw explainDisk('snapshot folder', folder, error);
  } finally {
    rmSync(copy, { force: true });
    lock.release();
  }
}

/** Checks a copy as the service will, and makes it the current snapshot. */
async function putInPlace(
  folder: string,
  copy: string,
  described: Omit<Manifest, 'format' | 'sha256' | 'bytes'>,
): Promise<Manifest> {
  const sha256 = await hashFile(copy);
  const identity = { format: 1, sha256, bytes: statSync(copy).size } as const;
  renameSync(copy, snapshotPath(folder, sha256));
  const written: Manifest = { ...identity, ...described };
  writeFileAtomic.sync(manifestPath(folder, sha256), `${JSON.stringify(written, null, 2)}\n`);
  const { dataset, manifest } = await openSnapshot(folder, sha256);
  dataset.close();
  // the snapshot must be on disk before its pointer
  syncToDisk(folder);
  writeFileAtomic.sync(join(folder, POINTER), `${sha256}\n`);
  syncToDisk(folder);
  return manifest;
}

/** The manifest of the current snapshot; `null` if there is none or it is damaged. */
async function currentManifest(folder: string): Promise<Manifest | null> {
  try {
    const sha256 = readPointer(folder);
    if (sha256 === null) return null;
    const { dataset, manifest } = await openSnapshot(folder, sha256);
    dataset.close();
    return manifest;
  } catch (error) {
    // a damaged snapshot is replaced
    if (error instanceof OperatorError) return null;
    throw error;
  }
}

/** Copies and describes a dataset; returns `null` if `current` has the same version. */
function copyAndDescribe(database: string, copy: string, current: Manifest | null) {
  const dataset = openForReading(database);
  try {
    const { data_version, schema_version } = describeDataset(dataset);
    if (current?.data_version === data_version && current.schema_version === schema_version) return null;
    rmSync(copy, { force: true });
    copyDataset(dataset, copy);
  } catch (error) {
    throw isDamage(error) ? explain(database, error) : error;
  } finally {
    dataset.close();
  }
  syncToDisk(copy);
  return readDataset(copy, (copied) => {
    const [fault] = verifyFile(copied);
    if (fault) throw new OperatorError(`Cannot publish ${database}. ${fault.message}`, MACHINE);
    return describeDataset(copied);
  });
}

/** Removes the oldest snapshots with their manifests, never the current one. Returns their names. */
function removeOld(folder: string, current: Manifest, keep: number): string[] {
  const manifests = listManifests(folder);
  const described = new Set(manifests.map(({ sha256 }) => sha256));
  // a killed run leaves a snapshot without a manifest
  const undescribed = readdirSync(folder).flatMap((name) => {
    const [, sha256 = ''] = /^([0-9a-f]{64})\.sqlite$/.exec(name) ?? [];
    return sha256 === '' || described.has(sha256) ? [] : [sha256];
  });
  const old = manifests
    .filter(({ sha256 }) => sha256 !== current.sha256)
    .sort((a, b) => compareText(b.created_at, a.created_at))
    .slice(keep - 1)
    .map(({ sha256 }) => sha256)
    .concat(undescribed);
  for (const sha256 of old)
    for (const path of [snapshotPath(folder, sha256), manifestPath(folder, sha256)])
      rmSync(path, { force: true });
  return old;
}
