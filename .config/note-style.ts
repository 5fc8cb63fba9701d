/** The styles of notes as one text, which stands in the code of whatever writes notes. */
import { buildSync } from 'esbuild';

const { outputFiles } = buildSync({
  ...{ entryPoints: ['src/explorer/note/note.css'], bundle: true, minify: true, write: false },
  target: 'es2022',
});

export const NOTE_STYLE = outputFiles[0]?.text.trim();

/** What compilers put in place of names. */
export const DEFINED = { NOTE_STYLE: JSON.stringify(NOTE_STYLE) };
