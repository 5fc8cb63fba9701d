import type { FastifyInstance } from 'fastify';

type Headers = readonly (readonly [name: string, value: string])[];

/** Let pages of other origins read an answer and all its headers. Names are in lower case, as in Fastify. */
const READABLE_HEADERS: Headers = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', '*'],
];

/**
 * Headers of every answer except 304, which keeps the headers of the stored body. Strict-Transport-Security is up to
 * the proxy that adds TLS.
 */
export const STANDING_HEADERS: Headers = [
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-resource-policy', 'cross-origin'],
  ['referrer-policy', 'no-referrer'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ...READABLE_HEADERS,
];

const [READABLE, STANDING] = [READABLE_HEADERS.flat(), STANDING_HEADERS.flat()];

/** The standing headers and the request id for an answer that node:http sends: names and values in turn. */
export function standingHead(requestId: string, status: number): string[] {
  return ['x-request-id', requestId, ...(status === 304 ? READABLE : STANDING)];
}

/** Adds the standing headers and the request id to all answers of Fastify. Headers of the route win. */
export function addStandingHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const [name, value] of STANDING_HEADERS) if (!reply.hasHeader(name)) reply.header(name, value);
    reply.header('x-request-id', request.id);
    done(null, payload);
  });
}
