import { DocumentReading } from '../../records/documents/document-reading.ts';
import {
  DATASET,
  DOCUMENTS,
  DocumentShelf,
  NeedsDocuments,
  NotInDocuments,
  stampedFile,
} from '../../records/documents/document-shelf.ts';
import { WrongFilter } from '../../records/filters/wrong-filter.ts';
import type { NoteQuestion } from '../../records/note/note.ts';
import { SITE } from '../address/site.ts';
import { askService, Fault } from './request.ts';

let shelf = new DocumentShelf();
let reading: DocumentReading | undefined;
const loading = new Map<string, Promise<void>>();

/** Computes from the documents of the dataset, and loads those that this needs. Throws a `Fault`. */
export async function compute<Found>(find: (view: DocumentReading) => Found): Promise<Found> {
  for (;;)
    try {
      reading ??= new DocumentReading(shelf);
      return find(reading);
    } catch (error) {
      if (!(error instanceof NeedsDocuments)) throw faultOf(error);
      await Promise.all(error.documents.map(load));
    }
}

function faultOf(error: unknown): unknown {
  if (error instanceof NotInDocuments) return new Fault('not-found', error.message);
  return error instanceof WrongFilter ? new Fault('refused', error.message) : error;
}

/** The note of a place: a page of HTML. Few readers save one, so what makes it is loaded then. */
export async function noteOf(asked: NoteQuestion): Promise<string> {
  const [{ makeNote }, { noteHtml }] = await Promise.all([
    import('../../records/documents/place-note.ts'),
    import('../note/note-page.tsx'),
  ]).catch(() => {
    throw new Fault('unreachable', 'A part of this page did not load. Load the page again.');
  });
  return noteHtml(await compute((view) => makeNote(view, asked)), document);
}

/** Forgets the documents if they are of another version. */
export function keepOnly(version: string | null): void {
  if (!reading || reading.version === version) return;
  shelf = new DocumentShelf();
  reading = undefined;
  loading.clear();
}

/** Loads a document, once. */
export function load(name: string): Promise<void> {
  const known = loading.get(name) ?? keep(name, shelf);
  loading.set(name, known);
  return known;
}

async function keep(name: string, into: DocumentShelf): Promise<void> {
  try {
    if (SITE !== null) into.put(name, await fetchFile(name));
    else {
      const { body, version } = await askService(`api/documents/${name}`);
      into.put(name, body);
      // a run ended between two documents: what was computed so far is of the version before
      keepOnly(version);
    }
  } catch (error) {
    loading.delete(name);
    throw error;
  }
}

/** Reads a document from the folder of the site; `null` if the site does not have it. */
async function fetchFile(name: string): Promise<unknown> {
  // what says where the others are loads beside the first
  if (name === DATASET) load(DOCUMENTS).catch(() => {});
  const file = await fileOf(name);
  if (file === null) return null;
  const response = await fetch(`${SITE}${file}`).catch(() => null);
  // a file that is cut off, or a page of the server in its place, is no JSON
  const body: unknown = response?.ok ? await response.json().catch(() => null) : null;
  if (body !== null) return body;
  throw new Fault(
    'unreachable',
    'A part of this site did not load. If it was published again, load the page again.',
  );
}

async function fileOf(name: string): Promise<string | null> {
  if (name === DATASET || name === DOCUMENTS) return `${name}.json`;
  await load(DOCUMENTS);
  const index = shelf.get('documents', DOCUMENTS);
  const stamp = index?.[name];
  return stamp === undefined ? null : `../documents/${stampedFile(name, stamp)}`;
}
