import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DatasetReader } from '../../store/query/view.ts';
import { prefixOf } from '../http/addresses.ts';
import { openFixedAnswers } from '../http/fixed-answers.ts';
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

/** What the page for people may load: its own files alone. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'";

/** Finds the document from its own address, so that it works under every prefix. */
const START = `const description = new URL('../../openapi.json', document.currentScript.src).href;
window.onload = () => {
  SwaggerUIBundle({
    dom_id: '#swagger-ui',
    url: description,
    deepLinking: true,
    layout: 'BaseLayout',
    presets: [SwaggerUIBundle.presets.apis],
    validatorUrl: null,
    tryItOutEnabled: true,
  });
};
`;

/** The page for people; `files` is the address of its files. */
function page(files: string): string {
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
  <body>
    <div id="swagger-ui"></div>
    <script src="${files}/swagger-ui-bundle.js"></script>
    <script src="${files}/start.js"></script>
  </body>
</html>
`;
}

/** Serves the description of all routes: `/openapi.json`, and `/docs` for people. */
export function serveDescription(app: FastifyInstance, reader: DatasetReader): void {
  const answer = openFixedAnswers();
  const route = { ...READ, schema: { hide: true } };
  app.route({
    ...route,
    url: '/openapi.json',
    handler: (request, reply) => {
      const url = prefixOf(request) || '/';
      const id = exampleId(reader);
      return answer(request, reply, {
        name: `openapi ${id} ${url}`,
        type: 'application/json; charset=utf-8',
        read: () => Buffer.from(JSON.stringify(documentOf(app, url, id))),
      });
    },
  });
  app.route({
    ...route,
    url: '/docs',
    handler: (request, reply) => {
      const files = filesOf(request);
      reply.header('content-security-policy', PAGE_POLICY);
      return answer(request, reply, {
        name: `docs ${files}`,
        type: 'text/html; charset=utf-8',
        read: () => Buffer.from(page(files)),
      });
    },
  });
  app.route({
    ...route,
    url: '/docs/static/start.js',
    handler: (request, reply) =>
      answer(request, reply, { name: 'start.js', type: JAVASCRIPT, read: () => Buffer.from(START) }),
  });
  for (const [name, type] of Object.entries(FILES)) {
    const path = fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${name}`));
    const body = { name, type, read: () => readFile(path) };
    app.route({
      ...route,
      url: `/docs/static/${name}`,
      handler: (request, reply) => answer(request, reply, body),
    });
  }
}

function filesOf(request: FastifyRequest): string {
  return `${prefixOf(request) ?? ''}/docs/static`;
}

/** The OpenAPI document of a service at `url`, whose example of a jurisdiction in a path is `id`. */
function documentOf(app: FastifyInstance, url: string, id: number): object {
  const document: { paths?: object } = app.swagger();
  const text = JSON.stringify(document.paths);
  const paths: unknown = JSON.parse(text.replaceAll(`"example":${EXAMPLE.id}`, `"example":${id}`));
  return { ...document, servers: [{ url, description: 'This service' }], paths };
}

/** A jurisdiction that the dataset has, so that /docs can ask for it; the usual example if that is not known. */
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
