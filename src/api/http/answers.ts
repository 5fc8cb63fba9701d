import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DatasetReader, DatasetView, HeldView } from '../../store/query/view.ts';
import { addressOf } from './addresses.ts';
import {
  acceptsGzip,
  encodedTag,
  type FinishedAnswers,
  knownTag,
  matchingTag,
  variesBy,
} from './finished-answers.ts';
import { formatOf, MEDIA_TYPES, type WholeFormat } from './formats.ts';
import type { TimeBudget } from './limits.ts';
import { RecordStreams, type StreamedList } from './record-streams.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answer also depends on the day. */
    changesDaily?: true;
  }
}

/** What answers are made of. */
interface AnswerSources {
  reader: DatasetReader;
  programVersion: string;
  today: () => string;
  finished: FinishedAnswers;
  budget: TimeBudget;
}

/**
 * Answers from the dataset. The entity tag is strong and depends on the version, the address and the encoding. The
 * client gets 304 if it has the answer, and the body from memory if it was made before.
 */
export class Answers {
  private readonly reader: DatasetReader;
  private readonly programVersion: string;
  private readonly today: () => string;
  private readonly finished: FinishedAnswers;
  private readonly budget: TimeBudget;
  private readonly streams = new RecordStreams();

  constructor({ reader, programVersion, today, finished, budget }: AnswerSources) {
    this.reader = reader;
    this.programVersion = programVersion;
    this.today = today;
    this.finished = finished;
    this.budget = budget;
  }

  /** Answers with 304 or from memory if possible. Returns whether it answered. */
  sendKnown(request: FastifyRequest, reply: FastifyReply): boolean {
    const version = this.reader.version();
    const tag = this.tagOf(version, request);
    const known = knownTag(request.headers['if-none-match'], tag);
    if (known === undefined) return this.finished.sendKept(request, reply, tag);
    sendNotModified(request, reply, known, version);
    return true;
  }

  /** Answers with the object that `compose` makes from the dataset, and remembers the answer. */
  async sendNew(
    request: FastifyRequest,
    reply: FastifyReply,
    compose: (view: DatasetView) => object,
  ): Promise<FastifyReply> {
    this.budget.check(request, reply);
    const make = () =>
      this.reader.read((view) => ({
        tag: this.tagOf(view.version, request),
        type: 'application/json; charset=utf-8',
        headers: headersOf(view.version),
        bytes: Buffer.from(JSON.stringify(compose(view))),
      }));
    const name = this.tagOf(this.reader.version(), request);
    return this.finished.send(request, reply, name, () => this.budget.spend(request, make));
  }

  /** Sends all records of a list, in the version in which `select` found them. */
  async sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    format: WholeFormat,
    select: (view: DatasetView) => StreamedList,
  ): Promise<void> {
    this.budget.check(request, reply);
    const end = this.streams.begin(request, reply);
    try {
      const list = this.budget.spend(request, () => this.reader.hold(select));
      const { lines } = list.result;
      list.result.lines = (...part) => this.budget.spend(request, () => lines(...part));
      try {
        await this.sendLines(request, reply, format, list);
      } finally {
        list.release();
      }
    } finally {
      end();
    }
  }

  private async sendLines(
    request: FastifyRequest,
    reply: FastifyReply,
    format: WholeFormat,
    list: HeldView<StreamedList>,
  ): Promise<void> {
    const { version } = list.view;
    const isGzip = acceptsGzip(request);
    const plain = this.tagOf(version, request);
    const tag = isGzip ? encodedTag(plain, 'gzip') : plain;
    if (matchingTag(request.headers['if-none-match'], tag) !== undefined) {
      sendNotModified(request, reply, tag, version);
      return;
    }
    reply.headers({
      ...headersOf(version),
      etag: tag,
      vary: variesBy(request),
      'content-type': `${MEDIA_TYPES[format]}; charset=utf-8`,
      'content-disposition': `attachment; filename="${fileNameOf(request, version)}.${format}"`,
      'x-total-count': String(list.result.total),
      ...(isGzip && { 'content-encoding': 'gzip' }),
    });
    if (request.method === 'HEAD') await reply.send();
    else await this.streams.send(request, reply, list, isGzip);
  }

  private tagOf(version: string, request: FastifyRequest): string {
    const day = request.routeOptions.config.changesDaily ? this.today() : '';
    const name = `${this.programVersion}\n${version}\n${day}${formatOf(request)} ${addressOf(request)}`;
    return `"${hash('sha256', name).slice(0, 32)}"`;
  }
}

/** The name of a file for an answer: `ca-sales-tax-allocations-<version>`. */
function fileNameOf(request: FastifyRequest, version: string): string {
  const { pathname } = new URL(addressOf(request));
  const words = pathname.replace(/^.*\/api\//, '').split(/[^\w-]+/);
  return [...words.filter((word) => word !== ''), version].join('-');
}

function sendNotModified(request: FastifyRequest, reply: FastifyReply, tag: string, version: string): void {
  reply.headers({ ...headersOf(version), etag: tag, vary: variesBy(request) });
  reply.code(304).send();
}

/** A client may store an answer, but must check before use that it is current. */
function headersOf(version: string) {
  return { 'dataset-version': version, 'cache-control': 'private, no-cache' };
}
