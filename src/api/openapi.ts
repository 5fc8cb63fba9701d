import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { TOKEN_SCHEME } from './contract.ts';
import { EXAMPLES_BY_STATUS } from './http/errors.ts';

/** Headers of the answers of data routes, by status. */
const TAGGED = ['ETag', 'Dataset-Version', 'Cache-Control', 'X-Request-Id'];
const LIMITED = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'];
const HEADERS_BY_STATUS: Readonly<Record<string, readonly string[]>> = {
  200: [...TAGGED, ...LIMITED],
  304: [...TAGGED, ...LIMITED],
  401: ['WWW-Authenticate', ...LIMITED],
  404: LIMITED,
  414: LIMITED,
  422: LIMITED,
  429: ['Retry-After', ...LIMITED],
  500: LIMITED,
};

interface Header {
  description: string;
  schema: { type: 'string' | 'integer' };
}

const HEADERS: Readonly<Record<string, Header>> = {
  ETag: text('Names this answer; send it back as If-None-Match to get 304 while it is current'),
  'Dataset-Version': text(
    'Another one after every run that changed anything; pages of one version fit together',
  ),
  'Cache-Control': text('private, no-cache: keep it, but ask whether it is current'),
  'X-Request-Id': text("Name of this request in the service's log"),
  'WWW-Authenticate': text('Bearer'),
  'Retry-After': whole('Seconds until requests are taken again'),
  'X-RateLimit-Limit': whole('Requests a minute that this token may make; with status 401, this address'),
  'X-RateLimit-Remaining': whole('Requests left'),
  'X-RateLimit-Reset': whole('Seconds until all are there again'),
};

function text(description: string): Header {
  return { description, schema: { type: 'string' } };
}

function whole(description: string): Header {
  return { description, schema: { type: 'integer' } };
}

/** Describes all routes registered after it; `app.swagger()` is the document. */
export async function describeRoutes(
  app: FastifyInstance,
  { version, hasTokens }: { version: string; hasTokens: boolean },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sales tax allocations',
        version,
        description:
          'Monthly sales tax allocations of cities, counties, transit authorities and special districts, with year-over-year deltas, twelve-month trends and year-to-date. Amounts are dollars, percentages percent, deltas fractions. Lists are sorted and paged; every record names its months as the first of the month.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: [
        { name: 'allocations', description: 'One record for each jurisdiction and month' },
        { name: 'jurisdictions', description: 'Who is paid, and under which id' },
        { name: 'revisions', description: 'Which figures changed after they were published' },
        { name: 'service', description: 'Whether the service is well' },
      ],
      components: {
        securitySchemes: {
          [TOKEN_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            description: 'allocations token create <name> makes one',
          },
        },
      },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      return { schema: describe(schema), url };
    },
    transformObject: (route) => describeAnswers(withoutInputs(jsonSchemaTransformObject(route)), hasTokens),
  });
}

type RouteSchema = ReturnType<typeof jsonSchemaTransform>['schema'];

/** Adds defaults and examples of parameters: zod leaves them out of what it says of a text that is transformed. */
function describe(schema: RouteSchema): RouteSchema {
  const renamed = JSON.stringify(schema)
    .replaceAll('"x-default":', '"default":')
    .replaceAll('"x-example":', '"example":');
  const described: RouteSchema = JSON.parse(renamed);
  return described;
}

/** Schemas are described as they come out and as they go in; nothing but parameters goes in. */
function withoutInputs<Document extends object>(document: Document): Document {
  const { components = {} }: { components?: { schemas?: object } } = document;
  const { schemas = {} } = components;
  const kept = Object.entries(schemas).filter(([name]) => !name.endsWith('Input'));
  return { ...document, components: { ...components, schemas: Object.fromEntries(kept) } };
}

/** The part of a document that gains headers. */
interface DescribedRoutes {
  paths?: Record<
    string,
    | {
        get?: {
          parameters?: Parameter[];
          security?: readonly unknown[];
          responses?: Record<string, object>;
        };
        head?: object;
      }
    | undefined
  >;
}

interface Parameter {
  in: string;
  schema: { example?: unknown; examples?: unknown[] };
}

/** Shows the example of a parameter without /docs filling it in: some parameters exclude each other. */
function showExample({ in: place, schema }: Parameter): void {
  if (place !== 'query') return;
  schema.examples = [schema.example];
  delete schema.example;
}

/** Says of every answer which headers it has, and of a service without tokens that it asks for none. */
function describeAnswers<Document extends object>(document: Document, hasTokens: boolean): Document {
  const { paths = {} }: DescribedRoutes = document;
  for (const path of Object.values(paths).filter((described) => described !== undefined)) {
    // what is said of GET is true of HEAD
    delete path.head;
    const { get } = path;
    get?.parameters?.forEach(showExample);
    for (const [status, response] of Object.entries(get?.responses ?? {})) {
      const example = EXAMPLES_BY_STATUS[status];
      const { content }: { content?: { 'application/json'?: object } } = response;
      if (example && content?.['application/json']) Object.assign(content['application/json'], { example });
    }
    if (!get?.security?.length) continue;
    for (const [status, response] of Object.entries(get.responses ?? {})) {
      const names = [...new Set(HEADERS_BY_STATUS[status])];
      if (names.length > 0)
        Object.assign(response, { headers: Object.fromEntries(names.map((name) => [name, HEADERS[name]])) });
    }
    if (hasTokens) continue;
    delete get.security;
    delete get.responses?.[401];
  }
  return document;
}
