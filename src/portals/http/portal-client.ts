import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { type Dispatcher, EnvHttpProxyAgent, interceptors, request } from 'undici';
import { isLoopback } from '../../domain/loopback.ts';
import { type Feed, isHostOf, PROGRAM } from '../feed.ts';
import {
  contentFault,
  explainFailure,
  explainStatus,
  FetchFault,
  readRetryAfter,
  tooLarge,
} from './fault.ts';
import type { FetchLimits } from './limits.ts';

/** A server's names for the version of an answer. */
export interface Validators {
  etag: string | null;
  last_modified: string | null;
}

/** A complete answer: 200, or 304 to a conditional request. */
export interface PortalAnswer extends Validators {
  status: 200 | 304;
  contentType: string | null;
  bytes: Buffer;
  /** Whether the answer itself says where it ends. Without that, its end may be missing. */
  statesEnd: boolean;
}

/** One request and its result, for a log. */
export interface RequestEvent extends Validators {
  feed: string;
  unit: string;
  url: string;
  attempt: number;
  /** `null` without an answer. */
  status: number | null;
  bytes: number | null;
  sha256: string | null;
  ms: number;
  /** Why it failed, or `null`. */
  error: string | null;
}

export interface ClientOptions {
  limits: FetchLimits;
  /** Proxies by the protocol of the address, or an empty text; and the hosts to ask without proxy, as in `NO_PROXY`. */
  proxies: Record<'http' | 'https' | 'none', string>;
  /** The program's name and version, as `sales-tax-allocations/0.1.0`. */
  program: string;
  /** Sent only to Socrata feeds. */
  appToken: string | null;
  signal: AbortSignal;
  now: () => Date;
  log?: (event: RequestEvent) => void;
}

/** One download, or one page of it. */
export interface Question extends Pick<RequestEvent, 'unit' | 'attempt'> {
  feed: Feed;
  url: URL;
  accept: string;
  /** The version that is already here, for a conditional request. */
  known: Validators | null;
}

/** Sends the requests of one fetch. */
export class PortalClient {
  private readonly options: ClientOptions;
  private readonly agent: EnvHttpProxyAgent;

  constructor(options: ClientOptions) {
    const { limits, proxies } = options;
    const connect = { timeout: limits.connectMs };
    this.options = options;
    this.agent = new EnvHttpProxyAgent({
      ...{ httpProxy: proxies.http, httpsProxy: proxies.https, noProxy: proxies.none },
      ...{ connect, proxyTls: connect, requestTls: connect, allowH2: false },
      ...{ headersTimeout: limits.headersMs, bodyTimeout: limits.idleMs, maxResponseSize: limits.bytes },
    });
  }

  /** Sends one request, and follows redirects, to hosts of the feed alone. Throws a `FetchFault`. */
  async ask(question: Question): Promise<PortalAnswer> {
    const { signal, limits, log } = this.options;
    signal.throwIfAborted();
    const { feed, unit, url, attempt } = question;
    const event: RequestEvent = {
      ...{ feed: feed.name, unit, url: url.href, attempt, status: null, etag: null, last_modified: null },
      ...{ bytes: null, sha256: null, ms: 0, error: null },
    };
    const started = performance.now();
    const limit = new AbortController();
    // the garbage collector may remove a signal of `AbortSignal.timeout` before it fires
    const timer = setTimeout(() => {
      const message = `${url.host} did not send the whole answer within ${limits.requestMs / 1000} s. Try again later`;
      limit.abort(new FetchFault(message, 'once', event.status));
    }, limits.requestMs);
    try {
      return await this.exchange(question, event, AbortSignal.any([signal, limit.signal]));
    } catch (error) {
      signal.throwIfAborted();
      const fault = explainFailure(error, url.host, limits, event.status);
      event.error = this.hideSecrets(fault.message);
      throw fault;
    } finally {
      clearTimeout(timer);
      event.ms = Math.round(performance.now() - started);
      log?.(event);
    }
  }

  /**
   * Repeats a download while that may help. `work` gets the number of the attempt. undici's own retry would continue a
   * body with a part of another version, and knows no faults of content.
   */
  async retry<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
    const { limits, signal } = this.options;
    const { retries, notReadyRetries } = limits;
    const left = { retry: retries, once: Math.min(1, retries), later: notReadyRetries, none: 0 };
    for (let attempt = 1; ; attempt += 1)
      try {
        return await work(attempt);
      } catch (error) {
        if (!(error instanceof FetchFault)) throw error;
        const { remedy, waitMs } = error;
        left[remedy] -= 1;
        if (left[remedy] < 0 || waitMs > limits.retryAfterMs) throw error;
        const growing = Math.min(limits.firstWaitMs * 2 ** (attempt - 1), limits.longestWaitMs);
        const pause = growing * (1 + Math.random());
        await sleep(pause + (remedy === 'later' ? limits.notReadyMs : waitMs), undefined, { signal });
      }
  }

  /** A text without the token and the passwords of proxies, which a server may repeat in its answer. */
  hideSecrets(text: string): string {
    const { appToken, proxies } = this.options;
    const passwords = [proxies.http, proxies.https].map((proxy) => URL.parse(proxy)?.password);
    const secrets = [appToken, ...passwords].filter((secret) => secret);
    return secrets.reduce<string>((hidden, secret) => hidden.replaceAll(`${secret}`, '…'), text);
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async exchange(
    question: Question,
    event: RequestEvent,
    signal: AbortSignal,
  ): Promise<PortalAnswer> {
    const { limits, now } = this.options;
    const { url, feed, known } = question;
    const redirects = interceptors.redirect({
      maxRedirections: limits.redirects,
      throwOnMaxRedirect: true,
      stripHeadersOnCrossOriginRedirect: ['x-app-token'],
    });
    const { statusCode, headers, body } = await request(url, {
      dispatcher: this.agent.compose(refuseOtherHosts(feed), redirects),
      headers: this.headersOf(question),
      signal,
      // so that late bytes are not read as the answer to the next request
      reset: true,
    });
    const header = (name: string) => {
      const [text] = [headers[name]].flat();
      // only printable ASCII can be sent back
      return text !== undefined && /^[\x20-\x7e]+$/.test(text) ? text : null;
    };
    event.status = statusCode;
    event.etag = header('etag');
    event.last_modified = header('last-modified');
    const reading = readBody(body, header('content-encoding'), limits);
    // the body of an error status may be unreadable
    const bytes = statusCode === 200 ? await reading : await reading.catch(() => Buffer.alloc(0));
    event.bytes = bytes.length;
    const isKnown = statusCode === 304 && known !== null;
    if (statusCode !== 200 && !isKnown) {
      const waitMs = readRetryAfter(header('retry-after'), now());
      throw explainStatus(statusCode, bytes, waitMs, url.host, limits);
    }
    if (!isKnown) event.sha256 = hash('sha256', bytes);
    const { etag, last_modified } = event;
    const statesEnd = ['content-length', 'transfer-encoding', 'content-encoding'].some(header);
    const contentType = header('content-type');
    return { status: isKnown ? 304 : 200, etag, last_modified, contentType, bytes, statesEnd };
  }

  private headersOf({ feed, accept, known, url }: Question): Record<string, string> {
    const { program, appToken } = this.options;
    // others cannot read the token on its way
    const isConfidential = url.protocol === 'https:' || isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1'));
    const takesToken = feed.protocol === 'socrata' && url.origin === feed.url.origin && isConfidential;
    return {
      'user-agent': feed.user_agent.replaceAll(PROGRAM, program),
      accept,
      'accept-encoding': 'gzip',
      ...(known?.etag ? { 'if-none-match': known.etag } : {}),
      ...(known?.last_modified ? { 'if-modified-since': known.last_modified } : {}),
      ...(appToken !== null && takesToken ? { 'x-app-token': appToken } : {}),
    };
  }
}

/** Refuses links and redirects to hosts that the feed does not name, and from https to http. */
function refuseOtherHosts(feed: Feed): Dispatcher.DispatcherComposeInterceptor {
  let from = feed.url;
  return (dispatch) => (options, handler) => {
    const to = new URL(String(options.origin));
    const fault =
      from.protocol === 'https:' && to.protocol !== 'https:'
        ? "from https to http. Check the feed's address on the portal"
        : !isHostOf(to, feed)
          ? `to another host, ${to.host}. If that is right, add it to "hosts" of the feed in the portal file, and give the feed an https address`
          : null;
    if (fault !== null) throw new FetchFault(`${from.host} leads ${fault}`, 'none');
    from = to;
    return dispatch(options, handler);
  };
}

/** Reads a whole body, with a bound after decompression. An incomplete gzip stream is an error. */
async function readBody(body: Readable, encoding: string | null, limits: FetchLimits): Promise<Buffer> {
  // the rest of an answer that is refused may fail without harm
  body.on('error', () => {});
  const name = encoding?.trim().toLowerCase() ?? '';
  if (!/^((x-)?gzip|identity)?$/.test(name)) {
    body.destroy();
    throw contentFault(
      `The answer has the encoding ${name}, which the program did not ask for. Check the address`,
    );
  }
  const parts: Buffer[] = [];
  let size = 0;
  const collect = async (stream: AsyncIterable<Buffer>) => {
    for await (const part of stream) {
      size += part.length;
      if (size > limits.bytes) throw contentFault(tooLarge(limits));
      parts.push(part);
    }
  };
  await (name.endsWith('gzip') ? pipeline(body, createGunzip(), collect) : pipeline(body, collect));
  return Buffer.concat(parts);
}
