import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, EnvHttpProxyAgent, interceptors, request } from 'undici';
import { isLoopback } from '../../domain/loopback.ts';
import { PROGRAM } from '../feed.ts';
import { countingBytes, readBody, refuseOtherHosts } from './connection.ts';
import { explainFailure, explainStatus, readRetryAfter } from './failure.ts';
import { FetchFault } from './fault.ts';
import type { ClientOptions, PortalAnswer, Question, RequestEvent } from './messages.ts';

/** Sends the requests of one fetch. */
export class PortalClient {
  private readonly options: ClientOptions;
  private readonly agent: EnvHttpProxyAgent;

  constructor(options: ClientOptions) {
    const { limits, proxies } = options;
    const connect = { timeout: limits.connectMs, allowH2: false };
    this.options = options;
    this.agent = new EnvHttpProxyAgent({
      httpProxy: proxies.http,
      httpsProxy: proxies.https,
      noProxy: proxies.none,
      connect,
      proxyTls: connect,
      requestTls: connect,
      // its own timer restarts with every 103
      headersTimeout: 0,
      bodyTimeout: limits.idleMs,
      allowH2: false,
      factory: countingBytes(limits),
    });
  }

  /** Sends one request, and follows redirects to hosts of the feed. Throws a `FetchFault`. */
  async ask(question: Question): Promise<PortalAnswer> {
    const { signal, limits, log } = this.options;
    signal.throwIfAborted();
    const { feed, unit, url, attempt } = question;
    const [names, content] = [
      { feed: feed.name, unit },
      { etag: null, last_modified: null, sha256: null },
    ];
    const event: RequestEvent = {
      ...{ ...names, url: url.href, attempt, status: null, ...content },
      ...{ bytes: null, ms: 0, error: null },
    };
    const started = performance.now();
    try {
      return await this.exchange(question, event);
    } catch (error) {
      signal.throwIfAborted();
      const fault = explainFailure(error, url.host, limits, event.status);
      event.error = this.hideSecrets(fault.message);
      throw fault;
    } finally {
      event.ms = Math.round(performance.now() - started);
      log?.(event);
    }
  }

  /** Repeats a download while that may help. `work` gets the number of the attempt. */
  async retry<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
    const { limits, signal } = this.options;
    const left = {
      retry: limits.retries,
      once: Math.min(1, limits.retries),
      later: limits.notReadyRetries,
      none: 0,
    };
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
    const passwords = [proxies.http, proxies.https].map((proxy) => URL.parse(proxy)?.password ?? '');
    return [appToken ?? '', ...passwords]
      .filter((secret) => secret !== '')
      .reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text);
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async exchange(question: Question, event: RequestEvent): Promise<PortalAnswer> {
    const { limits, signal, now } = this.options;
    const { url, known } = question;
    const limit = new AbortController();
    // the garbage collector may remove a signal of `AbortSignal.timeout` before it fires
    const within = (milliseconds: number, failure: string) =>
      setTimeout(() => {
        const message = `${url.host} ${failure} within ${milliseconds / 1000} s. Try again later`;
        limit.abort(new FetchFault(message, 'once', event.status));
      }, milliseconds);
    const whole = within(limits.requestMs, 'did not send the whole answer');
    const head = within(limits.headersMs, 'did not answer');
    try {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: this.dispatcherOf(question),
        headers: this.headersOf(question),
        signal: AbortSignal.any([signal, limit.signal]),
        // so that the bytes of a connection are those of a request
        reset: true,
      });
      clearTimeout(head);
      const header = (name: string) => [headers[name]].flat()[0] ?? null;
      event.status = statusCode;
      event.etag = header('etag');
      event.last_modified = header('last-modified');
      const reading = readBody(body, header('content-encoding'), limits.bytes);
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
    } finally {
      clearTimeout(whole);
      clearTimeout(head);
    }
  }

  private dispatcherOf({ feed }: Question): Dispatcher {
    const redirects = interceptors.redirect({
      maxRedirections: this.options.limits.redirects,
      throwOnMaxRedirect: true,
      stripHeadersOnCrossOriginRedirect: ['x-app-token'],
    });
    return this.agent.compose(refuseOtherHosts(feed), redirects);
  }

  private headersOf({ feed, accept, known, url }: Question): Record<string, string> {
    const { program, appToken } = this.options;
    const isOwn = url.origin === feed.url.origin && isConfidential(url);
    return {
      'user-agent': feed.user_agent.replaceAll(PROGRAM, program),
      accept,
      'accept-encoding': 'gzip',
      ...(isSendable(known?.etag) ? { 'if-none-match': known.etag } : {}),
      ...(isSendable(known?.last_modified) ? { 'if-modified-since': known.last_modified } : {}),
      ...(appToken !== null && feed.protocol === 'socrata' && isOwn ? { 'x-app-token': appToken } : {}),
    };
  }
}

/** Whether a server's validator can be sent back to it: only printable ASCII can. */
function isSendable(header: string | null | undefined): header is string {
  return /^[\x20-\x7e]+$/.test(header ?? '');
}

/** Whether nobody can read the request on its way. */
function isConfidential({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));
}
