import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DatasetReader } from '../../store/query/view.ts';
import { prefixOf, splitAddress } from '../http/addresses.ts';
import { EXAMPLE } from '../records/jurisdiction.ts';

/** The docs page may load its own files only. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'";

/** Leads back to the explorer. Swagger UI has dark colors, but does not choose them itself. */
const THEME = `const dark = matchMedia('(prefers-color-scheme: dark)');
const choose = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', choose);
choose();
document.body.style.background = 'none';
const home = document.createElement('a');
home.href = './';
home.textContent = '← Sales tax allocations';
home.style.cssText = 'display: inline-block; margin: 12px 20px; font: 16px sans-serif';
document.body.prepend(home);
`;

/** Runs on the page: sends the token that the explorer keeps. See `src/explorer/service/session.ts`. */
function sendToken<Asked>(request: Asked): Asked {
  const { location, sessionStorage, localStorage } = Object(globalThis);
  const { url, headers } = Object(request);
  const base = new URL('./', location.href);
  const key = `allocations-token ${base.pathname}`;
  const token = sessionStorage.getItem(key) ?? localStorage.getItem(key);
  const isOwn = new URL(url, base).href.startsWith(base.href);
  if (token !== null && isOwn) headers.Authorization ??= `Bearer ${token}`;
  return request;
}

/** Serves the description of all routes: `/openapi.json`, and `/docs` for people. */
export async function serveDescription(app: FastifyInstance, reader: DatasetReader): Promise<void> {
  app.route({
    method: 'GET',
    schema: { hide: true },
    url: '/openapi.json',
    handler: async (request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return documentOf(app, reader, request);
    },
  });
  await app.register(swaggerUi, {
    // the page names its files relative to its address, so it works under every prefix
    ...{ routePrefix: '/docs', indexPrefix: '.' },
    staticCSP: PAGE_POLICY,
    theme: { title: 'Sales tax allocations', js: [{ filename: 'theme.js', content: THEME }] },
    uiConfig: {
      ...{ layout: 'BaseLayout', deepLinking: true, tryItOutEnabled: true },
      requestInterceptor: sendToken,
    },
    transformSpecificationClone: false,
    transformSpecification: (_, request) => documentOf(app, reader, request),
    uiHooks: { onRequest: leaveOutSlash },
  });
}

async function leaveOutSlash({ originalUrl }: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return splitAddress(originalUrl)[0].endsWith('/docs/') ? reply.redirect('../docs') : undefined;
}

/** The OpenAPI document, with the id of a jurisdiction that the dataset has, so that the examples of the page work. */
function documentOf(app: FastifyInstance, reader: DatasetReader, request: FastifyRequest) {
  const document: { paths?: object } = app.swagger();
  const text = JSON.stringify(document.paths);
  const paths = JSON.parse(text.replaceAll(`"example":${EXAMPLE.id}`, `"example":${exampleId(reader)}`));
  return { ...document, servers: [{ url: prefixOf(request) || '/', description: 'This service' }], paths };
}

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
