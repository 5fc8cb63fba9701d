import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Finding, finding } from '../domain/findings/finding.ts';
import { messageOf } from '../domain/operator-error.ts';
import { LARGEST_FILE } from '../domain/text/bytes.ts';
import { isNameless, NAMELESS } from './report-paths.ts';

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
    if (entry.isDirectory())
      return unreadable(
        'The folder cannot be read.',
        'Check its permissions, or keep the reports in a folder that does not contain it.',
      );
    if (!entry.isFile()) return unreadable('This is not a regular file.', 'Name a file or a folder.');
    if (entry.size > LARGEST_FILE) {
      const most = `${LARGEST_FILE / 1024 / 1024} MiB`;
      return { finding: finding('file-too-large', { what: 'The size of the file', most }) };
    }
    const before = await stampOf(path);
    const bytes = await readFile(path);
    const sha256 = hash('sha256', bytes);
    const isChanged = !isDeepStrictEqual(await stampOf(path), before);
    const isFresh = Date.now() - Math.max(entry.mtimeMs, entry.ctimeMs) < FRESH_MS;
    if (isChanged || (isFresh && hash('sha256', await readFile(path)) !== sha256))
      return unreadable(
        'The file changed while it was read.',
        'Run the command again when the file is complete.',
      );
    return { bytes, sha256 };
  } catch (error) {
    if (isNameless(path, error)) return unreadable(NAMELESS.what, NAMELESS.advice);
    return unreadable(`The file cannot be read (${messageOf(error)}).`, 'Check its permissions.');
  }
}

function unreadable(what: string, advice: string): FileReading {
  return { finding: finding('unreadable-file', { what, advice }) };
}
