import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { errorCode, explainDisk, messageOf, OperatorError, USAGE } from '../../domain/operator-error.ts';
import { readRegularFile } from '../../files/regular-file.ts';
import { SIGNATURE } from '../../records/files/workbook-content.ts';
import type { PlaceNote } from '../../records/note/content.ts';
import { noteHtml } from '../../records/note/html.ts';
import { noteMarkdown } from '../../records/note/markdown.ts';

/** How a note is written, by the ending of its file. */
const FORMS: Readonly<Record<string, (note: PlaceNote) => string | Promise<Uint8Array>>> = {
  '.html': noteHtml,
  // loaded late, because the library loads slowly
  '.xlsx': async (note) => (await import('./note-workbook.ts')).noteWorkbook(note),
  '.md': noteMarkdown,
};

/** The endings of notes, for messages. */
export const NOTE_ENDINGS = '.html, .xlsx or .md';

/** Whether the ending of a file names a form of notes. */
export function isNoteFile(file: string): boolean {
  return Object.hasOwn(FORMS, extname(file).toLowerCase());
}

/** The end of a note: a comment with the hash of all before it. */
const MARK = /<!-- sales-tax-allocations note ([0-9a-f]{64}) -->\n$/;

function withMark(text: string): string {
  return `${text}<!-- sales-tax-allocations note ${hash('sha256', text)} -->\n`;
}

/** Whether these bytes are a note as the program wrote it. A workbook only says which program made it. */
function isUnchangedNote(bytes: Buffer): boolean {
  const [mark = '', sum] = MARK.exec(bytes.toString()) ?? [];
  if (sum === undefined) return bytes.includes(SIGNATURE) && bytes.subarray(0, 2).toString() === 'PK';
  return hash('sha256', bytes.subarray(0, -mark.length)) === sum;
}

/**
 * Writes a note into a file, by its ending. A file that has these bytes already stays as it is. Returns whether it
 * changed. Throws an `OperatorError` if the disk refuses, and, unless `force`, if the file is not as the program wrote it.
 */
export async function writeNote(
  note: PlaceNote,
  file: string,
  options?: { force?: boolean },
): Promise<boolean> {
  const form = FORMS[extname(file).toLowerCase()];
  if (!form) throw new Error(`${file} ends neither with ${NOTE_ENDINGS}`);
  return replaceNote(await form(note), file, options);
}

/** Writes a note as a web page; as `writeNote`. */
export function writeNotePage(note: PlaceNote, file: string, options?: { force?: boolean }): boolean {
  return replaceNote(noteHtml(note), file, options);
}

function replaceNote(content: string | Uint8Array, file: string, { force = false } = {}): boolean {
  const bytes = Buffer.from(typeof content === 'string' ? withMark(content) : content);
  const present = bytesOf(file);
  if (present?.equals(bytes)) return false;
  if (present && present.length > 0 && !force && !isUnchangedNote(present))
    throw new OperatorError(
      `${file} is no note of this program, or somebody changed it. Move it away, or replace it with allocations note --force.`,
      USAGE,
    );
  try {
    writeFileAtomic.sync(file, bytes);
  } catch (error) {
    throw explainDisk('file', file, error);
  }
  return true;
}

/** Makes the folder of notes, and returns the path of the note of one place: `tx-2999012-cedar-ford.html`. */
export function notePath(
  folder: string,
  place: { state: string; sales_tax_id: string; slug: string },
): string {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw explainDisk('folder', folder, error);
  }
  const code = place.sales_tax_id.replaceAll(/[^\w-]/g, '-');
  return join(folder, `${place.state}-${code}-${place.slug}.html`);
}

/** The bytes of a file that exists. Throws an `OperatorError` if it is a folder, a pipe or a device, or cannot be read. */
function bytesOf(file: string): Buffer | null {
  try {
    return readRegularFile(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new OperatorError(
      `Cannot replace ${file} (${messageOf(error)}). Move it away, or name another.`,
      USAGE,
    );
  }
}
