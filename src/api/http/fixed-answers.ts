import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Encoding, encode, encodingFor, SMALLEST_ENCODED } from './encodings.ts';

/** Enough for all files and documents in all encodings, under several prefixes. */
const BODIES_REMEMBERED = 100;
/** The default of `FixedBody.caching`. */
const FIVE_MINUTES = 'public, max-age=300';

/** A body that does not change while the service runs. */
export interface FixedBody {
  /** Distinguishes it from all other bodies. */
  name: string;
  type: string;
  /** The header Cache-Control. Default: five minutes. */
  caching?: string;
  read(): Promise<Buffer> | Buffer;
}

interface EncodedBody {
  tag: string;
  encoding: Encoding | null;
  bytes: Buffer;
}

/** Answers with a body that does not change. */
export type AnswerFixed = (
  request: FastifyRequest,
  reply: FastifyReply,
  body: FixedBody,
) => Promise<FastifyReply>;

/** Reads and encodes each body once. All clients get the same bytes, so unread answers take no memory. */
export function openFixedAnswers(): AnswerFixed {
  const bodies = new LRUCache<string, Promise<EncodedBody>>({ max: BODIES_REMEMBERED });
  return async (request, reply, body) => {
    const encoding = encodingFor(request.headers['accept-encoding']);
    const key = `${encoding} ${body.name}`;
    const known = bodies.get(key);
    const made = known ?? encodeBody(body, encoding);
    if (!known) bodies.set(key, made);
    made.catch(() => bodies.delete(key));
    const { tag, encoding: used, bytes } = await made;
    reply.headers({ etag: tag, vary: 'accept-encoding', 'cache-control': body.caching ?? FIVE_MINUTES });
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    if (used !== null) reply.header('content-encoding', used);
    return reply.type(body.type).send(bytes);
  };
}

async function encodeBody({ read }: FixedBody, wanted: Encoding | null): Promise<EncodedBody> {
  const plain = await read();
  const encoding = plain.length < SMALLEST_ENCODED ? null : wanted;
  const bytes = encoding === null ? plain : await encode(plain, encoding);
  return { tag: `"${hash('sha256', bytes).slice(0, 32)}"`, encoding, bytes };
}
