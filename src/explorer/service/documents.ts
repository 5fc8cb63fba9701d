import { type FigureSeries, UNIT_SCALES } from '../../domain/allocation.ts';
import { knownStateOf } from '../../domain/reading/figure-reading.ts';
import { documentFile } from '../../records/documents/document-index.ts';
import { DocumentReading } from '../../records/documents/document-reading.ts';
import { DATASET, DOCUMENTS, DocumentShelf, NeedsDocuments } from '../../records/documents/document-shelf.ts';
import { answerLocally } from '../../records/documents/local-answer.ts';
import { notKept, Refused } from '../../records/documents/read-address.ts';
import { FIGURE_LISTS } from '../../records/figure-lists.ts';
import { SITE } from '../address/site.ts';

let shelf = new DocumentShelf();
let reading: DocumentReading | undefined;
const loading = new Map<string, Promise<void>>();

/** Where a document comes from, with the version that it is of. Default: the files of the site. */
type FetchDocument = (name: string) => Promise<{ body: unknown; version?: string | null }>;
let fetchDocument: FetchDocument = fetchFile;
export function readFrom(source: FetchDocument): void {
  fetchDocument = source;
}

/** A question that needs more documents is left to the service. */
const MOST_PREPARED = 12;
/** The service has budgets, and knows whether the dataset changed. */
const LEFT_TO_SERVICE = /\/api\/overview$/;

/** An answer with the version that it is of. */
export interface SiteAnswer {
  body: unknown;
  version: string;
}

/**
 * Answers an absolute address of the service from the documents of the site. Throws a `Refused`, whose status is 0 if a
 * document did not load.
 */
export function askDocuments(url: string, most = Infinity): Promise<SiteAnswer> {
  return withDocuments((view) => ({ body: answerFrom(view, url), version: view.version }), most);
}

/** Makes the note of an absolute address of the service: a page of HTML. Few readers save one. */
export function makeNote(url: string): Promise<SiteAnswer> {
  return withDocuments(async (view) => {
    const { noteLocally } = await import('../../records/documents/place-note.ts').catch(() => {
      throw notLoaded();
    });
    return { body: await noteLocally(view, url), version: view.version };
  });
}

/** The payments of all places of a state in some months, by the id of the place: dollars, oldest first. */
export function paymentsIn(code: string, first: number, months: number) {
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

/** Reads from the documents, and loads those that this needs, if they are not too many. */
async function withDocuments<Result>(
  read: (view: DocumentReading) => Result | Promise<Result>,
  most = Infinity,
): Promise<Result> {
  for (;;)
    try {
      reading ??= new DocumentReading(shelf);
      return await read(reading);
    } catch (error) {
      if (!(error instanceof NeedsDocuments) || error.documents.length > most) throw error;
      await Promise.all(error.documents.map(load));
    }
}

function answerFrom(view: DocumentReading, url: string): object {
  const answer = answerLocally(view, url, FIGURE_LISTS);
  if (answer) return answer;
  throw notKept();
}

function notLoaded(): Refused {
  return new Refused(0, 'A part of this site did not load. If it was published again, load the page again.');
}

/** Loads a document, once. */
function load(name: string): Promise<void> {
  const known = loading.get(name) ?? keep(name, shelf);
  loading.set(name, known);
  return known;
}

async function keep(name: string, into: DocumentShelf): Promise<void> {
  try {
    const { body, version } = await fetchDocument(name);
    if (reading && version !== undefined && version !== reading.version) throw new Error('another version');
    into.put(name, body);
  } catch {
    loading.delete(name);
    throw notLoaded();
  }
}

async function fetchFile(name: string): ReturnType<FetchDocument> {
  // what says where the others are loads beside the first
  if (name === DATASET) load(DOCUMENTS).catch(() => {});
  const file = await fileOf(name);
  if (file === null) return { body: null };
  const response = await fetch(`${SITE}${file}`);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return { body: await response.json() };
}

/** The file of a document, from the folder of the version; `null` if the site has no such document. */
async function fileOf(name: string): Promise<string | null> {
  if (name === DATASET || name === DOCUMENTS) return `${name}.json`;
  await load(DOCUMENTS);
  const index = shelf.get('documents', DOCUMENTS);
  const file = index && documentFile(index, name);
  return file && `../documents/${file}`;
}

/** Loads what answers a question of the service, and others like it. */
export async function prepareAnswers(url: string): Promise<void> {
  await askDocuments(url, MOST_PREPARED);
}

/** Answers from the documents that are loaded; `null` if they are not enough. */
export async function answerPrepared(url: string): Promise<{ body: object; version: string } | null> {
  if (!reading || LEFT_TO_SERVICE.test(new URL(url).pathname)) return null;
  try {
    return { body: answerFrom(reading, url), version: reading.version };
  } catch (error) {
    if (error instanceof NeedsDocuments || error instanceof Refused) return null;
    throw error;
  }
}

/** Forgets the documents if they are of another version. */
export function keepOnly(version: string | null): void {
  if (!reading || reading.version === version) return;
  shelf = new DocumentShelf();
  reading = undefined;
  loading.clear();
}
