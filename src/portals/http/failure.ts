import { errorCode, messageOf } from '../../domain/operator-error.ts';
import { excerpt } from './content.ts';
import { FetchFault } from './fault.ts';
import type { FetchLimits } from './limits.ts';

/** Errors that say that the host cannot be reached. */
const UNREACHABLE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(NET|HOST)UNREACH|ETIMEDOUT|ERR_SSL.*|EPROTO)$/;
const TIMEOUT = /^UND_ERR_(CONNECT|BODY)_TIMEOUT$/;
/** Errors that say so only before the head of the answer: one broken dataset may close its connection later. */
const BROKEN = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

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
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_/.test(code))
    return new FetchFault(
      `The certificate of ${host} is not trusted (${code}). If it belongs to your own proxy or mirror, name its file in NODE_EXTRA_CA_CERTS`,
      'none',
      { isPortalDown: true },
    );
  if (/Proxy.*\(407\)/.test(said))
    return new FetchFault(
      'The proxy refuses the user name or password. Correct them in HTTPS_PROXY or HTTP_PROXY',
      'none',
      { isPortalDown: true },
    );
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code))
    return new FetchFault(`Cannot resolve ${host}. Check DNS and network`, 'retry', { isPortalDown: true });
  const isPortalDown = UNREACHABLE.test(code) || TIMEOUT.test(code) || (status === null && BROKEN.test(code));
  return new FetchFault(`${describe(error, code, said, host, limits)}. Try again later`, 'retry', {
    isPortalDown,
  });
}

function describe(error: unknown, code: string, said: string, host: string, limits: FetchLimits): string {
  const seconds = (milliseconds: number) => `${milliseconds / 1000} s`;
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: `${host} refuses the connection`,
    ECONNRESET: `${host} closed the connection`,
    UND_ERR_SOCKET: `${host} closed the connection`,
    UND_ERR_CONNECT_TIMEOUT: `Cannot connect to ${host} within ${seconds(limits.connectMs)}`,
    UND_ERR_BODY_TIMEOUT: `${host} sent nothing for ${seconds(limits.idleMs)}`,
    UND_ERR_HEADERS_OVERFLOW: `The headers of the answer from ${host} are too large`,
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: `The answer from ${host} does not have the length that it states`,
    Z_BUF_ERROR: `The compressed answer from ${host} is incomplete`,
    Z_DATA_ERROR: `The compressed answer from ${host} is damaged`,
    // undici asserts that a status is at least 100
    ERR_ASSERTION: `The answer from ${host} is not valid HTTP`,
  };
  const text = known[code];
  if (text !== undefined) return text;
  if (error instanceof Error && error.name === 'HTTPParserError')
    return `The answer from ${host} is not valid HTTP (${said.replace(/^.*?\((.+)\)$/, '$1')})`;
  if (/^ERR_SSL|^EPROTO$/.test(code)) return `Cannot make a secure connection to ${host} (${code})`;
  return `The exchange with ${host} failed (${code === '' ? '' : `${code}: `}${said})`;
}
