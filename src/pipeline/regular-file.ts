import { readFileSync, statSync } from 'node:fs';

/**
 * Reads a file whole. Throws the system's error, and one like it of anything but a regular file: a pipe is waited for
 * without end, deaf to signals, and a device has none.
 */
export function readRegularFile(path: string): Buffer {
  if (!statSync(path).isFile())
    throw Object.assign(new Error('it is not a regular file'), { code: 'EINVAL' });
  return readFileSync(path);
}
