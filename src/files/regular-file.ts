import { readFileSync, statSync } from 'node:fs';

/**
 * Reads a file whole. Throws the system's error, and one like it of what has no end: a pipe is waited for, deaf to
 * signals, and so is a device.
 */
export function readRegularFile(path: string): Buffer {
  const entry = statSync(path);
  // of a folder the system tells by itself
  if (entry.isFile() || entry.isDirectory()) return readFileSync(path);
  throw Object.assign(new Error('it is not a regular file'), { code: 'EINVAL' });
}
