import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

/** A database file with what SQLite keeps beside it. */
export const DATABASE_FILES = ['', '-wal', '-shm', '-journal'];
/** The lock beside a dataset or an archive, and who holds it. */
export const LOCK = '.lock';
export const LOCK_HOLDER = '.lock.json';
/** A dataset that is being rebuilt and not whole yet. */
export const UNFINISHED = '.rebuilding';
/** The note of what updates told of. */
export const UPDATE_NOTE = '.update.json';

/** A database file that runs write to, with what SQLite and they keep beside it. */
export const WRITTEN_FILES = [...DATABASE_FILES, LOCK, LOCK_HOLDER];
const DATASET_FILES = ['', UNFINISHED].flatMap((name) =>
  [...WRITTEN_FILES, UPDATE_NOTE].map((ending) => name + ending),
);

/** Where a run keeps what it has. */
export interface OwnPlaces {
  db: string;
  /** The archive; it has a folder for each of `states`. */
  archive: string;
  states: readonly string[];
  quarantine: string;
  tokens: string;
}

/**
 * Tells what the program keeps things in: a dataset, tokens and an archive's folders with what lies beside them, and a
 * quarantine; by whatever link they are come to. What lies in the quarantine may be read by its name. Reading the
 * others as reports is worse than useless: a process loses its locks on a file, SQLite's too, when it closes it.
 */
export function ownPlaces({ db, archive, states, quarantine, tokens }: OwnPlaces): (path: string) => boolean {
  const beside = (path: string, endings: readonly string[]) =>
    [path, locationOf(path)].flatMap((place) => endings.map((ending) => locationOf(place + ending)));
  const own = new Set([
    ...beside(db, DATASET_FILES),
    ...beside(tokens, DATABASE_FILES),
    ...beside(archive, [LOCK, LOCK_HOLDER]),
    locationOf(quarantine),
  ]);
  // an inbox may lie in the archive's folder too
  const archived = states.map((code) => locationOf(join(archive, code)) + sep);
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
