import type { FastifyInstance } from 'fastify';

type Headers = readonly (readonly [name: string, value: string])[];

/** What lets pages of other origins read an answer and all its headers; names are in lower case, as Fastify keeps them. */
export const READABLE_HEADERS: Headers = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', '*'],
];

/**
 * Headers of every answer to a request that could be read, but of a 304, whose client has what is said of a body.
 * Whoever puts TLS in front decides about Strict-Transport-Security.
 */
export const STANDING_HEADERS: Headers = [
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-resource-policy', 'cross-origin'],
  ['referrer-policy', 'no-referrer'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ...READABLE_HEADERS,
];

/** Puts the standing headers and the request's name on all that Fastify sends; what a route set itself stays. */
export function addStandingHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const [name, value] of STANDING_HEADERS) if (!reply.hasHeader(name)) reply.header(name, value);
    reply.header('x-request-id', request.id);
    done(null, payload);
  });
}
