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
/** Each takes a megabyte of memory for a client that reads nothing, and 15 milliseconds before its first line. */
const MOST_OF_ALL = 100;
const RETRY_SECONDS = 5;
/** While a stream runs, the dataset file keeps what later runs replace. */
const LONGEST_MS = 30 * 60_000;
/** All of Texas in CSV becomes 35% of its size in 0.9 s of CPU; at the usual level, 33% in 2.3 s. */
const GZIP_OPTIONS = { level: 1 };

/** Sends whole lists while the service answers other requests. A stream that fails breaks its connection. */
export class RecordStreams {
  private readonly callers: string[] = [];
  private lastTurn: Promise<unknown> = Promise.resolve();

  /** Counts a stream of a caller. Throws a `Refusal` if there are too many. Call the result at its end. */
  begin(request: FastifyRequest, reply: FastifyReply): () => unknown {
    const caller = callerOf(request);
    const own = this.callers.filter((one) => one === caller).length;
    if (own >= MOST_OF_CALLER || this.callers.length >= MOST_OF_ALL) {
      reply.header('retry-after', String(RETRY_SECONDS));
      throw new Refusal(
        429,
        `Too many lists in CSV or NDJSON at once: the limit is ${MOST_OF_CALLER}, and ${MOST_OF_ALL} for all callers together. Retry when one has ended.`,
      );
    }
    this.callers.push(caller);
    return () => this.callers.splice(this.callers.indexOf(caller), 1);
  }

  /** Sends the lines after the headers of a reply. Fastify would log a client that leaves as a failure. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    list: HeldView<StreamedList>,
    isGzip: boolean,
  ): Promise<void> {
    const { raw: response } = reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) response.setHeader(name, value ?? '');
    response.flushHeaders();
    const limit = setTimeout(() => breakOff(response), LONGEST_MS).unref();
    const texts = this.texts(list, (error) => {
      request.log.error({ reqId: request.id, err: error }, 'request failed');
      breakOff(response);
    });
    const source = Readable.from(texts);
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
    { view, result: { header, length, lines } }: HeldView<StreamedList>,
    onFailure: (error: unknown) => void,
  ) {
    if (header !== '') yield header;
    for (let start = 0; start < length; start += RECORDS_AT_ONCE) {
      await this.turn();
      let text: string;
      try {
        text = lines(view, start, Math.min(start + RECORDS_AT_ONCE, length));
      } catch (error) {
        onFailure(error);
        throw error;
      }
      yield text;
    }
  }

  /** Resolves once in a turn of the event loop, for one stream after the other, so that requests come between. */
  turn(): Promise<unknown> {
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
