import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { prefixOf, splitAddress } from '../http/addresses.ts';

/** The docs page may load its own files only. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'";

/** Leads back to the explorer. Swagger UI has dark colors, but does not choose them itself. */
const THEME = `const dark = matchMedia('(prefers-color-scheme: dark)');
document.documentElement.classList.toggle('dark-mode', dark.matches);
document.body.style.background = 'none';
const look = 'margin: 12px 20px; font: 16px sans-serif';
document.body.insertAdjacentHTML('afterbegin', \`<p style="\${look}"><a href="./">← Sales tax allocations</a></p>\`);
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

/** Serves the description of all routes for programs. */
export function serveDescription(app: FastifyInstance): void {
  app.route({
    method: 'GET',
    schema: { hide: true },
    url: '/openapi.json',
    handler: async (request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return documentOf(app, request);
    },
  });
}

/** Serves the page of documentation. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
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
    transformSpecification: (_, request) => documentOf(app, request),
    uiHooks: { onRequest: leaveOutSlash },
  });
}

async function leaveOutSlash({ originalUrl }: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return splitAddress(originalUrl)[0].endsWith('/docs/') ? reply.redirect('../docs') : undefined;
}

function documentOf(app: FastifyInstance, request: FastifyRequest) {
  return { ...app.swagger(), servers: [{ url: prefixOf(request) || '/', description: 'This service' }] };
}
