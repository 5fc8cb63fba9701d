import * as z from 'zod';
import type { PageSizes } from '../records/description.ts';
import { oneOf, parameter, wholeNumber } from '../records/filters/parameters.ts';
import { choiceReader, countReader } from '../records/filters/readers.ts';
import { USUAL_PAGES } from '../records/page.ts';
import { WHOLE_FORMATS } from './http/formats.ts';

const LARGEST_PAGE = 1_000_000_000;

/** The parameters of every list. */
export function pagingParameters({ largest, usual }: PageSizes = USUAL_PAGES) {
  return {
    limit: parameter(
      {
        ...wholeNumber(largest),
        description: `Records on a page, at most ${largest}`,
        'x-default': usual,
        'x-example': 100,
      },
      countReader(largest),
    ),
    page: parameter(
      {
        ...wholeNumber(LARGEST_PAGE),
        description: 'Number of the page, from 1. A page after the last one is empty',
        'x-default': 1,
        'x-example': 2,
      },
      countReader(LARGEST_PAGE),
    ),
    format: parameter(
      oneOf(
        'All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON',
        WHOLE_FORMATS,
      ),
      choiceReader(WHOLE_FORMATS),
    ),
  };
}

const address = z.url();

/** The schema of a list's answer. `more` are members that only this list has in `meta`. */
export function pageSchema<Item extends z.ZodType>(item: Item, id: string, more: z.ZodRawShape = {}) {
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
        ...more,
      }),
    })
    .meta({ id });
}
