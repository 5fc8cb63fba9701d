import { knownStateOf } from '../../../src/domain/reading/figure-reading.ts';
import { noteHtml } from '../../../src/explorer/note/note-page.tsx';
import {
  answerFigures,
  answerKept,
  answerOfPlace,
  answerPlace,
  answerSources,
} from '../../../src/records/documents/answers.ts';
import { DocumentReading } from '../../../src/records/documents/document-reading.ts';
import {
  DATASET,
  DocumentShelf,
  NeedsDocuments,
  NotInDocuments,
} from '../../../src/records/documents/document-shelf.ts';
import { makeNote } from '../../../src/records/documents/place-note.ts';
import { FIGURE_LISTS } from '../../../src/records/figure-lists.ts';
import { readParameters, WrongParameters } from '../../../src/records/filters/read-parameters.ts';
import { readerOf } from '../../../src/records/filters/readers.ts';
import { WrongFilter } from '../../../src/records/filters/wrong-filter.ts';
import type { FiguresBeside } from '../../../src/records/found-rows.ts';
import { openDocuments } from '../../../src/records/making/documents.ts';
import { NOTE_FILTERS } from '../../../src/records/note/note.ts';
import { newDocument } from '../../../src/records/note/read.ts';
import { toPage } from '../../../src/records/page.ts';
import { STATES } from '../../../src/states/index.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { openReader, withPlaces } from '../../../src/store/query/view.ts';
import { HOST } from '../../rig/service.ts';

/** Makes the documents of a dataset as files: of all places, or of some. */
export function documentsOf(
  database: string,
  overview: object,
  places: readonly number[] | null,
  registers: FiguresBeside = {},
) {
  const files = new Map<string, string>();
  const dataset = openForReading(database);
  openReader(dataset).read((whole) => {
    const view = places ? withPlaces(whole, places) : whole;
    for (const [name, make] of openDocuments({ whole, view, states: STATES }, () => overview, registers))
      files.set(name, JSON.stringify(make()));
  });
  dataset.close();
  return files;
}

/** Answers as a page does that has loaded what is on the shelf, and says which documents it needed. */
export function answerFrom(files: ReadonlyMap<string, string>, url: string, shelf = new DocumentShelf()) {
  return readFrom(files, shelf, (view) => withoutLinks(JSON.stringify(answerAt(view, url))));
}

/** An answer without what only addresses have. */
export function withoutLinks(body: string): string {
  const { data, meta: { per_page: _, ...meta } = {} } = JSON.parse(body);
  return JSON.stringify({ data, meta });
}

/** Asks the question whose answer the service has at an address. */
function answerAt(view: DocumentReading, url: string): object {
  const { pathname, searchParams } = new URL(url, `http://${HOST}`);
  const chosen = Object.fromEntries(searchParams);
  if (pathname === '/api/overview') return { data: view.shelf.get('dataset', DATASET)?.overview };
  const [, id, ofPlace] = /^\/api\/jurisdictions\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? [];
  if (id !== undefined && ofPlace === undefined) return answerPlace(view, Number(id));
  if (id !== undefined && ofPlace === 'sources')
    return onePage(answerSources(view, Number(id), String(chosen.allocation_period)));
  const [, state, name = ofPlace ?? pathname.slice('/api/'.length)] =
    /^\/api\/(\w\w)\/sales-tax\/(\w+)$/.exec(pathname) ?? [];
  const list = Object.values(FIGURE_LISTS).find(({ description }) => description.name === name);
  if (list) {
    const place = { ...(state && { state }), ...(id && { id: [Number(id)] }) };
    return answerFigures(view, list, { ...readChosen(view, list.description, chosen, state), ...place });
  }
  if (name === 'revisions' || (name === 'findings' && chosen.jurisdictions))
    return onePage(answerOfPlace(view, name, Number(chosen.jurisdictions)));
  return answerKept(view, name as 'findings', chosen);
}

/** A whole list as the service pages it. */
function onePage({ data }: { data: readonly object[] }): object {
  return toPage('', { page: 1, limit: 1000 }, data, data.length);
}

/** What the parameters of an address say, as the page gives it to questions. */
function readChosen(
  view: DocumentReading,
  described: Parameters<typeof readParameters>[0],
  chosen: Readonly<Record<string, string>>,
  state?: string,
): object {
  return readParameters(described, new Map(Object.entries(chosen).map(([name, text]) => [name, [text]])), {
    state: state === undefined ? null : knownStateOf(view, state),
    readerOf: (filter) => readerOf(filter, { states: view.states, exampleId: 1 }),
  });
}

const NOTE = { filters: NOTE_FILTERS, paging: null };

/** Makes the note of an address as a page does. */
export function noteFrom(files: ReadonlyMap<string, string>, url: string) {
  const { pathname, searchParams } = new URL(url, `http://${HOST}`);
  const id = Number(pathname.split('/').at(-2));
  return readFrom(files, new DocumentShelf(), (view) =>
    noteHtml(
      makeNote(view, { ...readChosen(view, NOTE, Object.fromEntries(searchParams)), id }),
      newDocument(),
    ),
  );
}

export function readFrom(
  files: ReadonlyMap<string, string>,
  shelf: DocumentShelf,
  read: (view: DocumentReading) => string,
) {
  const loaded: string[] = [];
  const load = (name: string) => {
    loaded.push(name);
    const text = files.get(name);
    shelf.put(name, text === undefined ? null : JSON.parse(text));
  };
  load('dataset');
  const view = new DocumentReading(shelf);
  for (;;)
    try {
      return { status: 200, body: read(view), loaded };
    } catch (error) {
      if (error instanceof NotInDocuments) return { status: 404, body: error.message, loaded };
      if (error instanceof WrongFilter || error instanceof WrongParameters)
        return { status: 422, body: error.message, loaded };
      if (!(error instanceof NeedsDocuments)) throw error;
      for (const name of error.documents) {
        if (loaded.includes(name)) throw new Error(`${name} was loaded and is asked for again`);
        load(name);
      }
    }
}
