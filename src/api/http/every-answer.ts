import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import etag from '@fastify/etag';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Refusal } from './errors.ts';

/** Whose pages may read answers: those of every origin, of one, or of none but the service itself. */
export type Readers = '*' | (string & {}) | null;

/** Adds the standing headers and the request id to every answer. Strict-Transport-Security is up to the proxy that adds TLS. */
export async function addStandingHeaders(app: FastifyInstance, readers: Readers): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: readers === null ? 'same-origin' : 'cross-origin' },
    frameguard: { action: 'deny' },
    ...{ hsts: false, crossOriginOpenerPolicy: false, originAgentCluster: false, xssFilter: false },
    ...{ dnsPrefetchControl: false, ieNoOpen: false, permittedCrossDomainPolicies: false },
  });
  // a page that may read an answer may read all its headers
  const open = { 'access-control-allow-origin': readers ?? '', 'access-control-expose-headers': '*' };
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.headers({ 'x-request-id': id, ...(readers !== null && open) });
  });
}

const READING = ['GET', 'HEAD', 'OPTIONS'];

/** A hook that lets a route for GET answer HEAD too. It runs the same hooks, so the headers are the same. */
export function answerHead(route: RouteOptions): void {
  if (route.method === 'GET' && route.exposeHeadRoute !== false) route.method = ['GET', 'HEAD'];
}

/** A hook that refuses all other methods, at any address, before the body is read. */
export async function checkMethod({ method }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (READING.includes(method)) return;
  reply.header('Allow', READING.join(', '));
  throw new Refusal(405, `The service is read-only and does not allow ${method}. Use GET.`);
}

/** Compresses answers, and answers 304 to clients that have them. */
export async function shortenAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    // the encoder of Brotli would take megabytes of memory for each stream
    encodings: ['gzip'],
    globalDecompression: false,
    customTypes: /^text\/|json|javascript|xml/,
    // all of Texas in CSV becomes 35% of its size in 0.9 s of CPU; at the usual level, 33% in 2.3 s
    zlibOptions: { level: 1 },
    // at once, a page takes half of the time that it takes as a stream, and less memory until it is read
    syncThreshold: 4_194_304,
  });
  // its own 304 knows neither lists of tags nor `*`
  await app.register(etag, { algorithm: 'sha256', weak: true, replyWith304: false });
  app.addHook('onSend', leaveOutKnown);
}

const OF_BODY = ['content-type', 'content-length', 'content-disposition', 'x-total-count'];

async function leaveOutKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  // nobody keeps errors
  if (reply.getHeader('cache-control') === 'no-store') {
    reply.removeHeader('etag');
    return payload;
  }
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
  const isKnown = listsTag(request.headers['if-none-match'], String(reply.getHeader('etag')));
  if (reply.statusCode !== 304 && !(isKnown && reply.statusCode === 200)) return payload;
  if (payload instanceof Readable) payload.destroy();
  for (const name of OF_BODY) reply.removeHeader(name);
  reply.code(304);
  return null;
}

/** The tag of an answer in every encoding, from all that it depends on. */
export function weakTag(source: string): string {
  return `W/"${hash('sha256', source).slice(0, 32)}"`;
}

/** Whether the header If-None-Match has a tag, weak or strong. `*` is every tag. */
function listsTag(header: string | undefined, tag: string): boolean {
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return header === '*' || (header ?? '').split(',').some((one) => opaque(one) === opaque(tag));
}

/** A hook that logs one line for each request, without tokens. */
export async function logAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    {
      reqId: request.id,
      method: request.method,
      url: withoutSecrets(request.originalUrl),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
      address: request.ip,
      caller: request.caller?.name,
    },
    'request',
  );
}

/** Finds tokens and keys in an address, also parts of them, and whatever is given as a key. */
const SECRETS = /(?<=[?&]key=)[^&]+|(?:sta|feed)_[\w-]+|[0-9a-f]{8}_[\w-]+/gi;

function withoutSecrets(url: string): string {
  // also of text that was encoded several times: `%255F` is `_`
  const readable = url.replace(/%(?:25)*([0-7][0-9a-f])/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const clean = readable.replace(SECRETS, '…');
  return clean === readable ? url : clean;
}
