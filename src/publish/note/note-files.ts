import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { errorCode, explainDisk, messageOf, OperatorError, USAGE } from '../../domain/operator-error.ts';
import type { KnownJurisdiction } from '../../domain/reading/known-state.ts';
import { readRegularFile } from '../../files/regular-file.ts';

/** The end of a note: a comment with the hash of all before it. */
const MARK = /<!-- sales-tax-allocations note ([0-9a-f]{64}) -->\n$/;

/** Whether these bytes are a note as the program wrote it. */
function isUnchangedNote(bytes: Buffer): boolean {
  const [mark = '', sum] = MARK.exec(bytes.toString()) ?? [];
  return sum !== undefined && hash('sha256', bytes.subarray(0, -mark.length)) === sum;
}

/**
 * Writes the HTML of a note into a file. A file that has these bytes already stays as it is. Returns whether it changed.
 * Throws an `OperatorError` if the disk refuses, and if the file is not as the program wrote it.
 */
export function writeNote(html: string, file: string): boolean {
  const bytes = Buffer.from(`${html}<!-- sales-tax-allocations note ${hash('sha256', html)} -->\n`);
  const present = bytesOf(file);
  if (present?.equals(bytes)) return false;
  if (present && present.length > 0 && !isUnchangedNote(present))
    throw new OperatorError(
      `${file} is no note of this program, or somebody changed it. Move it away, or name another folder.`,
      USAGE,
    );
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileAtomic.sync(file, bytes);
  } catch (error) {
    throw explainDisk('file', file, error);
  }
  return true;
}

/** A place as the file of its note names it. */
export type NotedPlace = Pick<KnownJurisdiction, 'state' | 'sales_tax_id' | 'slug'>;

/** The file of the note of a place: `tx-2999012-cedar-ford.html`. */
export function notePath(folder: string, { state, sales_tax_id, slug }: NotedPlace): string {
  return join(folder, `${state}-${sales_tax_id.replaceAll(/[^\w-]/g, '-')}-${slug}.html`);
}

/** The bytes of a file that exists. Throws an `OperatorError` if it is a folder, a pipe or a device, or cannot be read. */
function bytesOf(file: string): Buffer | null {
  try {
    return readRegularFile(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new OperatorError(
      `Cannot replace ${file} (${messageOf(error)}). Move it away, or name another folder.`,
      USAGE,
    );
  }
}
