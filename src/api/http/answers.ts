import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { PAUSED, workInPiece } from '../../domain/reading/once.ts';
import { hasSample } from '../../store/query/overview.ts';
import type { DatasetReader, DatasetView, HeldView } from '../../store/query/view.ts';
import { addressOf } from './addresses.ts';
import { weakTag } from './every-answer.ts';
import { contentTypeOf, type WholeFormat } from './formats.ts';
import { RecordStreams, type StreamedList } from './record-streams.ts';

const PIECE_MS = 50;
const MOST_PIECES = 1000;

/** Answers from the dataset. */
export class Answers {
  private readonly reader: DatasetReader;
  private readonly programVersion: string;
  /** Lets one query after the other run in a turn of its own, so that other requests come between. */
  private readonly inTurn = pLimit(1);
  private readonly streams = new RecordStreams(() => this.inTurn(() => nextTurn()));

  constructor(reader: DatasetReader, programVersion: string) {
    this.reader = reader;
    this.programVersion = programVersion;
  }

  /** Answers with the object that `compose` makes from the dataset. */
  sendNew(reply: FastifyReply, compose: (view: DatasetView) => object): Promise<FastifyReply> {
    return this.sendText(reply, contentTypeOf('json'), (view) => JSON.stringify(compose(view)));
  }

  /** Answers with the text that `write` makes from the dataset. */
  async sendText(
    reply: FastifyReply,
    type: string,
    write: (view: DatasetView) => string,
  ): Promise<FastifyReply> {
    const { version, text } = await this.inPieces((view) => ({ version: view.version, text: write(view) }));
    return reply.headers(headersOf(version)).type(type).send(text);
  }

  /**
   * Sends all records of a list, in the version in which `select` found them. `dependsOn` is what they depend on besides the
   * dataset and the address.
   */
  async sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    format: WholeFormat,
    dependsOn: string,
    select: (view: DatasetView) => StreamedList,
  ): Promise<FastifyReply> {
    const end = this.streams.begin(request, reply);
    let list: HeldView<StreamedList> | undefined;
    const release = () => {
      list?.release();
      end();
    };
    try {
      await this.inPieces(select);
      list = this.reader.hold(select);
      const { view, result } = list;
      const about = [this.programVersion, view.version, dependsOn, format, addressOf(request)];
      reply.headers({
        ...headersOf(view.version),
        etag: weakTag(about.join('\n')),
        'content-type': contentTypeOf(format),
        'content-disposition': `attachment; filename="${fileNameOf(request, view)}.${format}"`,
        'x-total-count': String(result.total),
      });
      return this.streams.send(request, reply, list, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Reads the dataset. Others are answered between the pieces of a long query, which begins anew after each. */
  private async inPieces<Result>(query: (view: DatasetView) => Result): Promise<Result> {
    for (let pieces = 1; ; pieces += 1) {
      await this.inTurn(() => nextTurn());
      const end = performance.now() + PIECE_MS;
      // a query that needs more than the memory has would never end
      const isOver = () => pieces < MOST_PIECES && performance.now() > end;
      const found = this.reader.read((view) => workInPiece(isOver, () => query(view)));
      if (found !== PAUSED) return found;
    }
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
