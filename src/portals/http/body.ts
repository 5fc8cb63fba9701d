import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FetchFault } from './fault.ts';

/**
 * Reads a body whole, up to so many bytes after decompression, or throws. A gzip stream that is cut off is an error here, unlike in a browser.
 */
export async function readBody(body: Readable, encoding: string | null, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  const collect = async (stream: AsyncIterable<Buffer>) => {
    for await (const part of stream) {
      size += part.length;
      if (size > most) return;
      parts.push(part);
    }
  };
  const name = encoding?.trim().toLowerCase() ?? '';
  const isCompressed = name === 'gzip' || name === 'x-gzip';
  if (!isCompressed && name !== '' && name !== 'identity') {
    body.on('error', () => {}).destroy();
    throw new FetchFault(`the answer is encoded as ${name}, which was not asked for`, 'none');
  }
  // what is left of an answer that is too large is of no interest
  body.on('error', () => {});
  try {
    if (isCompressed) await pipeline(body, createGunzip(), collect);
    else await pipeline(body, collect);
  } catch (error) {
    if (size <= most) throw error;
  }
  if (size <= most) return Buffer.concat(parts);
  body.destroy();
  const limit = Math.floor(most / 1024 / 1024);
  throw new FetchFault(
    `the answer is larger than ${limit} MiB; ask for less at a time (span, first_month)`,
    'none',
  );
}
