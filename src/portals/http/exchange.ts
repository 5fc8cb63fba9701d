import { hash } from 'node:crypto';
import { request } from 'undici';
import { readBody } from './body.ts';
import { type Connection, openConnection } from './connection.ts';
import { explainFailure } from './failure.ts';
import { FetchFault } from './fault.ts';
import { headersOf } from './headers.ts';
import type { Asker, PortalAnswer, Question, RequestEvent } from './messages.ts';
import { followRedirect } from './redirect.ts';
import { explainStatus, readRetryAfter } from './response-status.ts';

/** Sends one request and follows its redirects. */
export async function askOnce(asker: Asker, question: Question, attempt: number): Promise<PortalAnswer> {
  let { url } = question;
  for (let hops = 0; hops <= asker.limits.redirects; hops += 1) {
    const host = url.host;
    const hop = await asker.limitOf(host)(() => send(asker, question, url, attempt));
    if ('answer' in hop) return hop.answer;
    const next = followRedirect(url, hop.location, question.feed);
    if ('refusal' in next) throw new FetchFault(next.refusal, 'none', { status: hop.status });
    url = next.url;
  }
  throw new FetchFault(
    `${question.url.host} redirects more than ${asker.limits.redirects} times. Check the address`,
    'none',
  );
}

type Hop = { answer: PortalAnswer } | { status: number; location: string | null };

async function send(asker: Asker, question: Question, url: URL, attempt: number): Promise<Hop> {
  asker.signal.throwIfAborted();
  const started = performance.now();
  const event: RequestEvent = {
    feed: question.feed.name,
    unit: question.unit,
    // the query of a redirect may contain a secret of the portal
    url: url.origin === question.url.origin ? url.href : `${url.origin}${url.pathname}`,
    attempt,
    status: null,
    etag: null,
    last_modified: null,
    bytes: null,
    sha256: null,
    ms: 0,
    error: null,
  };
  try {
    return await exchange(asker, question, url, event);
  } catch (error) {
    asker.signal.throwIfAborted();
    if (!(error instanceof FetchFault)) throw error;
    const shown = withoutSecrets(error, asker, event.status);
    event.error = shown.message;
    throw shown;
  } finally {
    event.ms = Math.round(performance.now() - started);
    asker.log?.(event);
  }
}

async function exchange(asker: Asker, question: Question, url: URL, event: RequestEvent): Promise<Hop> {
  const connection = openConnection(asker, url.host);
  try {
    return await exchangeOver(connection, asker, question, url, event);
  } finally {
    await connection.close();
  }
}

async function exchangeOver(
  { dispatcher, signal, noteHead }: Connection,
  asker: Asker,
  question: Question,
  url: URL,
  event: RequestEvent,
): Promise<Hop> {
  const { limits } = asker;
  const fail = (error: unknown): never => {
    throw explainFailure(error, url.host, limits, event.status);
  };
  const sent = headersOf(asker, question, url);
  const { statusCode, headers, body } = await request(url, { dispatcher, headers: sent, signal }).catch(fail);
  noteHead();
  const header = (name: string) => {
    const value = headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? null;
  };
  event.status = statusCode;
  event.etag = header('etag');
  event.last_modified = header('last-modified');
  const read = await readBody(body, header('content-encoding'), limits.bytes).catch((error) => {
    // the body of an error status may be unreadable
    if (statusCode !== 200 && error instanceof FetchFault && error !== signal.reason) return null;
    return fail(error);
  });
  event.bytes = read?.length ?? null;
  const bytes = read ?? Buffer.alloc(0);
  if ([301, 302, 303, 307, 308].includes(statusCode))
    return { status: statusCode, location: header('location') };
  const { etag, last_modified } = event;
  const contentType = header('content-type');
  if (statusCode === 304 && question.known)
    return { answer: { status: 304, etag, last_modified, contentType, bytes } };
  if (statusCode !== 200)
    throw explainStatus(
      statusCode,
      bytes,
      readRetryAfter(header('retry-after'), asker.now()),
      url.host,
      limits,
    );
  event.sha256 = hash('sha256', bytes);
  return { answer: { status: 200, etag, last_modified, contentType, bytes } };
}

/** The fault without the token and passwords, because a server may repeat them in its answer. */
export function withoutSecrets(
  { message, remedy, status, waitMs, isPortalDown }: FetchFault,
  { appToken, proxies }: Asker,
  statusSeen: number | null = null,
): FetchFault {
  const passwords = [proxies.http, proxies.https].map((proxy) => URL.parse(proxy)?.password ?? '');
  const shown = [appToken ?? '', ...passwords]
    .filter((secret) => secret !== '')
    .reduce((hidden, secret) => hidden.replaceAll(secret, '…'), message);
  return new FetchFault(shown, remedy, { status: status ?? statusSeen, waitMs, isPortalDown });
}
