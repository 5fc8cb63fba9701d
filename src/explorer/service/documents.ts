import { type FigureSeries, UNIT_SCALES } from '../../domain/allocation.ts';
import { knownStateOf } from '../../domain/reading/figure-reading.ts';
import { documentFile } from '../../records/documents/document-index.ts';
import { DocumentReading } from '../../records/documents/document-reading.ts';
import { DATASET, DOCUMENTS, DocumentShelf, NeedsDocuments } from '../../records/documents/document-shelf.ts';
import { answerLocally } from '../../records/documents/local-answer.ts';
import { PLACE_LISTS } from '../../records/documents/place-lists.ts';
import { notKept, Refused } from '../../records/documents/read-address.ts';
import { SITE } from '../address/site.ts';

const shelf = new DocumentShelf();
const loading = new Map<string, Promise<void>>();
let reading: DocumentReading | undefined;

/** An answer, or why there is none: the status of the service, and 0 if a document did not load. */
export type SiteAnswer =
  | { body: unknown; version: string }
  | { body?: undefined; refused: { status: number; message: string } };

/** Answers an absolute address of the service from the documents of the site. */
export function askDocuments(url: string): Promise<SiteAnswer> {
  return answered((view) => answerFrom(view, url));
}

/** Makes the note of an absolute address of the service: a page of HTML. Few readers save one. */
export function makeNote(url: string): Promise<SiteAnswer> {
  return answered(async (view) => {
    const { noteLocally } = await import('../../records/documents/place-note.ts').catch(() => {
      throw notLoaded();
    });
    return noteLocally(view, url);
  });
}

async function answered(answer: (view: DocumentReading) => Promise<unknown>): Promise<SiteAnswer> {
  try {
    return await withDocuments(async (view) => ({ body: await answer(view), version: view.version }));
  } catch (error) {
    if (error instanceof Refused) return { refused: { status: error.status, message: error.message } };
    throw error;
  }
}

/** The payments of all places of a state in some months, by the id of the place: dollars, oldest first. */
export function askPayments(code: string, first: number, months: number) {
  return withDocuments((view) => {
    const state = knownStateOf(view, code);
    const places = view.figures(state, state.headline, 0).within(() => true);
    const paidIn = ({ first: start, slots }: FigureSeries, month: number) => {
      const cents = slots[month - start] ?? null;
      return cents === null ? null : cents / UNIT_SCALES.amount;
    };
    return new Map(
      Array.from(places, ({ subject, series }) => [
        subject.id,
        Array.from({ length: months }, (_, at) => paidIn(series, first + at)),
      ]),
    );
  });
}

/** Reads from the documents, and loads those that this needs. */
async function withDocuments<Result>(
  read: (view: DocumentReading) => Result | Promise<Result>,
): Promise<Result> {
  await Promise.all([DATASET, DOCUMENTS].map(load));
  reading ??= new DocumentReading(shelf);
  for (;;)
    try {
      return await read(reading);
    } catch (error) {
      if (!(error instanceof NeedsDocuments)) throw error;
      await Promise.all(error.documents.map(load));
    }
}

/** Few views of a place need the lists of a state. */
async function answerFrom(view: DocumentReading, url: string): Promise<object> {
  const ofPlace = answerLocally(view, url, PLACE_LISTS);
  if (ofPlace) return ofPlace;
  const { STATE_LISTS } = await import('../../records/documents/state-lists.ts').catch(() => {
    throw notLoaded();
  });
  const ofState = answerLocally(view, url, STATE_LISTS);
  if (ofState) return ofState;
  throw notKept();
}

function notLoaded(): Refused {
  return new Refused(0, 'A part of this site did not load. If it was published again, load the page again.');
}

/** Loads a document, once. */
function load(name: string): Promise<void> {
  const known = loading.get(name) ?? fetchDocument(name);
  loading.set(name, known);
  return known;
}

/** The file of a document, from the folder of the version. */
function fileOf(name: string): string {
  if (name === DATASET || name === DOCUMENTS) return `${name}.json`;
  const index = shelf.get('documents', DOCUMENTS);
  return `../documents/${index && documentFile(index, name)}`;
}

async function fetchDocument(name: string): Promise<void> {
  try {
    const response = await fetch(`${SITE}${fileOf(name)}`);
    if (!response.ok) throw new Error(`status ${response.status}`);
    shelf.put(name, await response.json());
  } catch {
    loading.delete(name);
    throw notLoaded();
  }
}
