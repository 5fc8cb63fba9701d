import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

/** How bodies are encoded, the better first. */
export const ENCODINGS = ['br', 'gzip'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** In place of null, which a cache does not take. */
const NONE = 'none';
/** Bytes a body must have to be worth it. */
export const SMALLEST_ENCODED = 1024;
/** Brotli's own default takes fifty times as long for a tenth less. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Clients send one of a few; negotiating takes a twentieth of a request. */
const ACCEPTED_REMEMBERED = 100;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

const chosen = new LRUCache<string, Encoding | typeof NONE>({
  max: ACCEPTED_REMEMBERED,
  memoMethod: (accepted) =>
    ENCODINGS.find((encoding) => encoding === negotiate(accepted.toLowerCase(), [...ENCODINGS])) ?? NONE,
});

/** The encoding a client wants, by its `Accept-Encoding`; null for none, and for none that is known. */
export function encodingFor(accepted: string | string[] | undefined): Encoding | null {
  if (typeof accepted !== 'string') return null;
  const encoding = chosen.memo(accepted);
  return encoding === NONE ? null : encoding;
}

/** Encodes a body, on another thread. */
export function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? brotliAsync(body, BROTLI_OPTIONS) : gzipAsync(body);
}
