import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A database file with what SQLite keeps beside it. */
export const DATABASE_FILES = ['', '-wal', '-shm', '-journal'];
/** What runs keep beside a dataset and an archive. */
export const LOCK_FILES = ['.lock', '.lock.json'];
/** What lies beside a dataset: also the note of the last update, and a rebuilt one that is not whole yet. */
const DATASET_FILES = ['', '.rebuilding'].flatMap((name) =>
  [...DATABASE_FILES, ...LOCK_FILES, '.update.json'].map((ending) => name + ending),
);

/** Where a run keeps what it has. */
export interface OwnPlaces {
  db: string;
  archive: string;
  quarantine: string;
  tokens: string;
}

/**
 * Tells what the program keeps things in: a dataset, tokens and an archive with what lies beside them, and a
 * quarantine; by whatever link they are come to. Reading these as reports is worse than useless: a process loses its
 * locks on a file, SQLite's too, when it closes it.
 */
export function ownPlaces({ db, archive, quarantine, tokens }: OwnPlaces): (path: string) => boolean {
  const beside = (path: string, endings: readonly string[]) =>
    [path, locationOf(path)].flatMap((place) => endings.map((ending) => locationOf(place + ending)));
  const own = new Set([
    ...beside(db, DATASET_FILES),
    ...beside(tokens, DATABASE_FILES),
    ...beside(archive, ['', ...LOCK_FILES]),
    locationOf(quarantine),
  ]);
  return (path) => own.has(locationOf(path));
}

/** Where a path leads; one that is not there yet, by its folder. */
function locationOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(resolve(path));
    return folder === resolve(path) ? folder : join(locationOf(folder), basename(path));
  }
}
