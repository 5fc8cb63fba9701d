import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { DatasetReader, DatasetView, HeldView } from '../../store/query/view.ts';
import { addressOf } from './addresses.ts';
import { acceptsGzip, type Encoding, encode, encodingFor, SMALLEST_ENCODED } from './encodings.ts';
import { formatOf, MEDIA_TYPES, type WholeFormat } from './formats.ts';
import { RecordStreams, type StreamedList } from './record-streams.ts';
import { standingHead } from './standing-headers.ts';
import { TimeBudget } from './time-budget.ts';

const BYTES_REMEMBERED = 64 * 1024 * 1024;
/** The headers that the rate limit sets. */
const LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** The end of an entity tag names the encoding. */
const ENCODING_ENDING = /-(?:br|gzip)(?="$)/;

/** Identifies an answer. */
interface Named {
  version: string;
  tag: string;
}

/** The body of an answer in one encoding. */
interface Remembered extends Named {
  encoding: Encoding | null;
  bytes: Buffer;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answer also depends on the day. */
    changesDaily?: true;
  }
}

/**
 * Answers from the dataset. The entity tag is strong and depends on the version, the address and the encoding. The
 * client gets 304 if it has the answer, and the body from memory if it was made before.
 */
export class Answers {
  private readonly reader: DatasetReader;
  private readonly programVersion: string;
  private readonly today: () => string;
  private readonly remembered = new LRUCache<string, Remembered>({
    maxSize: BYTES_REMEMBERED,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  });
  private readonly streams = new RecordStreams();
  private readonly budget: TimeBudget;

  constructor(reader: DatasetReader, programVersion: string, today: () => string, computingMs: number) {
    this.budget = new TimeBudget(computingMs);
    this.reader = reader;
    this.programVersion = programVersion;
    this.today = today;
  }

  /** Answers with 304 or from memory if possible. Returns whether it answered. */
  sendKnown(request: FastifyRequest, reply: FastifyReply): boolean {
    const version = this.reader.version();
    const tag = this.tagOf(version, request);
    const known = knownTag(request.headers['if-none-match'], tag);
    if (known !== undefined) {
      sendNotModified(request, reply, { version, tag: known });
      return true;
    }
    const encoding = encodingFor(request.headers['accept-encoding']);
    // a body too small to encode has the plain tag
    const answer = (encoding && this.remembered.get(encodedTag(tag, encoding))) ?? this.remembered.get(tag);
    if (!answer || (answer.encoding !== encoding && answer.bytes.length >= SMALLEST_ENCODED)) return false;
    send(request, reply, answer);
    return true;
  }

  /** Answers with the object that `compose` makes from the dataset, and remembers the answer. */
  async sendNew(
    request: FastifyRequest,
    reply: FastifyReply,
    compose: (view: DatasetView) => object,
  ): Promise<void> {
    this.budget.check(request, reply);
    const read = () =>
      this.reader.read((view) => ({
        version: view.version,
        tag: this.tagOf(view.version, request),
        encoding: null,
        bytes: Buffer.from(JSON.stringify(compose(view))),
      }));
    const plain = this.budget.spend(request, read);
    const answer = await encoded(plain, encodingFor(request.headers['accept-encoding']));
    this.remembered.set(answer.tag, answer);
    send(request, reply, answer);
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
    const isGzip = acceptsGzip(request.headers['accept-encoding']);
    const tag = this.tagOf(version, request);
    const answer = { version, tag: isGzip ? encodedTag(tag, 'gzip') : tag };
    if (isAnyKnown(request)) return sendNotModified(request, reply, answer);
    const headers = [
      ...['content-type', `${MEDIA_TYPES[format]}; charset=utf-8`],
      ...['content-disposition', `attachment; filename="${fileNameOf(request, version)}.${format}"`],
      ...['x-total-count', String(list.result.total)],
    ];
    if (isGzip) headers.push('content-encoding', 'gzip');
    const response = write(request, reply, 200, answer, headers);
    if (request.method === 'HEAD') response.end();
    else await this.streams.send(request, response, list, isGzip);
  }

  private tagOf(version: string, request: FastifyRequest): string {
    const day = request.routeOptions.config.changesDaily ? this.today() : '';
    const name = `${this.programVersion}\n${version}\n${day}${formatOf(request)} ${addressOf(request)}`;
    return `"${hash('sha256', name).slice(0, 32)}"`;
  }
}

async function encoded(plain: Remembered, encoding: Encoding | null): Promise<Remembered> {
  if (encoding === null || plain.bytes.length < SMALLEST_ENCODED) return plain;
  const bytes = await encode(plain.bytes, encoding);
  return { ...plain, tag: encodedTag(plain.tag, encoding), encoding, bytes };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Remembered): void {
  const { encoding, bytes } = answer;
  if (isAnyKnown(request)) {
    sendNotModified(request, reply, answer);
    return;
  }
  const headers = ['content-type', 'application/json; charset=utf-8'];
  if (encoding !== null) headers.push('content-encoding', encoding);
  headers.push('content-length', String(bytes.length));
  write(request, reply, 200, answer, headers).end(request.method === 'HEAD' ? undefined : bytes);
}

/** Whether the client knows some answer: `*` matches any. */
function isAnyKnown({ headers }: FastifyRequest): boolean {
  return headers['if-none-match']?.trim() === '*';
}

/** The name of a file for an answer: `ca-sales-tax-allocations-<version>`. */
function fileNameOf(request: FastifyRequest, version: string): string {
  const { pathname } = new URL(addressOf(request));
  const words = pathname.replace(/^.*\/api\//, '').split(/[^\w-]+/);
  return [...words.filter((word) => word !== ''), version].join('-');
}

function sendNotModified(request: FastifyRequest, reply: FastifyReply, answer: Named): void {
  write(request, reply, 304, answer).end();
}

/**
 * Writes the head of an answer without Fastify, with which a 304 takes 1.2 to 1.4 times as long. `further` lists names
 * and values in turn, as node:http takes them.
 */
function write(
  { id, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { version, tag }: Named,
  further: readonly string[] = [],
): ServerResponse {
  const head = [
    'etag',
    tag,
    'dataset-version',
    version,
    'cache-control',
    'private, no-cache',
    'vary',
    routeOptions.config.isList ? 'accept, accept-encoding' : 'accept-encoding',
    ...standingHead(id, status),
    ...further,
  ];
  for (const name of LIMIT_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) head.push(name, String(value));
  }
  reply.hijack();
  return reply.raw.writeHead(status, head);
}

/** Strong tags identify bytes, so an encoded answer has its own tag. */
function encodedTag(tag: string, encoding: Encoding): string {
  return `${tag.slice(0, -1)}-${encoding}"`;
}

/** Returns the client's tag for the answer, in any encoding. */
function knownTag(header: string | undefined, tag: string): string | undefined {
  if (header === undefined || header === tag) return header;
  return header
    .split(',')
    .map((listed) => listed.trim().replace(/^W\//, ''))
    .find((listed) => listed.replace(ENCODING_ENDING, '') === tag);
}
