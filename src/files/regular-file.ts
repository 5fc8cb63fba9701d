import { readFileSync, statSync } from 'node:fs';

/**
 * Reads a whole file. Throws the system's error, or one like it for a pipe or a device: reading those would block
 * the process and its signals.
 */
export function readRegularFile(path: string): Buffer {
  const entry = statSync(path);
  // reading a folder throws the system's own error
  if (entry.isFile() || entry.isDirectory()) return readFileSync(path);
  throw Object.assign(new Error('it is not a regular file'), { code: 'EINVAL' });
}
