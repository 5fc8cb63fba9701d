import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { scratchFolder } from '../folders.ts';
import { allocations } from '../program.ts';

/** Makes a folder in which the tests of a file run the program. */
export function openProgramFolder() {
  const folder = scratchFolder();
  return {
    folder,
    allocations: (...args: string[]) => allocations(folder, ...args),
    /** Removes what tests left. */
    empty: () => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
    },
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    write: (path: string, content: string | Uint8Array) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
    /** Runs a command that must succeed without a word on stderr, and returns its output. */
    succeed: (...args: string[]): string => {
      const { status, stdout, stderr } = allocations(folder, ...args);
      expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: '' });
      return stdout;
    },
    /** Runs a command that must refuse its arguments, and returns what it says. */
    refuse: (...args: string[]): string => {
      const { status, stdout, stderr } = allocations(folder, ...args);
      expect({ args, status, stdout }).toEqual({ args, status: 2, stdout: '' });
      return stderr;
    },
  };
}
