import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FetchFault } from './fault.ts';
import { LESS_AT_A_TIME } from './limits.ts';

/** Reads a whole body of at most so many bytes after decompression. An incomplete gzip stream is an error. */
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
    throw new FetchFault(
      `The answer has the encoding ${name}, which the program did not ask for. Check the address`,
      'none',
    );
  }
  // the rest of an answer that is too large may fail without harm
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
  throw new FetchFault(`The answer is larger than ${limit} MiB. ${LESS_AT_A_TIME}`, 'none');
}
