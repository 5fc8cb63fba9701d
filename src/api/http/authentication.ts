import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';

/** Who calls: the public id and the name of the token. */
export interface Caller {
  id: string;
  name: string;
}

/** Tells whose token a text is; `null` for one that is unknown, expired or revoked. */
export type VerifyToken = (token: string) => Caller | null;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, on routes that ask; `null` before and elsewhere. */
    caller: Caller | null;
  }
}

const BEARER = /^Bearer +(\S+) *$/i;

/** A hook that lets requests with a valid token pass, and answers all others alike. */
export function requireToken(verify: VerifyToken) {
  return (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Refusal) => void): void => {
    const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? [];
    request.caller = token === undefined ? null : verify(token);
    if (request.caller) {
      done();
      return;
    }
    reply.header('WWW-Authenticate', 'Bearer');
    done(new Refusal(401, 'a valid access token is needed, as the header Authorization: Bearer <token>'));
  };
}
