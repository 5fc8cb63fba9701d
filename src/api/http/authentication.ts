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
}

type Next = (refusal?: Refusal) => void;

const BEARER = /^Bearer +(\S+) *$/i;

/** A hook that reads the token on routes that need one. A later hook refuses, after the request is counted. */
export function identifyCaller(verify: VerifyToken) {
  return (request: FastifyRequest, _: FastifyReply, done: Next): void => {
    if (request.routeOptions.schema?.security?.length) {
      const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? [];
      request.caller = token === undefined ? null : verify(token);
    }
    done();
  };
}

/** A hook that refuses requests without a valid token. It does not say why a token is not valid. */
export function requireToken({ caller }: FastifyRequest, reply: FastifyReply, done: Next): void {
  if (caller) {
    done();
    return;
  }
  reply.header('WWW-Authenticate', 'Bearer');
  done(
    new Refusal(401, 'A valid access token is missing. Send it in the header Authorization: Bearer <token>.'),
  );
}
