import { errorCode, messageOf } from '../../domain/operator-error.ts';
import { excerpt } from './content.ts';
import { FetchFault } from './fault.ts';
import type { FetchLimits } from './limits.ts';

/**
 * Explains what went wrong between here and a host. Whatever the libraries of the exchange throw is a failure of the
 * feed: a server decides what they meet.
 */
export function explainFailure(error: unknown, host: string, limits: FetchLimits): FetchFault {
  if (error instanceof FetchFault) return error;
  const seconds = (milliseconds: number) => `${milliseconds / 1000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = errorCode(error) ?? errorCode(cause) ?? '';
  const said = excerpt(messageOf(error));
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_/.test(code))
    return new FetchFault(
      `the certificate of ${host} is not trusted (${code}); where a proxy or mirror of yours stands there, give its certificate in NODE_EXTRA_CA_CERTS`,
      'none',
    );
  if (/Proxy.*\(407\)/.test(said))
    return new FetchFault(
      'the proxy wants another user name or password; correct them in HTTPS_PROXY or HTTP_PROXY',
      'none',
    );
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: `${host} refuses the connection`,
    ENOTFOUND: `there is no host ${host}, or no way to ask for it`,
    EAI_AGAIN: `the name ${host} cannot be looked up`,
    ECONNRESET: `${host} broke the connection off`,
    UND_ERR_SOCKET: `${host} broke the connection off`,
    UND_ERR_CONNECT_TIMEOUT: `no connection to ${host} within ${seconds(limits.connectMs)}`,
    UND_ERR_BODY_TIMEOUT: `the answer of ${host} stood still for ${seconds(limits.idleMs)}`,
    UND_ERR_HEADERS_OVERFLOW: `the head of the answer of ${host} is too large`,
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: `the answer of ${host} is not as long as it says`,
    Z_BUF_ERROR: `the compressed answer of ${host} is cut off`,
    Z_DATA_ERROR: `the compressed answer of ${host} is damaged`,
  };
  const general = () => {
    if (error instanceof Error && error.name === 'HTTPParserError')
      return `the answer of ${host} is not valid HTTP (${said.replace(/^.*?\((.+)\)$/, '$1')})`;
    // the rest of what OpenSSL says tells nobody more
    if (/^ERR_SSL|^EPROTO$/.test(code)) return `no secure connection to ${host} is possible (${code})`;
    return `the exchange with ${host} failed (${code === '' ? '' : `${code}: `}${said})`;
  };
  return new FetchFault(`${known[code] ?? general()}; try later`, 'retry');
}
