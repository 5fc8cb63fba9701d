import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { TOKEN_SCHEME } from './contract.ts';
import { RouteQuery } from './http/checked-parameters.ts';
import type { ErrorBody } from './http/errors.ts';

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

const EXAMPLES_BY_STATUS: Readonly<Record<string, ErrorBody>> = {
  401: {
    message: 'A valid access token is missing. Send it in the header Authorization: Bearer <token>.',
    errors: {},
  },
  404: {
    message: 'No jurisdiction has the id 1. Find ids by name with /api/jurisdictions?q=<name>.',
    errors: {},
  },
  414: {
    message:
      'The address has 40000 characters, but the limit is 32768. Shorten it, or send several requests.',
    errors: {},
  },
  422: {
    message: 'limit: must be a whole number from 1 to 1000, not "5000".',
    errors: { limit: ['must be a whole number from 1 to 1000, not "5000".'] },
  },
  429: { message: 'Too many requests: the limit is 600 a minute. Retry in 20 s.', errors: {} },
  500: {
    message: 'The service failed. If it fails again, report the request id to the operator.',
    errors: {},
    request_id: '2c3b1f0e-9d53-4f5c-8a51-0d6f6f0a7b11',
  },
  503: {
    message: 'The service cannot read its dataset. See the log of the service.',
    errors: {},
    request_id: '2c3b1f0e-9d53-4f5c-8a51-0d6f6f0a7b11',
  },
};

interface Header {
  description: string;
  schema: { type: 'string' | 'integer' };
}

const HEADERS: Readonly<Record<string, Header>> = {
  ETag: text('Identifies this answer. Send it as If-None-Match to get 304 while the answer is current'),
  'Dataset-Version': text(
    'Changes with every run that changes the dataset. Pages of one version belong together',
  ),
  'Cache-Control': text(
    'private, no-cache: the client may store the answer, but must check before use that it is current',
  ),
  'X-Request-Id': text('Id of this request in the log of the service'),
  'WWW-Authenticate': text('Bearer'),
  'Retry-After': whole('Seconds until the next request is accepted'),
  'X-RateLimit-Limit': whole('Requests a minute for this token. With status 401, for this address'),
  'X-RateLimit-Remaining': whole('Requests left in this minute'),
  'X-RateLimit-Reset': whole('Seconds until the count starts again'),
};

function text(description: string): Header {
  return { description, schema: { type: 'string' } };
}

function whole(description: string): Header {
  return { description, schema: { type: 'integer' } };
}

/** Describes all routes that are registered later; `app.swagger()` returns the document. */
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
          'Monthly sales tax allocations of cities, counties, transit authorities and special districts, with year-over-year deltas, twelve-month trends and year-to-date sums. Amounts are in dollars, percentages in percent, deltas are fractions. Lists are sorted and paged. Months are written as the first day of the month.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: [
        { name: 'allocations', description: 'One record for each jurisdiction and month' },
        { name: 'jurisdictions', description: 'The local taxing authorities and their ids' },
        { name: 'analysis', description: 'Sums and changes that analysts compute, and comparisons' },
        { name: 'revisions', description: 'Figures that changed after they were published' },
        { name: 'dataset', description: 'What is loaded, what is missing, and what the checks found' },
        { name: 'service', description: 'Health checks' },
      ],
      components: {
        securitySchemes: {
          [TOKEN_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            description: 'Create a token with: allocations token create <name>',
          },
        },
      },
    },
    transform: ({ schema: { querystring, ...others }, ...route }) => {
      const { schema, url } = jsonSchemaTransform({ ...route, schema: others });
      return {
        schema: querystring instanceof RouteQuery ? { ...schema, querystring: querystring.schema } : schema,
        url,
      };
    },
    transformObject: (route) => describeAnswers(withoutInputs(jsonSchemaTransformObject(route)), hasTokens),
  });
}

/** Removes the input form of schemas: only parameters go in. */
function withoutInputs<Document extends object>(document: Document): Document {
  const { components = {} }: { components?: { schemas?: object } } = document;
  const { schemas = {} } = components;
  const kept = Object.entries(schemas).filter(([name]) => !name.endsWith('Input'));
  return { ...document, components: { ...components, schemas: Object.fromEntries(kept) } };
}

/** The part of a document that this file completes. */
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

/** Keeps /docs from filling in the example of a parameter: some parameters exclude each other. */
function showExample({ in: place, schema }: Parameter): void {
  if (place !== 'query') return;
  schema.examples = [schema.example];
  delete schema.example;
}

/** Adds the headers of every answer, and removes the security if the service needs no token. */
function describeAnswers<Document extends object>(document: Document, hasTokens: boolean): Document {
  const { paths = {} }: DescribedRoutes = document;
  for (const path of Object.values(paths).filter((described) => described !== undefined)) {
    // HEAD answers as GET does
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
