import * as z from 'zod';
import { errorBody } from './http/errors.ts';
import { MEDIA_TYPES } from './http/formats.ts';

/** The name of the token in the OpenAPI document. */
export const TOKEN_SCHEME = 'token';

/** The security of a data route. */
export const TOKEN_NEEDED = [{ [TOKEN_SCHEME]: [] }];

/** The security of a route that anybody may read. */
export const NO_TOKEN_NEEDED: [] = [];

function described(description: string, schema: z.ZodType) {
  return { description, content: { [MEDIA_TYPES.json]: { schema } } };
}

const TOO_LONG = described('The address is too long', errorBody);
const ANYTHING_ELSE = described('All other errors: 400, 405, 408, 431', errorBody);

/** The answers of a data route, by status. */
export function dataResponses(body: z.ZodType, description: string) {
  return {
    200: described(description, body),
    304: z.null().meta({ description: 'The answer that the client has is current. No body' }),
    401: described('The token is missing, unknown, expired or revoked', errorBody),
    414: TOO_LONG,
    422: described('A parameter is unknown or wrong. errors names it and says what is wrong', errorBody),
    429: described(
      'Too many requests or whole lists with this token, or from this address without a valid token. Or their answers took more than 20 seconds to compute in a minute. Retry-After says when to retry',
      errorBody,
    ),
    500: described('The service failed', errorBody),
    default: ANYTHING_ELSE,
  };
}

/** As `dataResponses`, for an address that may not exist. */
export function itemResponses(body: z.ZodType, description: string) {
  return {
    ...dataResponses(body, description),
    404: described('The jurisdiction does not exist', errorBody),
  };
}

/** As `itemResponses`, for an address that answers with a page of HTML. */
export function pageResponses(description: string) {
  const html = z.string().meta({ description: 'A whole document' });
  return {
    ...itemResponses(html, description),
    200: { description, content: { 'text/html': { schema: html } } },
  };
}

/** The answers of a route that needs no token. */
export function openResponses(body: z.ZodType, description: string) {
  return {
    200: described(description, body),
    414: TOO_LONG,
    429: described('Too many requests from this address. Retry-After says when to retry', errorBody),
    500: described('The service failed', errorBody),
    default: ANYTHING_ELSE,
  };
}

/** The answers of a list: pages in JSON, and all records in other formats. */
export function listResponses({
  page,
  pageText,
  header,
  isOfItem,
}: {
  page: z.ZodType;
  pageText: string;
  /** The first line of CSV. */
  header: string;
  /** Whether the address may not exist. */
  isOfItem: boolean;
}) {
  const responses = isOfItem ? itemResponses(page, pageText) : dataResponses(page, pageText);
  const description = 'All records, one a line. X-Total-Count says how many';
  const csv = z.string().meta({ description, examples: [header] });
  const ndjson = z.string().meta({ description });
  const formats = { [MEDIA_TYPES.csv]: { schema: csv }, [MEDIA_TYPES.ndjson]: { schema: ndjson } };
  return { ...responses, 200: { ...responses[200], content: { ...responses[200].content, ...formats } } };
}

/** As `openResponses`, for a route that answers 503 while the dataset cannot be read. */
export function readinessResponses(body: z.ZodType, description: string) {
  return {
    ...openResponses(body, description),
    503: described('The service cannot read its dataset', errorBody),
  };
}
