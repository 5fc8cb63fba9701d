import { errorCode, messageOf } from '../domain/operator-error.ts';

/** `outage`: other years will fail too. `not-ready`: the portal sent a web page, a message or nothing. */
type Reach = 'year' | 'outage' | 'not-ready';

/** Why a year could not be downloaded. The message is one line: what happened, where, and what to do. */
export class FetchFault extends Error {
  override name = 'FetchFault';
  /** undici repeats a request that failed without a code. */
  readonly code = 'FETCH_FAULT';
  /** The HTTP status, or `null` without an answer. */
  readonly status: number | null;
  readonly reach: Reach;

  constructor(message: string, status: number | null = null, reach: Reach = 'year') {
    super(message);
    this.status = status;
    this.reach = reach;
  }
}

/** The beginning of a text, on one line. */
export function excerpt(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}

/** Failures to connect, which may pass. */
export const REPEATED = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT'],
];

/** Explains an error of the exchange with a host. A server can make the HTTP library throw anything. */
export function explainFailure(error: unknown, host: string, status: number | null): FetchFault {
  if (error instanceof FetchFault) return error;
  const code = errorCode(error) ?? '';
  const fail = (message: string) => new FetchFault(message, status, status === null ? 'outage' : 'year');
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_/.test(code))
    return fail(
      `The certificate of ${host} is not trusted (${code}). If it belongs to your own proxy or mirror, name its file in NODE_EXTRA_CA_CERTS`,
    );
  if (/Proxy.*\(407\)/.test(messageOf(error)))
    return fail('The proxy refuses the user name or password. Correct them in HTTPS_PROXY or HTTP_PROXY');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return fail(`Cannot resolve ${host}. Check DNS and network`);
  if (REPEATED.includes(code)) return fail(`Cannot connect to ${host} (${code}). Try again later`);
  if (/_TIMEOUT$/.test(code)) return fail(`${host} did not answer in time. Try again later`);
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'ERR_BUFFER_TOO_LARGE')
    return new FetchFault('The answer is too large. Lower page_size of the feed', status);
  if (code === 'UND_ERR_REDIRECT_MAX' || code === 'UND_ERR_INVALID_ARG')
    return new FetchFault(`${host} redirects too often, or not to a web address. Check the address`);
  return fail(`${host} sent a damaged answer (${excerpt(`${code} ${messageOf(error)}`)}). Try again later`);
}

const ADVICE: Readonly<Record<number, string>> = {
  400: 'Compare the columns of the dataset with the feed in the portal file',
  401: 'Give a valid token (ALLOCATIONS_SOCRATA_TOKEN)',
  403: 'Check the token. If the portal refuses programs, download the files by hand',
};

export function explainStatus(status: number, bytes: Buffer, host: string): FetchFault {
  // the message of an error in JSON
  const [, said = ''] =
    /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(bytes.toString('utf8', 0, 4000)) ?? [];
  const answer = `${host} answered ${status}${said === '' ? '' : ` ("${said}")`}`;
  if (status === 202) return new FetchFault(`Not ready: ${answer}. Try again later`, status, 'not-ready');
  if (status === 500) return new FetchFault(`${answer}. Try again later`, status);
  if (status === 408 || status === 429 || status > 500)
    return new FetchFault(`${answer}. Try again later`, status, 'outage');
  const advice = ADVICE[status] ?? 'Look up the address on the portal, and correct the portal file';
  return new FetchFault(`${answer}. ${advice}`, status);
}
