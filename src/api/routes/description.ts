import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DatasetReader } from '../../store/query/view.ts';
import { prefixOf } from '../http/addresses.ts';
import type { FinishedAnswers, FixedBody } from '../http/finished-answers.ts';
import { READ } from '../http/methods.ts';
import { EXAMPLE } from '../records/jurisdiction.ts';

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const PNG = 'image/png';

/** The files of Swagger UI that the page needs, with their types. */
const FILES: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': JAVASCRIPT,
  'swagger-ui.css': CSS,
  'index.css': CSS,
  'favicon-16x16.png': PNG,
  'favicon-32x32.png': PNG,
};

/** The docs page may load its own files only. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'";

/**
 * The script finds the document relative to its own address, so it works under every prefix. Requests have the token that
 * the explorer keeps: see `src/explorer/service/session.ts`.
 */
const START = `// Swagger UI has dark colors, but does not choose them itself
const dark = matchMedia('(prefers-color-scheme: dark)');
const choose = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', choose);
choose();
const description = new URL('../../openapi.json', document.currentScript.src);
const base = new URL('.', description);
const key = 'allocations-token ' + base.pathname;
const token = sessionStorage.getItem(key) ?? localStorage.getItem(key);
window.onload = () => {
  SwaggerUIBundle({
    dom_id: '#swagger-ui',
    url: description.href,
    requestInterceptor: (request) => {
      const isOwn = new URL(request.url, base).href.startsWith(base.href);
      if (token !== null && isOwn) request.headers.Authorization ??= 'Bearer ' + token;
      return request;
    },
    deepLinking: true,
    layout: 'BaseLayout',
    presets: [SwaggerUIBundle.presets.apis],
    validatorUrl: null,
    tryItOutEnabled: true,
  });
};
`;

/** The docs page; `files` is the address of its files, `home` that of the explorer. */
function page(files: string, home: string): string {
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Sales tax allocations</title>
    <link rel="stylesheet" href="${files}/swagger-ui.css">
    <link rel="stylesheet" href="${files}/index.css">
    <link rel="icon" type="image/png" href="${files}/favicon-32x32.png" sizes="32x32">
    <link rel="icon" type="image/png" href="${files}/favicon-16x16.png" sizes="16x16">
  </head>
  <body style="background: none">
    <p style="margin: 12px 20px; font: 16px sans-serif"><a href="${home}">← Sales tax allocations</a></p>
    <div id="swagger-ui"></div>
    <script src="${files}/swagger-ui-bundle.js"></script>
    <script src="${files}/start.js"></script>
  </body>
</html>
`;
}

/** Serves the description of all routes: `/openapi.json`, and `/docs` for people. */
export function serveDescription(
  app: FastifyInstance,
  reader: DatasetReader,
  finished: FinishedAnswers,
): void {
  const serve = (url: string, bodyOf: (request: FastifyRequest) => FixedBody, headers = {}) =>
    app.route({
      ...READ,
      schema: { hide: true },
      url,
      handler: (request, reply) => finished.sendFixed(request, reply.headers(headers), bodyOf(request)),
    });
  serve('/openapi.json', (request) => documentBody(app, reader, request));
  serve('/docs', pageBody, { 'content-security-policy': PAGE_POLICY });
  const start = { name: 'start.js', type: JAVASCRIPT, read: () => Buffer.from(START) };
  serve('/docs/static/start.js', () => start);
  for (const [name, type] of Object.entries(FILES)) {
    const path = fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${name}`));
    const body = { name, type, read: () => readFile(path) };
    serve(`/docs/static/${name}`, () => body);
  }
}

function documentBody(app: FastifyInstance, reader: DatasetReader, request: FastifyRequest): FixedBody {
  const url = prefixOf(request) || '/';
  const id = exampleId(reader);
  return {
    name: `openapi ${id} ${url}`,
    type: 'application/json; charset=utf-8',
    read: () => Buffer.from(JSON.stringify(documentOf(app, url, id))),
  };
}

function pageBody(request: FastifyRequest): FixedBody {
  const home = `${prefixOf(request) ?? ''}/`;
  const files = `${home}docs/static`;
  return {
    name: `docs ${files}`,
    type: 'text/html; charset=utf-8',
    read: () => Buffer.from(page(files, home)),
  };
}

/** The OpenAPI document of a service at `url`, with `id` as the example of a jurisdiction in a path. */
function documentOf(app: FastifyInstance, url: string, id: number): object {
  const document: { paths?: object } = app.swagger();
  const text = JSON.stringify(document.paths);
  const paths: unknown = JSON.parse(text.replaceAll(`"example":${EXAMPLE.id}`, `"example":${id}`));
  return { ...document, servers: [{ url, description: 'This service' }], paths };
}

/** The id of a jurisdiction that the dataset has, so that the example of /docs works; otherwise the usual example. */
function exampleId(reader: DatasetReader): number {
  try {
    return reader.read(({ jurisdictions }) => {
      const [first = EXAMPLE.id] = jurisdictions.keys();
      return jurisdictions.has(EXAMPLE.id) ? EXAMPLE.id : first;
    });
  } catch {
    return EXAMPLE.id;
  }
}
