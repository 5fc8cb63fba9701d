import type { Window } from '../domain/reading/window.ts';
import type { PageSizes } from './description.ts';

export const USUAL_PAGES: PageSizes = { largest: 1000, usual: 25 };

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

/** The offset and length of a page. */
export function windowOf({ page, limit }: PageAsked): Window {
  return { offset: (page - 1) * limit, limit };
}

/**
 * Makes one page with its links. `url` is the absolute address of the request; the links keep its parameters as the
 * client wrote them.
 */
export function toPage<Item>(url: string, { page, limit }: PageAsked, data: readonly Item[], total: number) {
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
    },
  };
}

function linkTo(url: string, page: number): string {
  const [, path, query = ''] = /^([^?]*)\??(.*)$/.exec(url) ?? [];
  const kept = query.split('&').filter((pair) => pair !== '' && !new URLSearchParams(pair).has('page'));
  return `${path}?${[...kept, `page=${page}`].join('&')}`;
}
