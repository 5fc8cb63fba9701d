import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A style sheet with those that it imports, as one text. */
export function readStyles(path) {
  const text = readFileSync(path, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ');
  return text.replaceAll(/@import "(.+?)";/g, (_, name) => readStyles(join(dirname(path), name))).trim();
}

/** The styles of notes, which stand in the code of whatever writes notes. */
export const NOTE_STYLE = readStyles('src/explorer/note/note.css');

/** What compilers put in place of names. */
export const DEFINED = { NOTE_STYLE: JSON.stringify(NOTE_STYLE) };
