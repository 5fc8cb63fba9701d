import * as z from 'zod';
import { errorBody } from './http/errors.ts';

/** The name of the token in the OpenAPI document. */
export const TOKEN_SCHEME = 'token';

/** What a data route asks for. */
export const TOKEN_NEEDED = [{ [TOKEN_SCHEME]: [] }];

/** What a route asks for that anybody may read. */
export const NO_TOKEN_NEEDED: [] = [];

const JSON_TYPE = 'application/json';

function described(description: string, schema: z.ZodType) {
  return { description, content: { [JSON_TYPE]: { schema } } };
}

const TOO_LONG = described('The address is too long', errorBody);
const ANYTHING_ELSE = described('Anything else that is no answer: 400, 405, 408, 431', errorBody);

/** The answers of a data route, by status. */
export function dataResponses(body: z.ZodType, description: string) {
  return {
    200: described(description, body),
    304: z.null().meta({ description: 'What the client has is current; no body' }),
    401: described('No token, or one that is unknown, expired or revoked', errorBody),
    414: TOO_LONG,
    422: described('A parameter is unknown or wrong; errors says which and why', errorBody),
    429: described(
      'Too many requests with this token, or from this address without a valid one; Retry-After says when to retry',
      errorBody,
    ),
    500: described('The service failed', errorBody),
    default: ANYTHING_ELSE,
  };
}

/** As `dataResponses`, for one thing that may not be there. */
export function itemResponses(body: z.ZodType, description: string) {
  return { ...dataResponses(body, description), 404: described('There is no such thing', errorBody) };
}

/** The answers of a route that asks for no token. */
export function openResponses(body: z.ZodType, description: string) {
  return {
    200: described(description, body),
    414: TOO_LONG,
    429: described('Too many requests from this address; Retry-After says when to retry', errorBody),
    500: described('The service failed', errorBody),
    default: ANYTHING_ELSE,
  };
}

/** As `openResponses`, for a route that answers 503 while the dataset cannot be read. */
export function readinessResponses(body: z.ZodType, description: string) {
  return {
    ...openResponses(body, description),
    503: described('The dataset cannot be read', errorBody),
  };
}
