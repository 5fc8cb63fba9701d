import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DatasetView, HeldView } from '../../store/query/view.ts';
import { callerOf } from './authentication.ts';
import { Refusal } from './errors.ts';
import { addStandingHeaders } from './standing-headers.ts';

/** All records of a list, as lines of text. */
export interface StreamedList {
  total: number;
  /** Records to write. */
  length: number;
  header: string;
  /** The lines of the records from `start` to before `end`. */
  lines(view: DatasetView, start: number, end: number): string;
}

/** Making the lines of these takes a few milliseconds. */
const RECORDS_AT_ONCE = 250;
/** A client needs one or two; more would take the time of others. */
const MOST_OF_CALLER = 4;
const RETRY_SECONDS = 5;
/** While a stream runs, the dataset file keeps what later runs replace. */
const LONGEST_MS = 30 * 60_000;
/** All of Texas in CSV becomes 35 % of its size in 0.9 s of CPU; at the usual level, 33 % in 2.3 s. */
const GZIP_OPTIONS = { level: 1 };

/** Sends whole lists while the service answers other requests. A stream that fails breaks its connection. */
export class RecordStreams {
  private readonly ofCaller = new Map<string, number>();
  private lastTurn: Promise<unknown> = Promise.resolve();

  /** Counts a stream of a caller. Throws a `Refusal` if the caller has too many. Call the result at its end. */
  begin(request: FastifyRequest, reply: FastifyReply): () => void {
    const key = callerOf(request);
    const count = this.ofCaller.get(key) ?? 0;
    if (count >= MOST_OF_CALLER) {
      reply.header('retry-after', String(RETRY_SECONDS));
      throw new Refusal(
        429,
        `Too many lists at once: the limit is ${MOST_OF_CALLER} in CSV or NDJSON. Retry when one has ended.`,
      );
    }
    this.ofCaller.set(key, count + 1);
    return () => {
      const left = (this.ofCaller.get(key) ?? 1) - 1;
      if (left === 0) this.ofCaller.delete(key);
      else this.ofCaller.set(key, left);
    };
  }

  /** Sends the lines after the headers of a reply. Fastify would log a client that leaves as a failure. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    list: HeldView<StreamedList>,
    isGzip: boolean,
  ): Promise<void> {
    addStandingHeaders(request, reply.hijack());
    const response = reply.raw;
    for (const [name, value] of Object.entries(reply.getHeaders())) response.setHeader(name, value ?? '');
    response.flushHeaders();
    const limit = setTimeout(() => breakOff(response), LONGEST_MS).unref();
    const source = Readable.from(this.texts(request, response, list));
    try {
      await (isGzip ? pipeline(source, createGzip(GZIP_OPTIONS), response) : pipeline(source, response));
    } catch {
      // the cause is in the log, or the client left
      request.log.info({ reqId: request.id }, 'the client did not get the whole list');
    } finally {
      clearTimeout(limit);
    }
  }

  private async *texts(
    request: FastifyRequest,
    response: ServerResponse,
    { view, result: { header, length, lines } }: HeldView<StreamedList>,
  ) {
    const linesFrom = (start: number) => {
      try {
        return lines(view, start, Math.min(start + RECORDS_AT_ONCE, length));
      } catch (error) {
        request.log.error({ reqId: request.id, err: error }, 'request failed');
        breakOff(response);
        throw error;
      }
    };
    if (header !== '') yield header;
    for (let start = 0; start < length; start += RECORDS_AT_ONCE) {
      await this.turn();
      yield linesFrom(start);
    }
  }

  /** Resolves once in a turn of the event loop, for one stream after the other, so that requests come between. */
  private turn(): Promise<unknown> {
    this.lastTurn = this.lastTurn.then(() => nextTurn());
    return this.lastTurn;
  }
}

/** Breaks a connection off. A plain end would look like the end of the list to clients and proxies of HTTP/1.0. */
function breakOff(response: ServerResponse): void {
  const { socket } = response;
  if (socket instanceof Socket) socket.resetAndDestroy();
  else response.destroy();
}
