import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { TOKEN_SCHEME } from './contract.ts';
import { RouteQuery } from './http/checked-parameters.ts';
import type { ErrorBody } from './http/errors.ts';
import { MEDIA_TYPES } from './http/formats.ts';

/** Headers of the answers of data routes. */
const TAGGED = ['ETag', 'Dataset-Version', 'Cache-Control', 'X-Request-Id'];
const LIMITED = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'];

/** An answer besides that of 200. */
interface OtherAnswer {
  status: number;
  description: string;
  /** Which routes have it. Default: all. */
  isOf?(path: string, needsToken: boolean): boolean;
  /** The message of the example, and its errors. Default: the answer has no body. */
  message?: string;
  errors?: ErrorBody['errors'];
  /** Headers that only this answer of a data route has. */
  headers?: readonly string[];
}

const ofData = (_: string, needsToken: boolean) => needsToken;
const LIMIT_FAULT = 'must be a whole number from 1 to 1000, not "5000".';
const TOO_MANY = 'Too many requests: the limit is 600 a minute. Retry in 20 s.';

const OTHER_ANSWERS: readonly OtherAnswer[] = [
  {
    ...{ status: 304, isOf: ofData, headers: TAGGED },
    description: 'The answer that the client has is current. No body',
  },
  {
    ...{ status: 401, isOf: ofData, headers: ['WWW-Authenticate'] },
    description: 'The token is missing, unknown, expired or revoked',
    message: 'A valid access token is missing. Send it in the header Authorization: Bearer <token>.',
  },
  {
    ...{ status: 404, isOf: (path) => path.includes('{id}') },
    description: 'The jurisdiction does not exist',
    message: 'No jurisdiction has the id 1. Find ids by name with /api/jurisdictions?q=<name>.',
  },
  {
    ...{ status: 414, description: 'The address is too long' },
    message:
      'The address has 40000 characters, but the limit is 16384. Shorten it, or send several requests.',
  },
  {
    ...{ status: 422, isOf: ofData, errors: { limit: [LIMIT_FAULT] } },
    description: 'A parameter is unknown or wrong. errors names it and says what is wrong',
    message: `limit: ${LIMIT_FAULT}`,
  },
  {
    ...{ status: 429, isOf: (_, needsToken) => !needsToken, message: TOO_MANY },
    description: 'Too many requests from this address. Retry-After says when to retry',
  },
  {
    ...{ status: 429, isOf: ofData, message: TOO_MANY, headers: ['Retry-After'] },
    description:
      'Too many requests or whole lists with this token, or from this address without a valid token. Retry-After says when to retry',
  },
  {
    ...{ status: 500, description: 'The service failed' },
    message: 'The service failed. If it fails again, report the request id to the operator.',
  },
  {
    ...{ status: 503, isOf: (path) => path === '/readyz' },
    description: 'The service cannot read its dataset',
    message: 'The service cannot read its dataset. See the log of the service.',
  },
];
const REQUEST_ID = '2c3b1f0e-9d53-4f5c-8a51-0d6f6f0a7b11';

const HEADERS: Readonly<Record<string, string>> = {
  ETag: 'Identifies this answer. Send it as If-None-Match to get 304 while the answer is current',
  'Dataset-Version': 'Changes with every run that changes the dataset. Pages of one version belong together',
  'Cache-Control':
    'private, no-cache: the client may store the answer, but must check before use that it is current',
  'X-Request-Id': 'Id of this request in the log of the service',
  'WWW-Authenticate': 'Bearer',
  'Retry-After': 'Seconds until the next request is accepted',
  'X-RateLimit-Limit': 'Requests a minute for this token. With status 401, for this address',
  'X-RateLimit-Remaining': 'Requests left in this minute',
  'X-RateLimit-Reset': 'Seconds until the count starts again',
};

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
        url: url.startsWith(`${app.basePath}/`) ? url.slice(app.basePath.length) : url,
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
  paths?: Record<string, { get?: DescribedRoute; head?: object } | undefined>;
}

interface DescribedRoute {
  parameters?: Parameter[];
  security?: readonly unknown[];
  responses?: Record<string, object>;
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

/** Adds all answers that routes do not describe themselves, and removes the security if the service needs no token. */
function describeAnswers<Document extends object>(document: Document, hasTokens: boolean): Document {
  const { paths = {} }: DescribedRoutes = document;
  for (const [path, described] of Object.entries(paths)) {
    // HEAD answers as GET does
    delete described?.head;
    const { get } = described ?? {};
    if (!get) continue;
    get.parameters?.forEach(showExample);
    const needsToken = Number(get.security?.length) > 0;
    const ok = { ...get.responses?.[200], ...(needsToken && headersNamed(TAGGED)) };
    get.responses = { 200: ok, ...otherAnswers(path, needsToken) };
    if (!needsToken || hasTokens) continue;
    delete get.security;
    delete get.responses[401];
  }
  return document;
}

function otherAnswers(path: string, needsToken: boolean): Record<string, object> {
  const answers = OTHER_ANSWERS.filter(({ isOf }) => isOf?.(path, needsToken) ?? true);
  const described = answers.map(({ status, description, message, errors = {}, headers = [] }) => {
    const example = { message, errors, ...(status >= 500 && { request_id: REQUEST_ID }) };
    const body = message !== undefined && bodyOf({ example });
    return [status, { description, ...body, ...(needsToken && headersNamed(headers)) }];
  });
  const rest = { description: 'All other errors: 400, 405', ...bodyOf({}) };
  return { ...Object.fromEntries(described), default: rest };
}

function bodyOf(example: object) {
  return { content: { [MEDIA_TYPES.json]: { schema: { $ref: '#/components/schemas/Error' }, ...example } } };
}

/** These headers, and those of every answer of a data route. */
function headersNamed(names: readonly string[]) {
  const described = [...names, ...LIMITED].map((name) => {
    const type = /^(?:Retry-After|X-RateLimit-.*)$/.test(name) ? 'integer' : 'string';
    return [name, { description: HEADERS[name], schema: { type } }];
  });
  return { headers: Object.fromEntries(described) };
}
