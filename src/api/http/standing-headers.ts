import type { FastifyReply, FastifyRequest } from 'fastify';

/** Let pages of other origins read an answer and all its headers. Names are in lower case, as in Fastify. */
const READABLE_HEADERS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };

/** Headers of every answer except 304. Strict-Transport-Security is up to the proxy that adds TLS. */
export const STANDING_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...READABLE_HEADERS,
};

/** Adds the standing headers and the request id. Headers of the route win. A 304 keeps those of the stored body. */
export function addStandingHeaders({ id }: FastifyRequest, reply: FastifyReply): void {
  const standing = reply.statusCode === 304 ? READABLE_HEADERS : STANDING_HEADERS;
  reply.headers({ ...standing, ...reply.getHeaders(), 'x-request-id': id });
}
