import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCode } from '../../domain/operator-error.ts';
import { packageFile } from '../../domain/package-file.ts';
import { PAGE_PATHS } from '../../domain/page-paths.ts';
import { prefixOf } from '../http/addresses.ts';
import { tokenOf } from '../http/authentication.ts';
import { nothingAt, Refusal } from '../http/errors.ts';
import type { FinishedAnswers, FixedBody } from '../http/finished-answers.ts';
import { READ } from '../http/methods.ts';

/** What the build writes; see `.config/build.js`. */
const FOLDER = packageFile('dist/explorer');
const PAGE = 'index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The name of a file changes with its content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Everything comes from this service. A chart is saved as PNG through an image of its own, a blob. */
const POLICY =
  "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/** Addresses for programs: whoever asks for them reads no page. */
const FOR_PROGRAMS = /^\/(?:api|explorer|docs)\//;

/** Returns the token for a code that works once; `null` if it was used. */
export type TradeCode = (code: string) => string | null;

/** Serves the explorer: one page at the addresses of all views, and its files. Data need a token, the page does not. */
export function serveExplorer(app: FastifyInstance, finished: FinishedAnswers, trade?: TradeCode): void {
  if (trade) serveTokens(app, trade);
  const send = (request: FastifyRequest, reply: FastifyReply, body: FixedBody) =>
    finished.sendFixed(request, reply.header('content-security-policy', POLICY), body);
  const serve = (url: string, bodyOf: (request: FastifyRequest) => FixedBody) =>
    app.route({
      ...READ,
      schema: { hide: true },
      url,
      handler: (request, reply) => send(request, reply, bodyOf(request)),
    });
  for (const url of PAGE_PATHS) serve(url, pageBody);
  for (const name of listFiles()) {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const body = { name, type, caching: FOR_EVER, read: () => readFileSync(join(FOLDER, name)) };
    serve(`/explorer/${name}`, () => body);
  }
  // a reader gets a page with the search, a program a message
  app.setNotFoundHandler((request, reply) => {
    const isForReader = request.headers.accept?.includes('text/html') && !FOR_PROGRAMS.test(request.url);
    if (!isForReader) throw new Refusal(404, nothingAt(request));
    return send(request, reply.code(404), pageBody(request));
  });
}

/** Gives the page its token for the code in its address, which stays in the history of the browser. */
function serveTokens(app: FastifyInstance, trade: TradeCode): void {
  app.route({
    method: 'GET',
    exposeHeadRoute: false,
    schema: { hide: true },
    url: '/explorer/token',
    handler: async (request, reply) => {
      const token = trade(tokenOf(request) ?? '');
      if (token === null) throw new Refusal(401, 'This address of the explorer was used before.');
      reply.header('cache-control', 'no-store');
      return { token };
    },
  });
}

/** The page finds its files and the service by the base address in it. */
function pageBody(request: FastifyRequest): FixedBody {
  const base = `${prefixOf(request) ?? ''}/`;
  return {
    name: `explorer ${base}`,
    type: 'text/html; charset=utf-8',
    caching: 'no-cache',
    read: () => {
      const page = readFileSync(join(FOLDER, PAGE), 'utf8');
      return Buffer.from(page.replace('<base href="/">', `<base href="${base}">`));
    },
  };
}

/** The files of the page. None before the first build, so that tests of other addresses need no build. */
function listFiles(): string[] {
  try {
    return readdirSync(FOLDER).filter((name) => name !== PAGE);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
