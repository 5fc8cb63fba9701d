import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

const BYTES_KEPT = 64 * 1024 * 1024;
const FIVE_MINUTES = 'public, max-age=300';
/** Smaller bodies are not encoded. */
const SMALLEST_ENCODED = 1024;
/** The default of Brotli takes fifty times as long and saves a tenth. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
/** The end of an entity tag names the encoding. */
const ENCODING_ENDING = /-(?:br|gzip)(?="$)/;

/** Encodes a body, on another thread. The best encoding comes first. */
const ENCODERS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI_OPTIONS),
  gzip: promisify(gzip),
} as const;
type Encoding = keyof typeof ENCODERS;

/** The body of an answer before it is encoded. */
export interface Body {
  type: string;
  bytes: Buffer;
  headers: Readonly<Record<string, string>>;
  /** The entity tag. Default: from the bytes. */
  tag?: string;
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

interface Finished extends Required<Body> {
  encoding: Encoding | null;
}

interface Making {
  encoding: Encoding | null;
  make: () => Body | Promise<Body>;
}

/** Makes each answer once in each encoding. All clients get the same bytes, so unread answers take no memory. */
export class FinishedAnswers {
  private readonly kept = new LRUCache<string, Finished, Making>({
    maxSize: BYTES_KEPT,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
    fetchMethod: async (_, __, { context: { encoding, make } }) => finish(await make(), encoding),
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
    make: Making['make'],
  ): Promise<FastifyReply> {
    const encoding = encodingFor(request);
    return send(
      request,
      reply,
      await this.kept.forceFetch(`${encoding} ${name}`, { context: { encoding, make } }),
    );
  }

  /** Sends a body that does not change. */
  sendFixed(request: FastifyRequest, reply: FastifyReply, body: FixedBody): Promise<FastifyReply> {
    const { name, type, caching = FIVE_MINUTES, read } = body;
    const make = async () => ({ type, bytes: await read(), headers: { 'cache-control': caching } });
    return this.send(request, reply, name, make);
  }
}

async function finish({ tag, ...body }: Body, wanted: Encoding | null): Promise<Finished> {
  const { bytes } = body;
  const plain = tag ?? `"${hash('sha256', bytes).slice(0, 32)}"`;
  if (wanted === null || bytes.length < SMALLEST_ENCODED) return { ...body, tag: plain, encoding: null };
  return { ...body, tag: encodedTag(plain, wanted), encoding: wanted, bytes: await ENCODERS[wanted](bytes) };
}

function send(request: FastifyRequest, reply: FastifyReply, finished: Finished): FastifyReply {
  const { tag, type, encoding, bytes, headers } = finished;
  const known = matchingTag(request.headers['if-none-match'], tag);
  reply.headers({ ...headers, etag: known ?? tag, vary: variesBy(request) });
  if (known !== undefined) return reply.code(304).send();
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.type(type).send(bytes);
}

/** The value of the header Vary. */
export function variesBy({ routeOptions }: FastifyRequest): string {
  return routeOptions.config.isList ? 'accept, accept-encoding' : 'accept-encoding';
}

/** Strong tags identify bytes, so an encoded answer has its own tag. */
export function encodedTag(tag: string, encoding: Encoding): string {
  return `${tag.slice(0, -1)}-${encoding}"`;
}

/** The tag in a list of tags that is this one, weak or strong, and of any encoding. */
export function knownTag(listed: string | undefined, tag: string): string | undefined {
  if (listed === undefined || listed === tag) return listed;
  const plain = tag.replace(ENCODING_ENDING, '');
  const tags = listed.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.find((one) => one.replace(ENCODING_ENDING, '') === plain);
}

/** As `knownTag`; `*` is every tag of an answer that exists. */
export function matchingTag(listed: string | undefined, tag: string): string | undefined {
  return listed?.trim() === '*' ? tag : knownTag(listed, tag);
}

/** Whether a client accepts gzip, the encoding of streams: Brotli takes megabytes of memory for each. */
export function acceptsGzip({ headers }: FastifyRequest): boolean {
  return negotiated(headers['accept-encoding'], ['gzip']) !== null;
}

function encodingFor({ headers }: FastifyRequest): Encoding | null {
  return negotiated(headers['accept-encoding'], ['br', 'gzip']);
}

function negotiated(accepted: string | string[] | undefined, offered: Encoding[]): Encoding | null {
  const best = typeof accepted === 'string' ? negotiate(accepted.toLowerCase(), offered) : null;
  return offered.find((encoding) => encoding === best) ?? null;
}
