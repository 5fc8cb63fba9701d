import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Budget } from '../domain/allocation.ts';
import { explainDisk, OperatorError, orNull, USAGE } from '../domain/operator-error.ts';
import { compareText } from '../domain/text/compare-text.ts';
import { acquireLock } from '../files/lock.ts';
import { syncToDisk } from '../files/sync-to-disk.ts';
import {
  MARKER,
  type Marker,
  POINTER,
  PUBLICATION_KINDS,
  type PublicationKind,
  readMarker,
  readPointer,
} from './version-folder.ts';

const UNFINISHED = '.unfinished';

/** What a caller decides about a publication. */
export interface PublishOptions {
  database: string;
  folder: string;
  /** How many of the newest versions to keep, including the one in service; `null` for all. */
  keep: number | null;
  programVersion: string;
  now: () => Date;
}

/** A publication whose tables have budgets too. */
export interface WarehouseOptions extends PublishOptions {
  /** The registered budgets. Default: none. */
  budgets?: readonly Budget[];
}

interface Published<Manifest> {
  /** The name of the version's folder, within the folder of publications. */
  name: string;
  manifest: Manifest;
}

export interface PublishedVersion<Manifest> extends Published<Manifest> {
  /** Whether this call put it in service; otherwise the dataset has not changed since. */
  isNew: boolean;
  /** The names of versions that were removed. */
  removed: string[];
}

/** How versions of one kind are read and written. */
export interface PublicationTask<Manifest> {
  kind: PublicationKind;
  versionOf(manifest: Manifest): string;
  /** Describes a version. Throws an `OperatorError` if it is damaged. */
  read(folder: string, name: string): Manifest;
  /** Whether a version is undamaged and has what the dataset has now. */
  isCurrent(folder: string, name: string, manifest: Manifest): boolean | Promise<boolean>;
  /** Writes a version into an empty folder, and waits until the disk has it. */
  write(folder: string, createdAt: string): Promise<Manifest>;
  /** Removes the files outside the folders of versions that none of these versions needs. */
  removeUnused?(folder: string, versions: readonly string[]): void;
}

/**
 * Writes a version into a folder of its own, and then points to it. Keeps the version in service if nothing changed. If
 * this throws an `OperatorError`, the version in service stays as it is.
 */
export async function publishVersion<Manifest extends { created_at: string }>(
  { folder, keep, now }: Pick<PublishOptions, 'folder' | 'keep' | 'now'>,
  task: PublicationTask<Manifest>,
): Promise<PublishedVersion<Manifest>> {
  const createdAt = now().toISOString();
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw explainDisk('publication folder', folder, error);
  }
  const lock = acquireLock(folder, 'publish', createdAt);
  try {
    const marker = claim(folder, task.kind);
    const unfinished = join(folder, UNFINISHED);
    rmSync(unfinished, { recursive: true, force: true });
    const { name, manifest } =
      (await findCurrent(folder, marker, task)) ?? (await writeFolder(folder, marker, task, createdAt));
    const isNew = name !== orNull(() => readPointer(folder));
    if (isNew) replaceFile(join(folder, POINTER), `${name}\n`);
    const removed = keep === null ? [] : removeOld(folder, task, name, keep);
    if (isNew || removed.length > 0) task.removeUnused?.(folder, claim(folder, task.kind).versions);
    return { name, manifest, isNew, removed };
  } catch (error) {
    throw explainDisk('publication folder', folder, error);
  } finally {
    lock.release();
  }
}

/** The marker of a folder. An empty folder gets one; another folder without a marker belongs to somebody else. */
function claim(folder: string, kind: PublicationKind): Marker {
  const marker = readMarker(folder);
  if (marker && marker.kind !== kind)
    throw new OperatorError(
      `${folder} is a folder of ${PUBLICATION_KINDS[marker.kind]}. Name another folder for ${PUBLICATION_KINDS[kind]}.`,
      USAGE,
    );
  if (marker) return marker;
  // a killed publication may have left the start of a marker
  if (readdirSync(folder).some((name) => name !== unfinishedOf(MARKER)))
    throw new OperatorError(
      `${folder} is not empty, and publish did not make it. Name an empty or a new folder.`,
      USAGE,
    );
  return writeMarker(folder, { format: 1, kind, versions: [] });
}

function writeMarker(folder: string, marker: Marker): Marker {
  replaceFile(join(folder, MARKER), `${JSON.stringify(marker, null, 2)}\n`);
  return marker;
}

/**
 * Finds a version with what the dataset has now: the one in service, or another one. A killed publication may have left
 * it without a pointer.
 */
async function findCurrent<Manifest>(
  folder: string,
  { versions }: Marker,
  task: PublicationTask<Manifest>,
): Promise<Published<Manifest> | null> {
  const inService = orNull(() => readPointer(folder));
  const others = versions.filter((name) => name !== inService);
  for (const name of inService === null ? others : [inService, ...others]) {
    const manifest = orNull(() => task.read(folder, name));
    if (manifest !== null && (await task.isCurrent(folder, name, manifest))) return { name, manifest };
  }
  return null;
}

/** Writes a version, and gives its folder its name. The marker names it first, so that it can be removed one day. */
async function writeFolder<Manifest>(
  folder: string,
  marker: Marker,
  task: PublicationTask<Manifest>,
  createdAt: string,
): Promise<Published<Manifest>> {
  const unfinished = join(folder, UNFINISHED);
  try {
    mkdirSync(unfinished);
    const manifest = await task.write(unfinished, createdAt);
    const name = freeName(folder, task.versionOf(manifest));
    writeMarker(folder, { ...marker, versions: [...marker.versions, name] });
    renameSync(unfinished, join(folder, name));
    // the version must be on the disk before its pointer
    syncToDisk(folder);
    return { name, manifest };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
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
function removeOld<Manifest extends { created_at: string }>(
  folder: string,
  task: PublicationTask<Manifest>,
  current: string,
  keep: number,
): string[] {
  const marker = claim(folder, task.kind);
  const old = marker.versions
    .filter((name) => name !== current)
    .map((name) => ({ name, at: orNull(() => task.read(folder, name))?.created_at ?? '' }))
    .sort((a, b) => compareText(b.at, a.at))
    .slice(keep - 1)
    .map(({ name }) => name);
  for (const name of old) rmSync(join(folder, name), { recursive: true, force: true });
  if (old.length > 0)
    writeMarker(folder, { ...marker, versions: marker.versions.filter((name) => !old.includes(name)) });
  return old;
}

/** Replaces a file as a whole, and waits until the disk has it. */
function replaceFile(path: string, text: string): void {
  const unfinished = unfinishedOf(path);
  writeFileSync(unfinished, text);
  syncToDisk(unfinished);
  renameSync(unfinished, path);
  syncToDisk(dirname(path));
}

/** One name for each file: the lock allows one writer, so nothing piles up. */
function unfinishedOf(path: string): string {
  return `${path}${UNFINISHED}`;
}
