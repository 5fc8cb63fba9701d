import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { DatasetReader, DatasetView } from '../store/query/view.ts';

const BYTES_REMEMBERED = 64 * 1024 * 1024;

/** Endings of an entity tag that tell encoded forms of one answer apart. */
const ENCODING_ENDING = /-(?:br|gzip|deflate|zstd)(?="$)/;

/** The absolute address a request asked for. */
export function addressOf(request: FastifyRequest): string {
  // proxies may ask for the whole address
  const path = request.url.replace(/^https?:\/\/[^/?]*/i, '');
  return `${request.protocol}://${request.host || 'localhost'}${path}`;
}

/** Answers one request with what `compose` makes of the dataset. */
export type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  compose: (view: DatasetView) => object,
) => FastifyReply;

/**
 * Answers from the dataset: with a strong entity tag of its version and the address asked for, 304 where the
 * client has that answer, and the body from memory where it was made before.
 */
export function openAnswers(reader: DatasetReader, programVersion: string): Answer {
  const bodies = new LRUCache<string, string>({
    maxSize: BYTES_REMEMBERED,
    sizeCalculation: (body) => Buffer.byteLength(body) + 1,
  });
  return (request, reply, compose) => {
    const address = addressOf(request);
    const wanted = request.headers['if-none-match'];
    let version = reader.version();
    let tag = tagOf(programVersion, version, address);
    let known = knownTag(wanted, tag);
    let body = known === undefined ? bodies.get(tag) : '';
    if (body === undefined) {
      // the version may be another by now
      [version, body] = reader.read((view) => [view.version, JSON.stringify(compose(view))]);
      tag = tagOf(programVersion, version, address);
      bodies.set(tag, body);
    }
    // any answer is current, but there has to be one
    if (wanted?.trim() === '*') known = tag;
    reply.header('Dataset-Version', version);
    reply.header('Cache-Control', 'private, no-cache');
    reply.header('Vary', 'accept-encoding');
    if (known !== undefined) return reply.header('ETag', known).code(304).send();
    return reply.header('ETag', tag).type('application/json; charset=utf-8').send(body);
  };
}

function tagOf(...parts: string[]): string {
  return `"${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)}"`;
}

/** The one of the client's tags that stands for the answer, in whichever encoding it came. */
function knownTag(header: string | undefined, tag: string): string | undefined {
  return header
    ?.split(',')
    .map((listed) => listed.trim().replace(/^W\//, ''))
    .find((listed) => listed.replace(ENCODING_ENDING, '') === tag);
}

/** Gives an encoded answer a tag of its own, as strong tags are of bytes. */
export async function tagEncoding(_: FastifyRequest, reply: FastifyReply): Promise<void> {
  const encoding = reply.getHeader('Content-Encoding');
  const tag = reply.getHeader('ETag');
  if (typeof encoding === 'string' && typeof tag === 'string' && !ENCODING_ENDING.test(tag))
    reply.header('ETag', tag.replace(/"$/, `-${encoding}"`));
}
