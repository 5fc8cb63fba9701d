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

const address = z.url();

/** The schema of a list's answer. */
export function pageSchema<Item extends z.ZodType>(item: Item, id: string) {
  return z
    .object({
      data: z.array(item),
      links: z.object({
        first: address,
        last: address,
        prev: address.nullable().meta({ description: 'null on the first page' }),
        next: address.nullable().meta({ description: 'null on the last page' }),
      }),
      meta: z.object({
        current_page: z.int(),
        from: z
          .int()
          .nullable()
          .meta({ description: 'Number of the first record on this page. null on an empty page' }),
        last_page: z.int(),
        per_page: z.int(),
        to: z
          .int()
          .nullable()
          .meta({ description: 'Number of the last record on this page. null on an empty page' }),
        total: z.int().meta({ description: 'Records on all pages' }),
      }),
    })
    .meta({ id });
}
