import * as z from 'zod';
import { MEDIA_TYPES } from './http/formats.ts';

/** The name of the token in the OpenAPI document. */
export const TOKEN_SCHEME = 'token';

/** The security of a data route. */
export const TOKEN_NEEDED = [{ [TOKEN_SCHEME]: [] }];

/** The security of a route that anybody may read. */
export const NO_TOKEN_NEEDED: [] = [];

/** How a route describes its answer. The document adds those of other statuses: see `openapi.ts`. */
export function answerOf(body: z.ZodType, description: string, type = MEDIA_TYPES.json) {
  return { 200: { description, content: { [type]: { schema: body } } } };
}

/** The answer of a list: pages in JSON, and all records in other formats. `header` is the first line of CSV. */
export function answerOfList(page: z.ZodType, description: string, header: string) {
  const ndjson = z.string().meta({ description: 'All records, one a line. X-Total-Count says how many' });
  const csv = ndjson.meta({ examples: [header] });
  const { content } = answerOf(page, description)[200];
  const formats = { [MEDIA_TYPES.csv]: { schema: csv }, [MEDIA_TYPES.ndjson]: { schema: ndjson } };
  return { 200: { description, content: { ...content, ...formats } } };
}
