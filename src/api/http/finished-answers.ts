import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { sendUnchanged, weakTag } from './entity-tags.ts';
import { type Encoding, encodingOf, variesBy } from './formats.ts';

const BYTES_KEPT = 64 * 1024 * 1024;
/** What an answer takes besides its bytes: its key, its headers and its tag. */
const BYTES_OF_ANSWER = 1000;
const FIVE_MINUTES = 'public, max-age=300';
/** Smaller bodies are not encoded. */
const SMALLEST_ENCODED = 1024;
/** The default of Brotli takes fifty times as long and saves a tenth. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Encodes a body, on another thread. */
const ENCODERS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI_OPTIONS),
  gzip: promisify(gzip),
};

/** An answer that all clients share. */
interface Answer {
  tag: string;
  type: string;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
  /** The encoding of the bytes. Default: none. */
  encoding?: Encoding;
}

/** A body that does not change while the service runs. */
export interface FixedBody {
  /** Distinguishes it from all other bodies. */
  name: string;
  type: string;
  /** The header Cache-Control. Default: five minutes. */
  caching?: string;
  read(): Promise<Buffer> | Buffer;
}

/** Makes each answer once in each encoding. All clients get the same bytes, so unread answers take no memory. */
export class FinishedAnswers {
  private readonly kept = new LRUCache<string, Answer, () => Promise<Answer>>({
    maxSize: BYTES_KEPT,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length + BYTES_OF_ANSWER,
    fetchMethod: (_, __, { context }) => context(),
  });

  /** Sends the answer of a name if it was made before. Returns whether it was. */
  sendKept(request: FastifyRequest, reply: FastifyReply, name: string): boolean {
    const kept = this.kept.get(`${encodingFor(request)} ${name}`);
    if (kept) send(request, reply, kept);
    return kept !== undefined;
  }

  /** Sends the answer of a name, and makes it if nobody asked for it before. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    make: () => Answer | Promise<Answer>,
  ): Promise<FastifyReply> {
    const encoding = encodingFor(request);
    const context = async () => encode(await make(), encoding);
    return send(request, reply, await this.kept.forceFetch(`${encoding} ${name}`, { context }));
  }

  /** Sends a body that does not change. */
  sendFixed(request: FastifyRequest, reply: FastifyReply, body: FixedBody): Promise<FastifyReply> {
    const { name, type, caching = FIVE_MINUTES, read } = body;
    return this.send(request, reply, name, async () => {
      const bytes = await read();
      return { tag: weakTag(bytes), type, bytes, headers: { 'cache-control': caching } };
    });
  }
}

function encodingFor(request: FastifyRequest): Encoding | null {
  return encodingOf(request, ['br', 'gzip']);
}

async function encode(answer: Answer, encoding: Encoding | null): Promise<Answer> {
  if (encoding === null || answer.bytes.length < SMALLEST_ENCODED) return answer;
  return { ...answer, encoding, bytes: await ENCODERS[encoding](answer.bytes) };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const { tag, type, headers, bytes, encoding } = answer;
  if (sendUnchanged(request, reply, tag, headers)) return reply;
  reply.headers({ ...headers, etag: tag, vary: variesBy(request) });
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(type).send(bytes);
}
