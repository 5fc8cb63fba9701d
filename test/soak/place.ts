import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder with everything a command works on. */
export interface Place {
  folder: string;
  database: string;
  archive: string;
  reference: string;
  publication: string;
}

/** What `verify` and every run is told, from within the folder. */
export const VERIFY_OPTIONS = [
  '--db',
  'dataset.sqlite',
  '--archive',
  'archive',
  '--reference',
  'reference',
] as const;
export const RUN_OPTIONS = [...VERIFY_OPTIONS, '--quarantine', 'quarantine'] as const;

/** The paths of a folder that may be empty. */
export function placeIn(folder: string): Place {
  mkdirSync(join(folder, 'reference'), { recursive: true });
  return {
    folder,
    database: join(folder, 'dataset.sqlite'),
    archive: join(folder, 'archive'),
    reference: join(folder, 'reference'),
    publication: join(folder, 'publication'),
  };
}

/** A copy of a place, byte for byte; nothing may be writing there. */
export function copyOf(place: Place, folder: string): Place {
  cpSync(place.folder, folder, { recursive: true });
  return placeIn(folder);
}

/** Writes a file within a place. */
export function write({ folder }: Place, name: string, content: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Where the process that holds a lock of the place names itself. */
export function holderFiles({ database, archive, publication }: Place): string[] {
  return [database, archive, publication].map((locked) => `${locked}.lock.json`);
}
