import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Finding, finding } from '../domain/findings/finding.ts';
import { messageOf } from '../domain/operator-error.ts';
import { LARGEST_FILE } from '../domain/text/bytes.ts';
import { isNameless } from './report-paths.ts';

/** A file changed within this time may still change unseen, because file times are coarse. */
const FRESH_MS = 2000;

/** A file's bytes, or why it cannot be read. */
export type FileReading = { bytes: Uint8Array; sha256: string } | { finding: Finding };

/** Facts of the file system about a file. If one of them changes, the bytes may have changed. */
async function stampOf(path: string) {
  const { size, mtimeNs, ctimeNs, ino } = await stat(path, { bigint: true });
  return [size, mtimeNs, ctimeNs, ino];
}

/** Reads a whole report file. A problem is a finding. */
export async function readReportFile(path: string): Promise<FileReading> {
  try {
    const entry = await stat(path);
    if (entry.isDirectory()) return { finding: finding('unreadable-file', { reason: 'folder' }) };
    if (!entry.isFile()) return { finding: finding('unreadable-file', { reason: 'not a file' }) };
    if (entry.size > LARGEST_FILE) {
      const most = LARGEST_FILE / 1024 / 1024;
      return { finding: finding('file-too-large', { limit: 'file', most }) };
    }
    const before = await stampOf(path);
    const bytes = await readFile(path);
    const sha256 = hash('sha256', bytes);
    const isChanged = !isDeepStrictEqual(await stampOf(path), before);
    const isFresh = Date.now() - Math.max(entry.mtimeMs, entry.ctimeMs) < FRESH_MS;
    if (isChanged || (isFresh && hash('sha256', await readFile(path)) !== sha256))
      return { finding: finding('unreadable-file', { reason: 'changed' }) };
    return { bytes, sha256 };
  } catch (error) {
    if (isNameless(path, error)) return { finding: finding('unreadable-file', { reason: 'name' }) };
    const facts = { reason: 'system', systemMessage: messageOf(error) } as const;
    return { finding: finding('unreadable-file', facts) };
  }
}
