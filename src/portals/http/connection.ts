import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import { type Feed, isHostOf } from '../feed.ts';
import { contentFault, FetchFault } from './fault.ts';
import { type FetchLimits, LESS_AT_A_TIME } from './limits.ts';

/** Makes connections that end after too many bytes, also if these are not HTTP. */
export function countingBytes(limits: FetchLimits) {
  return (origin: string | URL, options: Pool.Options): Pool => {
    const open =
      typeof options.connect === 'function' ? options.connect : buildConnector({ ...options.connect });
    const connect: buildConnector.connector = (to, callback) =>
      open(to, (...result) => {
        const [, socket] = result;
        socket?.on('readable', () => {
          if (socket.bytesRead > limits.receivedBytes) socket.destroy(tooMuch(String(to.host), limits));
        });
        callback(...result);
      });
    return new Pool(origin, { ...options, connect, connections: limits.requestsPerHost });
  };
}

/** Refuses redirects to hosts that the feed does not name, and from https to http. */
export function refuseOtherHosts(feed: Feed): Dispatcher.DispatcherComposeInterceptor {
  let from: URL | null = null;
  return (dispatch) => (options, handler) => {
    const to = new URL(String(options.origin));
    if (from?.protocol === 'https:' && to.protocol !== 'https:')
      throw new FetchFault(
        `${from.host} redirects from https to http. Check the feed's address on the portal`,
        'none',
      );
    if (from && !isHostOf(to, feed)) {
      const advice =
        feed.url.protocol === 'https:'
          ? 'If that is right, add it to "hosts" of the feed in the portal file'
          : 'If that is right, give the feed an https address and add this host to its "hosts"';
      throw new FetchFault(`${from.host} redirects to another host, ${to.host}. ${advice}`, 'none');
    }
    from = to;
    return dispatch(options, handler);
  };
}

/** Reads a whole body of at most so many bytes after decompression. An incomplete gzip stream is an error. */
export async function readBody(body: Readable, encoding: string | null, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  const collect = async (stream: AsyncIterable<Buffer>) => {
    for await (const part of stream) {
      size += part.length;
      if (size > most)
        throw contentFault(`The answer is larger than ${mebibytes(most)} MiB. ${LESS_AT_A_TIME}`);
      parts.push(part);
    }
  };
  const name = encoding?.trim().toLowerCase() ?? '';
  // the rest of an answer that is refused may fail without harm
  body.on('error', () => {});
  if (/^(x-)?gzip$/.test(name)) await pipeline(body, createGunzip(), collect);
  else if (/^(identity)?$/.test(name)) await pipeline(body, collect);
  else {
    body.destroy();
    throw contentFault(
      `The answer has the encoding ${name}, which the program did not ask for. Check the address`,
    );
  }
  return Buffer.concat(parts);
}

function tooMuch(host: string, { receivedBytes }: FetchLimits): FetchFault {
  return new FetchFault(
    `${host} sent more than ${mebibytes(receivedBytes)} MiB for one request. Check the address. ${LESS_AT_A_TIME}`,
    'none',
  );
}

function mebibytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}
