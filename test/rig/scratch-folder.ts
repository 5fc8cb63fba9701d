import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder for a test. It is removed with all temporary files of the run of tests. */
export function scratchFolder(): string {
  return mkdtempSync(join(tmpdir(), 'test-'));
}
