import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { BUILT_PAGE, type BuiltPage, fillPage, PAGE_PATHS } from '../../domain/explorer-page.ts';
import { packageFile } from '../../domain/package-file.ts';
import type { Preview } from '../../records/preview.ts';
import { addressOf, prefixOf } from '../http/addresses.ts';
import { tokenOf } from '../http/authentication.ts';
import { nothingAt, Refusal } from '../http/errors.ts';
import type { Readers } from '../http/every-answer.ts';

/** What the build writes; see `.config/build.js`. */
const FOLDER = packageFile('dist/explorer');

/** Everything comes from this service. A chart is saved as PNG through an image of its own, a blob. */
const POLICY =
  "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors";

/** Addresses for programs: whoever asks for them reads no page. */
const FOR_PROGRAMS = /^\/(?:api|explorer|docs)\//;

/** The address of the picture of a link, below the base. */
const PICTURE = 'preview.png';
const PLACE = z.strictObject({ of: z.string().optional() });

interface ServedExplorer {
  trade: TradeCode | undefined;
  /** Whose pages may read answers, and show the views below `/embed/`. */
  readers: Readers;
  /** What a link to a place or a group shows. Nothing if figures need a token. */
  preview: {
    of(id: string): Preview | null;
    /** As PNG; without an id, of all states. */
    picture(id: string | undefined): Uint8Array | null;
  } | null;
}

/** Returns the token for a code that works once; `null` if it was used. */
export type TradeCode = (code: string) => string | null;

/** Serves the explorer: one page at the addresses of all views, and its files. Data need a token, the page does not. */
export async function serveExplorer(
  app: FastifyInstance,
  { trade, readers, preview }: ServedExplorer,
): Promise<void> {
  if (trade) serveTokens(app, trade);
  for (const url of PAGE_PATHS) {
    const isFramed = url.startsWith('/embed/') && readers !== null && readers !== '*';
    app.get<{ Params: { id?: string } }>(url, { schema: { hide: true } }, (request, reply) =>
      sendPage(request, isFramed ? reply.removeHeader('x-frame-options') : reply, {
        framedBy: isFramed ? readers : "'none'",
        ...(preview && previewAt(request, preview)),
      }),
    );
  }
  if (preview)
    app.route<{ Querystring: z.output<typeof PLACE> }>({
      method: 'GET',
      url: `/${PICTURE}`,
      schema: { hide: true, querystring: PLACE },
      handler: (request, reply) => {
        const picture = preview.picture(request.query.of);
        if (picture === null) throw new Refusal(404, nothingAt(request));
        return reply.header('cache-control', 'no-cache').type('image/png').send(picture);
      },
    });
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

/** What a link to a view shows: of a place or a group its figures, else the name of the page. */
function previewAt(
  request: FastifyRequest<{ Params: { id?: string } }>,
  preview: NonNullable<ServedExplorer['preview']>,
): Partial<Preview> & { picture: string } {
  const { id } = request.params;
  const told = id === undefined ? null : preview.of(id);
  const of = told && id !== undefined ? `?${new URLSearchParams({ of: id })}` : '';
  // programs that show links take whole addresses only
  const picture = new URL(`${prefixOf(request) ?? ''}/${PICTURE}${of}`, addressOf(request)).href;
  return { ...told, picture };
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
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { framedBy = "'none'", ...shown }: { framedBy?: string; picture?: string } & Partial<Preview> = {},
): Promise<FastifyReply> {
  const built: BuiltPage = JSON.parse(await readFile(join(FOLDER, BUILT_PAGE), 'utf8'));
  const page = fillPage(built.template, {
    base: `${prefixOf(request) ?? ''}/`,
    ...shown,
    start: [
      `<link rel="icon" type="image/svg+xml" href="explorer/${built.icon}">`,
      `<link rel="stylesheet" href="explorer/${built.style}">`,
      `<script type="module" src="explorer/${built.script}"></script>`,
      ...built.preloads.map((name) => `<link rel="modulepreload" href="explorer/${name}">`),
    ],
    withoutScript: 'This page needs JavaScript. The same figures are at /docs and on the command line.',
  });
  return reply
    .headers({ 'content-security-policy': `${POLICY} ${framedBy}`, 'cache-control': 'no-cache' })
    .type('text/html; charset=utf-8')
    .send(page);
}
