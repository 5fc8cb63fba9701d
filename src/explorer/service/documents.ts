import { DocumentReading } from '../../records/documents/document-reading.ts';
import { DATASET, DocumentShelf, NeedsDocument } from '../../records/documents/document-shelf.ts';
import { answerLocally } from '../../records/documents/local-answer.ts';
import { Refused } from '../../records/documents/read-address.ts';
import { BASE } from '../address/navigation.ts';
import { SITE } from '../address/site.ts';
import { type Answered, Fault, type FaultKind } from './request.ts';

const shelf = new DocumentShelf();
const loading = new Map<string, Promise<void>>();
let reading: DocumentReading | undefined;

const KINDS: Readonly<Record<number, FaultKind>> = { 404: 'not-found', 422: 'refused' };

/** Answers an address of the service from the documents of the site. Throws a `Fault`. */
export async function askDocuments<Body>(address: string): Promise<Answered<Body>> {
  if (!reading) {
    await load(DATASET);
    reading ??= new DocumentReading(shelf);
  }
  const url = new URL(address, BASE).href;
  for (;;)
    try {
      // the answer is that of the service, which the types describe
      return { body: answerLocally(reading, url) as Body, version: reading.version };
    } catch (error) {
      if (error instanceof Refused) throw new Fault(KINDS[error.status] ?? 'failed', error.message);
      if (!(error instanceof NeedsDocument)) throw error;
      await load(error.document);
    }
}

/** Loads a document, once. */
function load(name: string): Promise<void> {
  const known = loading.get(name) ?? fetchDocument(name);
  loading.set(name, known);
  return known;
}

async function fetchDocument(name: string): Promise<void> {
  try {
    const response = await fetch(`${SITE}data/${name}.json`);
    // a place that the dataset does not have
    if (response.status === 404 && name.startsWith('places/')) shelf.put(name, null);
    else if (response.ok) shelf.put(name, await response.json());
    else throw new Error(`status ${response.status}`);
  } catch {
    loading.delete(name);
    throw new Fault(
      'unreachable',
      'A part of this site did not load. If it was published again, load the page again.',
    );
  }
}
