import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Budget } from '../../domain/allocation.ts';
import { PAUSED, workInPiece } from '../../domain/reading/once.ts';
import { hasSample } from '../../store/query/overview.ts';
import type { DatasetReader, DatasetView, HeldView } from '../../store/query/view.ts';
import { addressOf } from './addresses.ts';
import { sendUnchanged, weakTag } from './entity-tags.ts';
import type { FinishedAnswers } from './finished-answers.ts';
import { contentTypeOf, encodingOf, formatOf, variesBy, type WholeFormat } from './formats.ts';
import { RecordStreams, type StreamedList } from './record-streams.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answer also depends on the day. */
    changesDaily?: true;
    /** Whether the answer also depends on the register of budgets. */
    usesBudgets?: true;
  }
}

const PIECE_MS = 50;
const MOST_PIECES = 1000;

interface AnswerSources {
  reader: DatasetReader;
  programVersion: string;
  today: () => string;
  budgets: () => readonly Budget[];
  finished: FinishedAnswers;
}

/** Answers from the dataset, with 304 or from memory if possible. */
export class Answers {
  private readonly sources: AnswerSources;
  private readonly streams = new RecordStreams();

  constructor(sources: AnswerSources) {
    this.sources = sources;
  }

  /** Answers with 304 or from memory if possible. Returns whether it answered. */
  sendKnown(request: FastifyRequest, reply: FastifyReply): boolean {
    const { reader, finished } = this.sources;
    const version = reader.version();
    const tag = this.tagOf(version, request);
    // `*` says nothing about the address, which may be wrong
    const isAny = request.headers['if-none-match'] === '*';
    if (!isAny && sendUnchanged(request, reply, tag, headersOf(version))) return true;
    return finished.sendKept(request, reply, tag);
  }

  /** Answers with the object that `compose` makes from the dataset, and remembers the answer. */
  async sendNew(
    request: FastifyRequest,
    reply: FastifyReply,
    compose: (view: DatasetView) => object,
  ): Promise<FastifyReply> {
    return this.sendText(request, reply, contentTypeOf('json'), (view) => JSON.stringify(compose(view)));
  }

  /** Answers with the text that `write` makes from the dataset, and remembers the answer. */
  async sendText(
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    write: (view: DatasetView) => string,
  ): Promise<FastifyReply> {
    const { reader, finished } = this.sources;
    const make = () =>
      this.inPieces((view) => ({
        tag: this.tagOf(view.version, request),
        type,
        headers: headersOf(view.version),
        bytes: Buffer.from(write(view)),
      }));
    const name = this.tagOf(reader.version(), request);
    return finished.send(request, reply, name, make);
  }

  /** Sends all records of a list, in the version in which `select` found them. */
  async sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    format: WholeFormat,
    select: (view: DatasetView) => StreamedList,
  ): Promise<void> {
    const end = this.streams.begin(request, reply);
    let list: HeldView<StreamedList> | undefined;
    try {
      await this.streams.turn();
      await this.inPieces(select);
      list = this.sources.reader.hold(select);
      await this.sendLines(request, reply, format, list);
    } finally {
      list?.release();
      end();
    }
  }

  /** Reads the dataset. Others are answered between the pieces of a long query, which begins anew after each. */
  private async inPieces<Result>(query: (view: DatasetView) => Result): Promise<Result> {
    for (let pieces = 1; ; pieces += 1) {
      const end = performance.now() + PIECE_MS;
      // a query that needs more than the memory has would never end
      const isOver = () => pieces < MOST_PIECES && performance.now() > end;
      const found = this.sources.reader.read((view) => workInPiece(isOver, () => query(view)));
      if (found !== PAUSED) return found;
      await nextTurn();
    }
  }

  private async sendLines(
    request: FastifyRequest,
    reply: FastifyReply,
    format: WholeFormat,
    list: HeldView<StreamedList>,
  ): Promise<void> {
    const { version } = list.view;
    const tag = this.tagOf(version, request);
    if (sendUnchanged(request, reply, tag, headersOf(version))) return;
    // the encoder of Brotli would take megabytes of memory for each stream
    const isGzip = encodingOf(request, ['gzip']) !== null;
    reply.headers({
      ...headersOf(version),
      etag: tag,
      vary: variesBy(request),
      'content-type': contentTypeOf(format),
      'content-disposition': `attachment; filename="${fileNameOf(request, list.view)}.${format}"`,
      'x-total-count': String(list.result.total),
      ...(isGzip && { 'content-encoding': 'gzip' }),
    });
    if (request.method === 'HEAD') await reply.send();
    else await this.streams.send(request, reply, list, isGzip);
  }

  private tagOf(version: string, request: FastifyRequest): string {
    const { programVersion, today, budgets } = this.sources;
    const { changesDaily, usesBudgets } = request.routeOptions.config;
    const beside = `${changesDaily ? today() : ''}${usesBudgets ? JSON.stringify(budgets()) : ''}`;
    return weakTag(`${programVersion}\n${version}\n${beside}${formatOf(request)} ${addressOf(request)}`);
  }
}

/** The name of a file for an answer: `ca-sales-tax-allocations-<version>`. It tells a sample from published figures. */
function fileNameOf(request: FastifyRequest, view: DatasetView): string {
  const { pathname } = new URL(addressOf(request));
  const words = pathname.replace(/^.*\/api\//, '').split(/[^\w-]+/);
  const sample = hasSample(view) ? ['sample'] : [];
  return [...sample, ...words.filter((word) => word !== ''), view.version].join('-');
}

/** A client may store an answer, but must check before use that it is current. */
function headersOf(version: string) {
  return { 'dataset-version': version, 'cache-control': 'private, no-cache' };
}
