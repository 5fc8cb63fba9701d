import * as z from 'zod';
import type { PageSizes } from '../records/description.ts';
import { choiceParameter, countParameter } from '../records/filters/parameters.ts';
import type { Window } from '../store/query/allocations.ts';
import { WHOLE_FORMATS } from './http/formats.ts';

export const USUAL_PAGES: PageSizes = { largest: 1000, usual: 25 };
/** For lists that most clients want whole. */
export const LARGE_PAGES: PageSizes = { largest: 1000, usual: 1000 };
const LARGEST_PAGE = 1_000_000_000;

/** The parameters of every list. */
export function pagingParameters({ largest, usual }: PageSizes = USUAL_PAGES) {
  return {
    limit: countParameter(
      { description: `Records on a page, at most ${largest}`, 'x-default': usual, 'x-example': 100 },
      largest,
    ),
    page: countParameter(
      {
        description: 'Number of the page, from 1. A page after the last one is empty',
        'x-default': 1,
        'x-example': 2,
      },
      LARGEST_PAGE,
    ),
    format: choiceParameter(
      'All records in one answer, without limit and page: as CSV, or as a line of JSON each. Default: pages in JSON',
      WHOLE_FORMATS,
    ),
  };
}

/** The parameters of a list that the service itself reads. */
export interface PagingQuery extends Partial<Record<keyof PageAsked, number | undefined>> {
  format?: string | undefined;
}

/** The page of a list that a request asks for. */
export interface PageAsked {
  page: number;
  limit: number;
}

/** The page that a query asks for; by default the first. */
export function pageAsked({ page = 1, limit }: PagingQuery, { usual } = USUAL_PAGES): PageAsked {
  return { page, limit: limit ?? usual };
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

/** The offset and length of a page. */
export function windowOf({ page, limit }: PageAsked): Window {
  return { offset: (page - 1) * limit, limit };
}

/**
 * Makes one page with its links. `url` is the absolute address of the request; the links keep its parameters as the
 * client wrote them. `more` are members that only this list has in `meta`.
 */
export function toPage<Item>(
  url: string,
  { page, limit }: PageAsked,
  data: readonly Item[],
  total: number,
  more: object = {},
) {
  const lastPage = Math.max(1, Math.ceil(total / limit));
  const from = (page - 1) * limit + 1;
  const isEmpty = data.length === 0;
  return {
    data,
    links: {
      first: linkTo(url, 1),
      last: linkTo(url, lastPage),
      prev: page > 1 ? linkTo(url, page - 1) : null,
      next: page < lastPage ? linkTo(url, page + 1) : null,
    },
    meta: {
      current_page: page,
      from: isEmpty ? null : from,
      last_page: lastPage,
      per_page: limit,
      to: isEmpty ? null : from + data.length - 1,
      total,
      ...more,
    },
  };
}

function linkTo(url: string, page: number): string {
  const [, path, query = ''] = /^([^?]*)\??(.*)$/.exec(url) ?? [];
  const kept = query.split('&').filter((pair) => pair !== '' && !new URLSearchParams(pair).has('page'));
  return `${path}?${[...kept, `page=${page}`].join('&')}`;
}
