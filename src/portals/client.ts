import { gunzipSync } from 'node:zlib';
import { type Dispatcher, EnvHttpProxyAgent, errors, interceptors, request } from 'undici';
import { LARGEST_FILE } from '../domain/text/bytes.ts';
import { explainFailure, explainStatus, FetchFault, REPEATED } from './fault.ts';
import type { Feed } from './portal-file.ts';

/** The limits of a request. */
export const LIMITS = {
  /** Bytes of an answer, before and after decompression: as many as `ingest` accepts. */
  bytes: LARGEST_FILE,
  /** The longest time without a byte from the portal. */
  idleMs: 120_000,
  retries: 4,
  /** The first pause. It doubles each time, or is what `Retry-After` says, up to the longest. */
  firstWaitMs: 1000,
  longestWaitMs: 60_000,
};

/** A server's names for the version of an answer. */
export interface Validators {
  etag: string | null;
  last_modified: string | null;
}

export interface Reply extends Validators {
  bytes: Buffer;
}

/** One page with its redirects and repetitions, for a log. `status` is `null` without an answer. */
export interface RequestEvent {
  feed: string;
  url: string;
  status: number | null;
  error: string | null;
}

export interface ClientOptions {
  limits: typeof LIMITS;
  /** Proxies by the protocol of the address, or an empty text; and the hosts to ask without proxy, as in `NO_PROXY`. */
  proxies: Record<'http' | 'https' | 'none', string>;
  /** The program's name and version, as `sales-tax-allocations/0.1.0`. */
  program: string;
  /** Sent only to Socrata feeds, and only by https. */
  appToken: string | null;
  signal: AbortSignal;
  log?: (event: RequestEvent) => void;
}

/** Sends the requests for one feed. */
export class PortalClient {
  private readonly feed: Feed;
  private readonly options: ClientOptions;
  private readonly dispatcher: Dispatcher;

  constructor(feed: Feed, options: ClientOptions) {
    const { limits, proxies } = options;
    this.feed = feed;
    this.options = options;
    const agent = new EnvHttpProxyAgent({
      ...{ httpProxy: proxies.http, httpsProxy: proxies.https, noProxy: proxies.none, allowH2: false },
      ...{ headersTimeout: limits.idleMs, bodyTimeout: limits.idleMs, maxResponseSize: limits.bytes },
    });
    const retry = interceptors.retry({
      ...{ throwOnError: false, maxRetries: limits.retries },
      ...{ minTimeout: limits.firstWaitMs, maxTimeout: limits.longestWaitMs },
      ...{ statusCodes: [408, 429, 500, 502, 503, 504], errorCodes: REPEATED },
    });
    const redirect = interceptors.redirect({
      ...{ maxRedirections: 5, throwOnMaxRedirect: true },
      stripHeadersOnCrossOriginRedirect: ['x-app-token'],
    });
    this.dispatcher = agent.compose(guard(feed), retry, redirect);
  }

  /** Asks for a page. Returns `null` if the known version is the current one. Throws a `FetchFault`. */
  async ask(url: URL, known: Validators | null): Promise<Reply | null> {
    const { signal, log } = this.options;
    const event: RequestEvent = { feed: this.feed.name, url: url.href, status: null, error: null };
    try {
      return await this.exchange(url, known, event);
    } catch (error) {
      signal.throwIfAborted();
      // undici takes the length that a 304 may state for that of a body
      if (known && error instanceof errors.RequestRetryError && error.statusCode === 304) return null;
      const fault = explainFailure(error, url.host, event.status);
      event.error = fault.message;
      throw fault;
    } finally {
      log?.(event);
    }
  }

  private async exchange(url: URL, known: Validators | null, event: RequestEvent): Promise<Reply | null> {
    const { program, appToken, limits, signal } = this.options;
    const isSocrata = this.feed.protocol === 'socrata';
    const headers = {
      // California's portal refuses agents that name no browser
      'user-agent': `Mozilla/5.0 (compatible; ${program})`,
      accept: isSocrata ? '*/*' : 'application/json',
      'accept-encoding': 'gzip',
      ...(known?.etag && { 'if-none-match': known.etag }),
      ...(known?.last_modified && { 'if-modified-since': known.last_modified }),
      ...(appToken !== null && isSocrata && url.protocol === 'https:' && { 'x-app-token': appToken }),
    };
    // without `reset`, an open connection would keep the program from ending
    const asked = { dispatcher: this.dispatcher, headers, signal, reset: true };
    const { statusCode, headers: given, body } = await request(url, asked);
    event.status = statusCode;
    const packed = Buffer.from(await body.arrayBuffer());
    if (statusCode === 304 && known !== null) return null;
    const header = (name: string) => [given[name]].flat()[0] ?? null;
    const isPacked = header('content-encoding') === 'gzip';
    const bytes = isPacked ? gunzipSync(packed, { maxOutputLength: limits.bytes }) : packed;
    if (statusCode !== 200) throw explainStatus(statusCode, bytes, url.host);
    return { bytes, etag: header('etag'), last_modified: header('last-modified') };
  }
}

/**
 * Refuses links and redirects to hosts that the feed does not name, and from https to http. Refuses to continue an answer
 * that broke off, because the rest may be of another version.
 */
function guard({ url, hosts }: Feed): Dispatcher.DispatcherComposeInterceptor {
  const bare = (name: string) => name.replace(/^www\./, '');
  const isSecure = url.protocol === 'https:';
  return (dispatch) => (options, handler) => {
    const to = new URL(String(options.origin));
    if (isSecure && to.protocol !== 'https:')
      throw new FetchFault(`${url.host} leads from https to http. Check the feed's address on the portal`);
    if (bare(to.host) !== bare(url.host) && !(isSecure && hosts.includes(to.host)))
      throw new FetchFault(
        `${url.host} leads to another host, ${to.host}. If that is right, add it to "hosts" of the feed in the portal file, and give the feed an https address`,
      );
    if (JSON.stringify(options.headers).includes('"range"'))
      throw new FetchFault(`${to.host} stopped in the middle of its answer. Try again later`, 200);
    return dispatch(options, handler);
  };
}
