import { errorCode, messageOf } from '../../domain/operator-error.ts';
import { excerpt } from './content.ts';
import { FetchFault } from './fault.ts';
import type { FetchLimits } from './limits.ts';

const STATUS_ADVICE: Readonly<Record<number, string>> = {
  400: 'Compare the columns of the dataset with the feed in the portal file',
  401: 'Give a valid token (ALLOCATIONS_SOCRATA_TOKEN)',
  403: 'Check the token, or set "user_agent" of the feed in the portal file',
  404: 'Look up the address of the dataset on the portal, and correct the portal file',
  410: 'Look up the address of the dataset on the portal, and correct the portal file',
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
  const said = excerpt(messageOf(error));
  const fail = (message: string, remedy: FetchFault['remedy']) => new FetchFault(message, remedy, status);
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
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code))
    return fail(`Cannot resolve ${host}. Check DNS and network`, 'retry');
  return fail(`${describe(code, said, host, limits)}. Try again later`, 'retry');
}

function describe(code: string, said: string, host: string, limits: FetchLimits): string {
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: `${host} refuses the connection`,
    ECONNRESET: `${host} closed the connection`,
    UND_ERR_SOCKET: `${host} closed the connection`,
    UND_ERR_CONNECT_TIMEOUT: `Cannot connect to ${host} within ${limits.connectMs / 1000} s`,
    UND_ERR_BODY_TIMEOUT: `${host} sent nothing for ${limits.idleMs / 1000} s`,
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: `The answer from ${host} does not have the length that it states`,
  };
  const text = known[code];
  if (text !== undefined) return text;
  if (/^ERR_SSL|^EPROTO$/.test(code)) return `Cannot make a secure connection to ${host} (${code})`;
  return `The answer from ${host} is damaged (${code === '' ? '' : `${code}: `}${said})`;
}

/** Explains a status that is not data. */
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
