import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BUILT_PAGE, type BuiltPage, fillPage, PAGE_PATHS } from '../../domain/explorer-page.ts';
import { packageFile } from '../../domain/package-file.ts';
import { prefixOf } from '../http/addresses.ts';
import { tokenOf } from '../http/authentication.ts';
import { nothingAt, Refusal } from '../http/errors.ts';

/** What the build writes; see `.config/build.js`. */
const FOLDER = packageFile('dist/explorer');

/** Everything comes from this service. A chart is saved as PNG through an image of its own, a blob. */
const POLICY =
  "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/** Addresses for programs: whoever asks for them reads no page. */
const FOR_PROGRAMS = /^\/(?:api|explorer|docs)\//;

/** Returns the token for a code that works once; `null` if it was used. */
export type TradeCode = (code: string) => string | null;

/** Serves the explorer: one page at the addresses of all views, and its files. Data need a token, the page does not. */
export async function serveExplorer(app: FastifyInstance, trade?: TradeCode): Promise<void> {
  if (trade) serveTokens(app, trade);
  for (const url of PAGE_PATHS) app.get(url, { schema: { hide: true } }, sendPage);
  await app.register(staticFiles, {
    ...{
      root: FOLDER,
      prefix: '/explorer/',
      wildcard: false,
      globIgnore: [BUILT_PAGE],
      decorateReply: false,
    },
    // the name of a file changes with its content
    ...{ immutable: true, maxAge: 365 * 86_400_000 },
    // before the first build there is none, so that tests of other addresses need no build
    suppressWarning: true,
  });
}

/** Answers at addresses that no route has. */
export function answerUnknown(app: FastifyInstance): void {
  // a reader gets a page with the search, a program a message
  app.setNotFoundHandler((request, reply) => {
    const isForReader =
      request.headers.accept?.includes('text/html') &&
      !FOR_PROGRAMS.test(request.url.slice(app.basePath.length));
    if (!isForReader) throw new Refusal(404, nothingAt(request));
    return sendPage(request, reply.code(404));
  });
}

/** Gives the page its token for the code in its address, which stays in the history of the browser. */
function serveTokens(app: FastifyInstance, trade: TradeCode): void {
  app.route({
    method: 'GET',
    // it would use the code up
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
async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const built: BuiltPage = JSON.parse(await readFile(join(FOLDER, BUILT_PAGE), 'utf8'));
  const page = fillPage(built.template, {
    base: `${prefixOf(request) ?? ''}/`,
    start: [
      `<link rel="icon" type="image/svg+xml" href="explorer/${built.icon}">`,
      `<link rel="stylesheet" href="explorer/${built.style}">`,
      `<script type="module" src="explorer/${built.script}"></script>`,
      ...built.preloads.map((name) => `<link rel="modulepreload" href="explorer/${name}">`),
    ],
    withoutScript: 'This page needs JavaScript. The same figures are at /docs and on the command line.',
  });
  return reply
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' })
    .type('text/html; charset=utf-8')
    .send(page);
}
