import type { FastifyReply, FastifyRequest } from 'fastify';

/** Headers of every answer. Strict-Transport-Security is up to the proxy that adds TLS. */
export const STANDING_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // pages of other origins may read an answer and all its headers
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
};

/** Whose pages may read answers: those of every origin, of one, or of none but the service itself. */
export type Readers = '*' | (string & {}) | null;

/** Makes a hook that adds the standing headers and the request id. A route may replace them. */
export function standingHeaders(readers: Readers) {
  const { 'access-control-allow-origin': _, ...closed } = STANDING_HEADERS;
  const headers =
    readers === null
      ? { ...closed, 'cross-origin-resource-policy': 'same-origin' }
      : { ...STANDING_HEADERS, 'access-control-allow-origin': readers };
  return async ({ id }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers({ ...headers, 'x-request-id': id });
  };
}

/** A hook that logs one line for each request, without tokens. */
export async function logAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    {
      reqId: request.id,
      method: request.method,
      url: withoutSecrets(request.originalUrl),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
      address: request.ip,
      caller: request.caller?.name,
    },
    'request',
  );
}

/** Finds tokens and keys in an address, also parts of them, and whatever is given as a key. */
const SECRETS = /(?<=[?&]key=)[^&]+|(?:sta|feed)_[\w-]+|[0-9a-f]{8}_[\w-]+/gi;

function withoutSecrets(url: string): string {
  // also of text that was encoded several times: `%255F` is `_`
  const readable = url.replace(/%(?:25)*([0-7][0-9a-f])/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const clean = readable.replace(SECRETS, '…');
  return clean === readable ? url : clean;
}
