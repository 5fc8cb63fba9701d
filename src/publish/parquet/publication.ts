import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { explainDisk, OperatorError, USAGE } from '../../domain/operator-error.ts';
import { packageFile } from '../../domain/package-file.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { acquireLock } from '../../files/lock.ts';
import { syncToDisk } from '../../files/sync-to-disk.ts';
import { readDataset } from '../../store/dataset.ts';
import { openReader } from '../../store/query/view.ts';
import { schemaFingerprint } from '../warehouse/published-schema.ts';
import type { WritingTask } from './version-files.ts';
import {
  CURRENT,
  isIntact,
  listVersions,
  type ParquetManifest,
  readCurrent,
  readParquetManifest,
} from './version-folder.ts';
import type { ThreadWriting } from './writing-thread.ts';

const UNFINISHED = '.unfinished';
/** An unfinished version, and unfinished files of write-file-atomic. */
const HALF_WRITTEN = /^(?:\.unfinished|current\.\d+)$/;
/** A pointer with a hash is one of a folder of snapshots. */
const SNAPSHOT_NAME = /^[0-9a-f]{64}$/;
/** The heap of the thread that writes. With more, it collects garbage later and takes twice the memory. */
const HEAP = { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 24 };

export interface PublishedParquet {
  manifest: ParquetManifest;
  /** The folder of the version in service, within the folder of publications. */
  name: string;
  /** Whether this call made it; otherwise the dataset has not changed since. */
  isNew: boolean;
  /** Folders of versions that were removed. */
  removed: string[];
}

/**
 * Writes a dataset as Parquet files into a folder, and then points to them. Keeps the version in service if nothing
 * changed. If this throws an `OperatorError`, the version in service stays as it is.
 */
export async function publishParquet(options: {
  database: string;
  folder: string;
  /** How many of the newest versions to keep, including the one in service; `null` for all. */
  keep: number | null;
  programVersion: string;
  now: () => Date;
}): Promise<PublishedParquet> {
  const { database, folder, keep, programVersion, now } = options;
  const createdAt = now().toISOString();
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw explainDisk('publication folder', folder, error);
  }
  const lock = acquireLock(folder, 'publish', createdAt);
  try {
    for (const name of readdirSync(folder).filter((one) => HALF_WRITTEN.test(one)))
      rmSync(join(folder, name), { recursive: true });
    const current = currentName(folder);
    const known = await findPublished(folder, database);
    const published = known ?? (await writeVersionFolder({ database, folder, programVersion, createdAt }));
    const isNew = published.name !== current;
    if (isNew) pointTo(folder, published.name);
    const removed = keep === null ? [] : removeOldVersions(folder, published.name, keep);
    return { ...published, isNew, removed };
  } catch (error) {
    throw explainDisk('publication folder', folder, error);
  } finally {
    lock.release();
  }
}

type Published = Pick<PublishedParquet, 'manifest' | 'name'>;

/** The name in service; `null` if there is none or the pointer is damaged. */
function currentName(folder: string): string | null {
  let name: string | null = null;
  try {
    name = readCurrent(folder);
  } catch (error) {
    // a damaged pointer is replaced
    if (!(error instanceof OperatorError)) throw error;
  }
  if (name === null || !SNAPSHOT_NAME.test(name)) return name;
  throw new OperatorError(`${folder} is a folder of snapshots. Name another folder for Parquet.`, USAGE);
}

/** Finds an undamaged version with what the dataset has now. A killed run may have left it without a pointer. */
async function findPublished(folder: string, database: string): Promise<Published | null> {
  const version = readDataset(database, (dataset) => openReader(dataset).version());
  const schema = schemaFingerprint();
  for (const name of listVersions(folder)) {
    const manifest = readableManifest(folder, name);
    if (manifest?.dataset_version !== version || manifest.schema_sha256 !== schema) continue;
    if (await isIntact(folder, name, manifest)) return { manifest, name };
  }
  return null;
}

/** Writes the files in a thread, and gives their folder its name. */
async function writeVersionFolder(task: WritingTask): Promise<Published> {
  const { folder } = task;
  const unfinished = join(folder, UNFINISHED);
  try {
    mkdirSync(unfinished);
    const manifest = await writeInThread({ ...task, folder: unfinished });
    const name = freeName(folder, manifest.dataset_version);
    renameSync(unfinished, join(folder, name));
    return { manifest, name };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Puts a version in service. Its files must be on disk before the pointer. */
function pointTo(folder: string, name: string): void {
  syncToDisk(folder);
  writeFileAtomic.sync(join(folder, CURRENT), `${name}\n`);
  syncToDisk(folder);
}

/** `null` if the manifest is damaged. */
function readableManifest(folder: string, name: string): ParquetManifest | null {
  try {
    return readParquetManifest(folder, name);
  } catch (error) {
    if (error instanceof OperatorError) return null;
    throw error;
  }
}

async function writeInThread(task: WritingTask): Promise<ParquetManifest> {
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: packageFile('dist/publish/parquet/writing-thread.js'),
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    resourceLimits: HEAP,
  });
  try {
    const writing: ThreadWriting = await pool.run(task);
    if ('manifest' in writing) return writing.manifest;
    throw new OperatorError(writing.refusal.message, writing.refusal.exitCode);
  } finally {
    await pool.destroy();
  }
}

/** A published folder never changes, so a version that is published again gets another name. */
function freeName(folder: string, version: string): string {
  const taken = new Set(readdirSync(folder));
  let name = version;
  for (let number = 2; taken.has(name); number += 1) name = `${version}.${number}`;
  return name;
}

/** Removes the oldest versions, damaged ones first, never the one in service. Returns their names. */
function removeOldVersions(folder: string, current: string, keep: number): string[] {
  const old = listVersions(folder)
    .filter((name) => name !== current)
    .map((name) => ({ name, at: readableManifest(folder, name)?.created_at ?? '' }))
    .sort((a, b) => compareText(b.at, a.at))
    .slice(keep - 1)
    .map(({ name }) => name);
  for (const name of old) rmSync(join(folder, name), { recursive: true, force: true });
  return old;
}
