import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { STATES } from '../states/index.ts';

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
 * Tells what the program keeps things in: a dataset, tokens and an archive's folders with what lies beside them, and a
 * quarantine; by whatever link they are come to. What lies in the quarantine may be read by its name. Reading the
 * others as reports is worse than useless: a process loses its locks on a file, SQLite's too, when it closes it.
 */
export function ownPlaces({ db, archive, quarantine, tokens }: OwnPlaces): (path: string) => boolean {
  const beside = (path: string, endings: readonly string[]) =>
    [path, locationOf(path)].flatMap((place) => endings.map((ending) => locationOf(place + ending)));
  const own = new Set([
    ...beside(db, DATASET_FILES),
    ...beside(tokens, DATABASE_FILES),
    ...beside(archive, LOCK_FILES),
    locationOf(quarantine),
  ]);
  // an inbox may lie in the archive's folder too
  const archived = STATES.map(({ code }) => locationOf(join(archive, code)) + sep);
  return (path) => {
    const location = locationOf(path);
    return own.has(location) || archived.some((folder) => `${location}${sep}`.startsWith(folder));
  };
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
