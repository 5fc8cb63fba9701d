import * as z from 'zod';

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
