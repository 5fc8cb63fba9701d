import { errorCode, messageOf } from '../../domain/operator-error.ts';
import { type FetchLimits, LESS_AT_A_TIME } from './limits.ts';

/**
 * What may help: the same download after a short wait (`retry`, or `once` for a single time) or after a longer one
 * (`later`), or only a person (`none`).
 */
type Remedy = 'retry' | 'once' | 'later' | 'none';

/** Why a unit could not be downloaded. The message is one line: what happened, where, and what to do. */
export class FetchFault extends Error {
  override name = 'FetchFault';
  readonly remedy: Remedy;
  /** The HTTP status, or `null` without an answer. */
  readonly status: number | null;
  /** How long the server asks to wait. */
  readonly waitMs: number;

  constructor(message: string, remedy: Remedy, status: number | null = null, waitMs = 0) {
    super(message);
    this.remedy = remedy;
    this.status = status;
    this.waitMs = waitMs;
  }

  /** Whether the feed may be wrong: the portal refused the question, or sent something else than the feed expects. */
  get isAboutFeed(): boolean {
    return this.remedy === 'none' && this.status !== null;
  }

  /** Whether other downloads from the same host will probably fail as well. */
  get isPortalDown(): boolean {
    return this.remedy === 'once' || (this.remedy === 'retry' && this.status !== 200);
  }
}

/** A fault in the content of an answer with status 200. */
export function contentFault(message: string, remedy: Remedy = 'none'): FetchFault {
  return new FetchFault(message, remedy, 200);
}

/** The beginning of a text, on one line. */
export function excerpt(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}

/** What a host did, by the code of the error. */
const DONE_BY_HOST: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection',
  ECONNRESET: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  UND_ERR_CONNECT_TIMEOUT: 'did not accept the connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'stopped in the middle of its answer',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent an answer that does not have the length that it states',
};

/**
 * Explains an error of the exchange with a host. A server can make the HTTP library throw anything, so every error
 * fails only the unit. `status` is that of the answer, or `null` if none came.
 */
export function explainFailure(
  error: unknown,
  host: string,
  limits: FetchLimits,
  status: number | null,
): FetchFault {
  if (error instanceof FetchFault) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = errorCode(error) ?? errorCode(cause) ?? '';
  const said = [code, excerpt(messageOf(error))].filter(Boolean).join(': ');
  const fail = (message: string, remedy: Remedy) => new FetchFault(message, remedy, status);
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_/.test(code))
    return fail(
      `The certificate of ${host} is not trusted (${code}). If it belongs to your own proxy or mirror, name its file in NODE_EXTRA_CA_CERTS`,
      'once',
    );
  if (/Proxy.*\(407\)/.test(said))
    return fail(
      'The proxy refuses the user name or password. Correct them in HTTPS_PROXY or HTTP_PROXY',
      'once',
    );
  if (code === 'UND_ERR_REDIRECT_MAX')
    return fail(`${host} redirects more than ${limits.redirects} times. Check the address`, 'none');
  if (code === 'UND_ERR_INVALID_ARG')
    return fail(`${host} redirects in a loop, or not to a web address. Check the address`, 'none');
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return fail(tooLarge(limits), 'none');
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code))
    return fail(`Cannot resolve ${host}. Check DNS and network`, 'retry');
  if (/^ERR_SSL|^EPROTO$/.test(code))
    return fail(`Cannot make a secure connection to ${host} (${code}). Try again later`, 'retry');
  const done = DONE_BY_HOST[code] ?? `sent a damaged answer (${said})`;
  // each attempt would wait as long
  return fail(`${host} ${done}. Try again later`, code === 'UND_ERR_HEADERS_TIMEOUT' ? 'once' : 'retry');
}

/** The message for an answer that is larger than a file may be. */
export function tooLarge({ bytes }: FetchLimits): string {
  return `The answer is larger than ${Math.floor(bytes / 1024 / 1024)} MiB. ${LESS_AT_A_TIME}`;
}

const STATUS_ADVICE: Readonly<Record<number, string>> = {
  400: 'Compare the columns of the dataset with the feed in the portal file',
  401: 'Give a valid token (ALLOCATIONS_SOCRATA_TOKEN)',
  403: 'Check the token, or set "user_agent" of the feed in the portal file',
  404: 'Look up the address of the dataset on the portal, and correct the portal file',
  410: 'Look up the address of the dataset on the portal, and correct the portal file',
};

export function explainStatus(
  status: number,
  bytes: Buffer,
  waitMs: number,
  host: string,
  { retryAfterMs }: FetchLimits,
): FetchFault {
  // the message of an error in JSON
  const [, said = ''] =
    /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(bytes.toString('utf8', 0, 4000)) ?? [];
  const answer = `${host} answered ${status}${said === '' ? '' : ` ("${said}")`}`;
  if (status === 202)
    return new FetchFault(
      `Not ready: ${answer}. It still prepares the data. Try again later`,
      'later',
      status,
    );
  if (status === 429 || status === 408 || status >= 500) {
    const wait = waitMs > 0 ? ` and asks to wait ${Math.ceil(waitMs / 1000)} s` : '';
    const excess = waitMs > retryAfterMs ? ', which is longer than the program waits' : '';
    return new FetchFault(`${answer}${wait}${excess}. Try again later`, 'retry', status, waitMs);
  }
  const advice = STATUS_ADVICE[status] ?? 'The program does not understand this status. Check the address';
  return new FetchFault(`${answer}. ${advice}`, 'none', status);
}

/** How many milliseconds a `Retry-After` asks to wait, given as seconds or an HTTP date. 0 if it cannot be read. */
export function readRetryAfter(header: string | null, now: Date): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const time = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? 0 : Math.max(0, time - now.getTime());
}
