import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder for a test. It is removed with all temporary files of the run of tests. */
export function scratchFolder(): string {
  return mkdtempSync(join(tmpdir(), 'test-'));
}

/** Returns the paths of all files below a folder, sorted; none if there is no such folder. */
export function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
