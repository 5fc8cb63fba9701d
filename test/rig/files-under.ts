import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the paths of all files below a folder, sorted; none if there is no such folder. */
export function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
