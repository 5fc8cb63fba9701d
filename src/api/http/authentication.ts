import { isIPv6, SocketAddress } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';

/** Who calls: the public id and the name of the token. */
export interface Caller {
  id: string;
  name: string;
}

/** Returns the owner of a token; `null` if the token is unknown, expired or revoked. */
export type VerifyToken = (token: string) => Caller | null;

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the token; `null` on routes that need none, and if the request has no valid one. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** Whether the address can have the key of a feed in place of a token. */
    takesFeedKey?: true;
  }
}

/** A name of who sent a request, for limits. */
export function callerOf({ caller, ip }: FastifyRequest): string {
  return caller ? `token ${caller.id}` : `address ${networkOf(ip)}`;
}

/** The address of an IPv4 client; the first half of an IPv6 address, because one customer has all that begin with it. */
function networkOf(ip: string): string {
  const [withoutZone = ''] = ip.split('%');
  if (!isIPv6(withoutZone)) return ip;
  const { address } = new SocketAddress({ address: withoutZone, family: 'ipv6' });
  if (/^::ffff:.*\./.test(address)) return address.slice('::ffff:'.length);
  const [start = [], end = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(8 - start.length - end.length, 0)).fill('0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}

export function tokenOf({ headers }: FastifyRequest): string | undefined {
  const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  return token;
}

/**
 * A hook that reads the token on routes that need one, or the key of a feed in its address. A later hook refuses, after the
 * request is counted.
 */
export function identifyCaller(verify: VerifyToken, verifyFeedKey: VerifyToken) {
  return async (request: FastifyRequest): Promise<void> => {
    const { schema, config } = request.routeOptions;
    if (!schema?.security?.length) return;
    const token = tokenOf(request);
    const { key }: { key?: unknown } = Object(request.query);
    if (token !== undefined) request.caller = verify(token);
    else if (config.takesFeedKey && typeof key === 'string') request.caller = byFeedKey(verifyFeedKey(key));
  };
}

/** Whoever has the address of a feed must not use up the requests of the token. */
function byFeedKey(owner: Caller | null): Caller | null {
  return owner && { ...owner, id: `${owner.id} feed` };
}

/** What happened to a token that was valid. */
export type EndOfToken = 'expired' | 'revoked';

/** Returns why a token is no longer valid; `null` if it never was. */
export type ExplainToken = (token: string) => EndOfToken | null;

const MISSING = 'A valid access token is missing. Send it in the header Authorization: Bearer <token>.';
const ENDED: Readonly<Record<EndOfToken, string>> = {
  expired: 'The access token has expired. Ask the operator of the service for another one.',
  revoked: 'The access token was revoked. Ask the operator of the service for another one.',
};

/** A hook that refuses requests without a valid token. Only the holder of a former token learns why it is refused. */
export function requireToken(explain: ExplainToken) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.caller) return;
    const token = tokenOf(request);
    const end = token === undefined ? null : explain(token);
    // as RFC 6750 says: a token that is known, and no longer valid
    reply.header('WWW-Authenticate', end === null ? 'Bearer' : 'Bearer error="invalid_token"');
    throw new Refusal(401, end === null ? MISSING : ENDED[end]);
  };
}
