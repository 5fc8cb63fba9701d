import { Socket } from 'node:net';
import { addAbortSignal, Readable } from 'node:stream';
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

/** Sends whole lists while the service answers other requests. A stream that fails breaks its connection. */
export class RecordStreams {
  private readonly callers: string[] = [];
  private readonly turn: () => Promise<unknown>;

  /** `turn` resolves when a stream may take the time of others for some milliseconds. */
  constructor(turn: () => Promise<unknown>) {
    this.turn = turn;
  }

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

  /** Sends the lines of a list, and calls `release` when it is sent, or cannot be. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    list: HeldView<StreamedList>,
    release: () => void,
  ): FastifyReply {
    const source = Readable.from(request.method === 'HEAD' ? [] : this.textsOf(list));
    source.once('close', release);
    source.once('error', (error) => {
      const isFault = !reply.raw.destroyed && error.name !== 'AbortError';
      if (isFault) request.log.error({ reqId: request.id, err: error }, 'request failed');
      // a plain end would look like the end of the list to clients and proxies of HTTP/1.0
      const { socket } = reply.raw;
      if (socket instanceof Socket) socket.resetAndDestroy();
      else reply.raw.destroy();
    });
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished)
        request.log.info({ reqId: request.id }, 'the client did not get the whole list');
    });
    return reply.send(addAbortSignal(AbortSignal.timeout(LONGEST_MS), source));
  }

  private async *textsOf({ view, result: { header, length, lines } }: HeldView<StreamedList>) {
    if (header !== '') yield header;
    for (let start = 0; start < length; start += RECORDS_AT_ONCE) {
      await this.turn();
      yield lines(view, start, Math.min(start + RECORDS_AT_ONCE, length));
    }
  }
}
