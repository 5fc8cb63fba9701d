import { DocumentReading } from '../../../src/records/documents/document-reading.ts';
import { DocumentShelf, NeedsDocuments } from '../../../src/records/documents/document-shelf.ts';
import { answerLocally } from '../../../src/records/documents/local-answer.ts';
import { noteLocally } from '../../../src/records/documents/place-note.ts';
import { notKept, Refused } from '../../../src/records/documents/read-address.ts';
import { FIGURE_LISTS } from '../../../src/records/figure-lists.ts';
import { openDocuments } from '../../../src/records/making/documents.ts';
import { STATES } from '../../../src/states/index.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { openReader, withPlaces } from '../../../src/store/query/view.ts';
import { HOST } from '../../rig/service.ts';

/** Makes the documents of a dataset as files: of all places, or of some. */
export function documentsOf(database: string, overview: object, places: readonly number[] | null) {
  const files = new Map<string, string>();
  const dataset = openForReading(database);
  openReader(dataset).read((whole) => {
    const view = places ? withPlaces(whole, places) : whole;
    for (const [name, make] of openDocuments({ whole, view, states: STATES }, () => overview))
      files.set(name, JSON.stringify(make()));
  });
  dataset.close();
  return files;
}

/** Answers as a page does that has loaded what is on the shelf, and says which documents it needed. */
export function answerFrom(files: ReadonlyMap<string, string>, url: string, shelf = new DocumentShelf()) {
  return readFrom(files, shelf, (view) => {
    const found = answerLocally(view, `http://${HOST}${url}`, FIGURE_LISTS);
    if (!found) throw notKept();
    return JSON.stringify(found);
  });
}

/** Makes the note of an address as a page does. */
export function noteFrom(files: ReadonlyMap<string, string>, url: string) {
  return readFrom(files, new DocumentShelf(), (view) => noteLocally(view, `http://${HOST}${url}`));
}

function readFrom(
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
      if (error instanceof Refused) return { status: error.status, body: error.message, loaded };
      if (!(error instanceof NeedsDocuments)) throw error;
      for (const name of error.documents) {
        if (loaded.includes(name)) throw new Error(`${name} was loaded and is asked for again`);
        load(name);
      }
    }
}
