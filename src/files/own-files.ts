import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

/** Endings of a database file and of the files that SQLite keeps beside it. */
export const DATABASE_FILES = ['', '-wal', '-shm', '-journal'];
/** Endings of the lock of a dataset or archive, and of the file that names its holder. */
export const LOCK = '.lock';
export const LOCK_HOLDER = '.lock.json';
/** Ending of a dataset that is being rebuilt. */
export const UNFINISHED = '.rebuilding';

/** Endings of a database file that runs write, and of the files that SQLite and the runs keep beside it. */
export const WRITTEN_FILES = [...DATABASE_FILES, LOCK, LOCK_HOLDER];
const DATASET_FILES = ['', UNFINISHED].flatMap((name) => WRITTEN_FILES.map((ending) => name + ending));

/**
 * Returns a check whether a path, also through a link, is one of the program's own files and not a report.
 * A process that opens and closes a locked file loses its locks on it, so own files must not be read as reports.
 * Files in the quarantine are reports if they are named.
 */
export function makeOwnFileCheck({
  db,
  archive,
  states,
  quarantine,
  tokens,
  inputs = [],
}: {
  db: string;
  /** The archive, which has a folder for each of `states`. */
  archive: string;
  states: readonly string[];
  quarantine: string;
  tokens: string;
  /** Further files and folders that are the program's own with all they contain. */
  inputs?: readonly string[];
}): (path: string) => boolean {
  const beside = (path: string, endings: readonly string[]) =>
    [path, locationOf(path)].flatMap((place) => endings.map((ending) => locationOf(place + ending)));
  const own = new Set([
    ...beside(db, DATASET_FILES),
    ...beside(tokens, DATABASE_FILES),
    ...beside(archive, [LOCK, LOCK_HOLDER]),
    locationOf(quarantine),
  ]);
  // an inbox can be inside the archive folder
  const whole = [...states.map((code) => join(archive, code)), ...inputs];
  const within = whole.map((path) => locationOf(path) + sep);
  return (path) => {
    const location = locationOf(path);
    return own.has(location) || within.some((folder) => `${location}${sep}`.startsWith(folder));
  };
}

/** The real path; if the file does not exist yet, in the real path of its folder. */
function locationOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(resolve(path));
    return folder === resolve(path) ? folder : join(locationOf(folder), basename(path));
  }
}
