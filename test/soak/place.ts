import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { endOf, startProgram } from '../rig/program.ts';

/** A folder with all files of a command. */
export interface Place {
  folder: string;
  database: string;
  archive: string;
  reference: string;
  publication: string;
}

/** Options of `verify` and of every run, relative to the folder. */
export const VERIFY_OPTIONS = '--db dataset.sqlite --archive archive --reference reference'.split(' ');
export const RUN_OPTIONS = [...VERIFY_OPTIONS, '--quarantine', 'quarantine'];

/** Returns the paths of a place in a folder. */
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

/** Copies a place byte for byte. Nothing may write to it meanwhile. */
export function copyOf(place: Place, folder: string): Place {
  cpSync(place.folder, folder, { recursive: true });
  return placeIn(folder);
}

export function write({ folder }: Place, name: string, content: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Returns the files in which the holder of each lock names itself. */
export function holderFiles({ database, archive, publication }: Place): string[] {
  return [database, archive, publication].map((locked) => `${locked}.lock.json`);
}

/** How a command ended. */
export type Outcome = Awaited<ReturnType<typeof run>>;

/** Runs a command of the compiled program in a place's folder, and waits for its end. */
export function run(program: string, { folder }: Place, ...args: string[]) {
  return endOf(startProgram(program, folder, args));
}

/** Runs a command. Throws if it fails. */
export async function succeed(program: string, place: Place, ...args: string[]): Promise<void> {
  const { status, signal, stdout, stderr } = await run(program, place, ...args);
  if (status !== 0)
    throw new Error(`allocations ${args.join(' ')} ended with ${signal ?? status}: ${stderr}${stdout}`);
}
