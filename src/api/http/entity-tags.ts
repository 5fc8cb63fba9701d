import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { variesBy } from './formats.ts';

/** The tag of an answer in every encoding, from its bytes or from all that they depend on. */
export function weakTag(source: string | Buffer): string {
  return `W/"${hash('sha256', source).slice(0, 32)}"`;
}

/** Whether the header If-None-Match or If-Match has a tag, weak or strong. `*` is every tag. */
export function listsTag(header: string | undefined, tag: string): boolean {
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return header === '*' || (header ?? '').split(',').some((one) => opaque(one) === opaque(tag));
}

/** Answers 304 if the client has the answer with this tag. Returns whether it has. */
export function sendUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  headers: Readonly<Record<string, string>>,
): boolean {
  if (!listsTag(request.headers['if-none-match'], tag)) return false;
  reply.headers({ ...headers, etag: tag, vary: variesBy(request) });
  reply.code(304).send();
  return true;
}
