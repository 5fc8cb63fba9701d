import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import {
  BUILT_PAGE,
  type BuiltPage,
  fillPage,
  PAGE_PATHS,
  PAGE_VIEWS,
  type PagePath,
} from '../../domain/explorer-page.ts';
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
/** The most selections of a comparison. */
const MOST_PRELOADED = 8;
const PLACE = z.strictObject({ of: z.string().optional() });

interface ServedExplorer {
  trade: TradeCode | undefined;
  /** Whose pages may read answers, and show the views below `/embed/`. */
  readers: Readers;
  /** What everybody may read. `null` if figures need a token. */
  open: {
    /** What a link to a place or a group shows. */
    preview(id: string): Preview | null;
    /** As PNG; without an id, of all states. */
    picture(id: string | undefined): Uint8Array | null;
    /** The names of the documents that a view needs at first. `hasYear`: it shows the estimate of a year too. */
    documents(id: string, hasYear: boolean): readonly string[];
  } | null;
}

/** Returns the token for a code that works once; `null` if it was used. */
export type TradeCode = (code: string) => string | null;

/** Serves the explorer: one page at the addresses of all views, and its files. Data need a token, the page does not. */
export async function serveExplorer(
  app: FastifyInstance,
  { trade, readers, open }: ServedExplorer,
): Promise<void> {
  if (trade) serveTokens(app, trade);
  for (const url of PAGE_PATHS) {
    const isFramed = url.startsWith('/embed/') && readers !== null && readers !== '*';
    app.get<AskedView>(url, { schema: { hide: true } }, (request, reply) =>
      sendPage(request, isFramed ? reply.removeHeader('x-frame-options') : reply, {
        url,
        framedBy: isFramed ? readers : "'none'",
        ...(open && previewAt(request, open)),
        documents: open ? documentsAt(request, open) : [],
      }),
    );
  }
  if (open)
    app.route<{ Querystring: z.output<typeof PLACE> }>({
      method: 'GET',
      url: `/${PICTURE}`,
      schema: { hide: true, querystring: PLACE },
      handler: (request, reply) => {
        const picture = open.picture(request.query.of);
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

interface AskedView {
  Params: { id?: string; state?: string };
  Querystring: Partial<Record<'ids' | 'field' | 'basis' | 'fiscal_year_start', unknown>>;
}

/** What loads beside the scripts of a view: they ask for it when they start. */
function documentsAt(
  { params: { id, state }, query }: FastifyRequest<AskedView>,
  open: NonNullable<ServedExplorer['open']>,
): string[] {
  // a list of another figure than the payment needs other documents
  const named = id ?? (query.field === undefined ? (state ?? query.ids) : undefined);
  const hasYear = id !== undefined && query.basis === undefined && query.fiscal_year_start === undefined;
  const all = String(named ?? '').split(',', MOST_PRELOADED);
  const names = new Set(all.flatMap((one) => open.documents(one, hasYear)));
  return ['api/overview', ...Array.from(names, (name) => `api/documents/${name}`)];
}

/** What a link to a view shows: of a place or a group its figures, else the name of the page. */
function previewAt(
  request: FastifyRequest<AskedView>,
  open: NonNullable<ServedExplorer['open']>,
): Partial<Preview> & { picture: string } {
  const { id } = request.params;
  const told = id === undefined ? null : open.preview(id);
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

interface SentPage extends Partial<Preview> {
  /** The path of its view. */
  url?: PagePath;
  framedBy?: string;
  picture?: string;
  documents?: readonly string[];
}

/** The page finds its files and the service by the base address in it. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { url, framedBy = "'none'", documents = [], ...shown }: SentPage = {},
): Promise<FastifyReply> {
  const built: BuiltPage = JSON.parse(await readFile(join(FOLDER, BUILT_PAGE), 'utf8'));
  const view = built.views[(url && PAGE_VIEWS[url]) ?? ''];
  const scripts = view === undefined ? built.preloads : [...built.preloads, view];
  const page = fillPage(built.template, {
    base: `${prefixOf(request) ?? ''}/`,
    ...shown,
    start: [
      `<link rel="icon" type="image/svg+xml" href="explorer/${built.icon}">`,
      `<link rel="stylesheet" href="explorer/${built.style}">`,
      `<script type="module" src="explorer/${built.script}"></script>`,
      ...scripts.map((name) => `<link rel="modulepreload" href="explorer/${name}">`),
      ...documents.map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`),
    ],
    withoutScript: 'This page needs JavaScript. The same figures are at /docs and on the command line.',
  });
  return reply
    .headers({ 'content-security-policy': `${POLICY} ${framedBy}`, 'cache-control': 'no-cache' })
    .type('text/html; charset=utf-8')
    .send(page);
}
