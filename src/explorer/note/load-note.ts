import type { PlaceNote } from '../../records/note/content.ts';

/** Writes a note as a page of HTML. */
export type NotePrinter = (note: PlaceNote) => string;

/** Loads what writes notes: most commands write none, and few readers save one. */
export async function loadNotePrinter(): Promise<NotePrinter> {
  const [{ noteHtml }, { draw }] = await Promise.all([import('./note-page.tsx'), import('../chart/draw.ts')]);
  return (note) => noteHtml(note, draw);
}
