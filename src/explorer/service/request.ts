import type { Error as ErrorBody } from '../../client/generated/types.gen.ts';
import { BASE } from '../address/navigation.ts';
import { SITE } from '../address/site.ts';
import { sessionToken } from './session.ts';

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

/** An answer of the service, and the version of the dataset it is of. */
interface Answered<Body> {
  body: Body;
  version: string | null;
}

/** Asks the service at an address below the base. Throws a `Fault`. */
export async function askService<Body>(address: string): Promise<Answered<Body>> {
  const response = await requestOf(address);
  const body: Body = await whole(response.json());
  return { body, version: response.headers.get('dataset-version') };
}

/** Asks the service for a file. Throws a `Fault`, also if the file ends too early. */
export async function askFile(address: string): Promise<Blob> {
  if (SITE !== null)
    throw new Fault('failed', 'This site has no whole lists as files. The service of the dataset has them.');
  return whole((await requestOf(address)).blob());
}

async function requestOf(address: string): Promise<Response> {
  const token = sessionToken();
  const headers = token === null ? undefined : { authorization: `Bearer ${token}` };
  const response = await fetch(new URL(address, BASE), { headers }).catch(() => {
    throw new Fault('unreachable', 'The service does not answer. Check that it is running, then try again.');
  });
  if (!response.ok) throw await faultOf(response);
  return response;
}

function whole<Body>(reading: Promise<Body>): Promise<Body> {
  return reading.catch(() => {
    throw new Fault('unreachable', 'The answer of the service ended too early. Try again.');
  });
}

const KINDS: Readonly<Record<number, FaultKind>> = { 401: 'token', 404: 'not-found', 422: 'refused' };

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
