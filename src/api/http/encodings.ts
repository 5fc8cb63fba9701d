import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';

/** Encodings of bodies, best first. */
export const ENCODINGS = ['br', 'gzip'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** Smaller bodies are not encoded. */
export const SMALLEST_ENCODED = 1024;
/** The default of Brotli takes fifty times as long and saves a tenth. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** The encoding for an `Accept-Encoding` header; null if the client accepts no encoding of this service. */
export function encodingFor(accepted: string | string[] | undefined): Encoding | null {
  if (typeof accepted !== 'string') return null;
  const best = negotiate(accepted.toLowerCase(), [...ENCODINGS]);
  return ENCODINGS.find((encoding) => encoding === best) ?? null;
}

/** Whether a client accepts gzip, the encoding of streams: Brotli takes megabytes of memory for each. */
export function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return typeof accepted === 'string' && negotiate(accepted.toLowerCase(), ['gzip']) === 'gzip';
}

/** Encodes a body, on another thread. */
export function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? brotliAsync(body, BROTLI_OPTIONS) : gzipAsync(body);
}
