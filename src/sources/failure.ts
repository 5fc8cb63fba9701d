import { errorCode } from '../domain/operator-error.ts';
import { FetchFault } from './fault.ts';
import type { FetchLimits } from './limits.ts';

/** What went wrong between here and a host, as a `FetchFault`; faults of the program as they are. */
export function explainFailure(error: unknown, host: string, limits: FetchLimits): unknown {
  if (error instanceof FetchFault || !(error instanceof Error)) return error;
  const seconds = (milliseconds: number) => `${milliseconds / 1000} s`;
  if (error.name === 'TimeoutError')
    return new FetchFault(
      `the whole answer of ${host} was not there within ${seconds(limits.requestMs)}; try later`,
      'retry',
    );
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = errorCode(error) ?? errorCode(cause);
  if (code === null) return error;
  if (/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_/.test(code))
    return new FetchFault(
      `the certificate of ${host} is not trusted (${code}); where a proxy or mirror of yours stands there, give its certificate in NODE_EXTRA_CA_CERTS`,
      'none',
    );
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: `${host} refuses the connection`,
    ENOTFOUND: `there is no host ${host}, or no way to ask for it`,
    EAI_AGAIN: `the name ${host} cannot be looked up`,
    ECONNRESET: `${host} broke the connection off`,
    UND_ERR_SOCKET: `${host} broke the connection off`,
    UND_ERR_CONNECT_TIMEOUT: `no connection to ${host} within ${seconds(limits.connectMs)}`,
    UND_ERR_HEADERS_TIMEOUT: `no answer of ${host} within ${seconds(limits.headersMs)}`,
    UND_ERR_BODY_TIMEOUT: `the answer of ${host} stood still for ${seconds(limits.idleMs)}`,
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: `the answer of ${host} is not as long as it says`,
    Z_BUF_ERROR: `the compressed answer of ${host} is cut off`,
    Z_DATA_ERROR: `the compressed answer of ${host} is damaged`,
  };
  // these are mistakes of the program
  if (/INVALID_ARG|MISSING_ARGS/.test(code)) return error;
  const what = known[code] ?? `the exchange with ${host} failed (${code}: ${error.message.slice(0, 200)})`;
  return new FetchFault(`${what}; try later`, 'retry');
}
