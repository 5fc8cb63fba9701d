import type { Error as ErrorBody } from '../../client/generated/types.gen.ts';
import { BASE } from '../address/navigation.ts';
import { SITE } from '../address/site.ts';
import { sessionToken } from './session.ts';

/** A request by its address below the base, and the type of its answer. */
export interface Inquiry<Body> {
  readonly address: string;
  /** Never set: it only carries the type. */
  readonly body?: Body;
}

/**
 * Why there is no answer. `token`: the service needs a token, or does not know the one it got; `ended-token`: it knew the
 * token, which expired or was revoked; `unreachable`: it does not answer.
 */
export type FaultKind = 'token' | 'ended-token' | 'unreachable' | 'not-found' | 'refused' | 'failed';

/** An answer that did not come, with a message for the reader. */
export class Fault extends Error {
  override name = 'Fault';
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** An answer, and the version of the dataset it is of. */
export interface Answered<Body> {
  body: Body;
  version: string | null;
}

const UNREACHABLE = 'The service does not answer. Check that it is running, then try again.';

/** What answers from documents, once a view has prepared it. */
let computing: typeof import('./documents.ts') | null = null;

/** Asks the documents that are prepared, else the service. Throws a `Fault`. */
export async function ask<Body>({ address }: Inquiry<Body>): Promise<Answered<Body>> {
  if (SITE !== null) return askSite(address);
  const prepared = await computing?.answerPrepared(new URL(address, BASE).href);
  // the answer is that of the service, which the types describe
  if (prepared) return prepared as Answered<Body>;
  const answer = await askService<Body>(address);
  computing?.keepOnly(answer.version);
  return answer;
}

/** Loads the documents that answer a question and others like it. Those then need no request. */
export async function prepare({ address }: Inquiry<unknown>): Promise<void> {
  if (SITE === null) await (await openComputing()).prepareAnswers(new URL(address, BASE).href);
}

/** The payments of all places of a state in some months: dollars, oldest first, by the id of the place. */
export async function askPayments(state: string, first: number, months: number) {
  return (await openComputing()).paymentsIn(state, first, months);
}

/** Loads what computes from the documents of the site, or of the service. */
async function openComputing() {
  const documents = await import('./documents.ts').catch(() => {
    throw new Fault('unreachable', UNREACHABLE);
  });
  if (SITE === null) documents.readFrom((name) => askService(`api/documents/${name}`));
  computing = documents;
  return documents;
}

/** Forgets what is prepared: another token may read other data. */
export function forgetPrepared(): void {
  computing?.keepOnly(null);
}

async function askService<Body>(address: string): Promise<Answered<Body>> {
  const response = await requestOf(address);
  const body: Body = await whole(response.json());
  return { body, version: response.headers.get('dataset-version') };
}

/** Asks the service for a file. Throws a `Fault`, also if the file ends too early. */
export async function askFile({ address }: Inquiry<Blob>): Promise<Blob> {
  if (SITE !== null)
    throw new Fault('failed', 'This site has no whole lists as files. The service of the dataset has them.');
  return whole((await requestOf(address)).blob());
}

/** Asks for the note of a place: a page of HTML. Throws a `Fault`. */
export async function askNote(inquiry: Inquiry<Blob>): Promise<Blob> {
  if (SITE === null) return askFile(inquiry);
  const { body } = await askSite<string>(inquiry.address, 'makeNote');
  return new Blob([body], { type: 'text/html' });
}

/** Asks the documents of a site. What computes from them is loaded with the first question. */
async function askSite<Body>(
  address: string,
  how: 'askDocuments' | 'makeNote' = 'askDocuments',
): Promise<Answered<Body>> {
  const asked = await (await openComputing())[how](new URL(address, BASE).href).catch(throwFault);
  // the answer is that of the service, which the types describe
  return asked as Answered<Body>;
}

/** A refusal has the status of the service. Its class is in the script of the documents. */
function throwFault(error: unknown): never {
  const { status, message }: { status?: number; message?: string } = Object(error);
  throw status === undefined ? error : new Fault(KINDS[status] ?? 'failed', `${message}`);
}

async function requestOf(address: string): Promise<Response> {
  const token = sessionToken();
  const headers = token === null ? undefined : { authorization: `Bearer ${token}` };
  const response = await fetch(new URL(address, BASE), { headers }).catch(() => {
    throw new Fault('unreachable', UNREACHABLE);
  });
  if (!response.ok) throw await faultOf(response);
  return response;
}

function whole<Body>(reading: Promise<Body>): Promise<Body> {
  return reading.catch(() => {
    throw new Fault('unreachable', 'The answer of the service ended too early. Try again.');
  });
}

const KINDS: Readonly<Record<number, FaultKind>> = {
  0: 'unreachable',
  401: 'token',
  404: 'not-found',
  422: 'refused',
};

async function faultOf(response: Response): Promise<Fault> {
  const isEnded = response.headers.get('www-authenticate')?.includes('invalid_token') ?? false;
  const kind = isEnded ? 'ended-token' : (KINDS[response.status] ?? 'failed');
  try {
    const body: ErrorBody = await response.json();
    return new Fault(kind, body.message);
  } catch {
    return new Fault(kind, `The service answered with status ${response.status}. Try again.`);
  }
}
