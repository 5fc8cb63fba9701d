import { mkdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { explainDisk, OperatorError, USAGE } from '../../domain/operator-error.ts';
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

/** What every note contains, by which the program knows its own. */
const MARKS = [SIGNATURE, 'Sales tax allocations '];

/**
 * Writes a note into a file, by its ending. A file that has these bytes already stays as it is. Returns whether it
 * changed. Throws an `OperatorError` if somebody else wrote the file, unless `force`, and if the disk refuses.
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
  const bytes = Buffer.from(content);
  const present = bytesOf(file);
  if (present?.equals(bytes)) return false;
  if (present && present.length > 0 && !force && !MARKS.some((mark) => present.includes(mark)))
    throw new OperatorError(
      `${file} exists, and is no note of this program. Move it away, or replace it with allocations note --force.`,
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

function bytesOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
