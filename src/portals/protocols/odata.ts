import { stringify } from 'lossless-json';
import type { OdataFeed } from '../feed.ts';
import { contentFault, excerpt } from '../http/fault.ts';
import { joinRecords, type Page, type PageContent, type Protocol, readRecords, withQuery } from './pages.ts';
import type { DownloadUnit } from './unit.ts';

/*
 * OData 4 (docs.oasis-open.org/odata: URL conventions 5.1, JSON format 4.5): $filter, $orderby, $top, $skip and
 * $count. A server that sends fewer records than $top adds @odata.nextLink.
 */

/** Servers refuse longer addresses, and the download history stores every one. */
const LONGEST_LINK = 8000;

/** The records of an OData entity set. */
export function odata(feed: OdataFeed): Protocol {
  return {
    accept: 'application/json',
    extension: 'json',
    firstPage: (unit) => pageUrl(feed, unit, 0),
    nextPage: (unit, pages) => nextPage(feed, unit, pages),
    countUrl: () => null,
    read: (text) => readPage(text, feed.month_field),
    join: (pages) => `{${pages[0]?.head ?? ''}"value":${joinRecords(pages)}}\n`,
  };
}

function pageUrl({ url, page_size, order, count }: OdataFeed, { filter }: DownloadUnit, skip: number): URL {
  return withQuery(url.href, {
    $filter: filter,
    $orderby: order.length > 0 ? order.join(',') : null,
    $top: String(page_size),
    $skip: String(skip),
    $count: count ? 'true' : null,
  });
}

function readPage(text: string, monthField: string): PageContent {
  const { rest, ...content } = readRecords(text, monthField, true);
  const context = rest.get('@odata.context');
  const nextLink = rest.get('@odata.nextLink');
  const total = String(rest.get('@odata.count'));
  return {
    ...content,
    head: context === undefined ? '' : `"@odata.context":${stringify(context)},`,
    nextLink: typeof nextLink === 'string' ? nextLink : null,
    total: /^\d+$/.test(total) ? Number(total) : null,
  };
}

function nextPage(feed: OdataFeed, unit: DownloadUnit, pages: readonly Page[]): URL | null {
  const last = pages.at(-1);
  if (!last) return null;
  if (last.nextLink) return linkedPage(feed, last.nextLink, pages);
  const rows = pages.reduce((sum, page) => sum + page.rows.length, 0);
  const total = pages.find((page) => page.total != null)?.total ?? null;
  // a short page need not be the last one: without a count, only an empty page ends the download
  if (last.rows.length === 0 || (total !== null && rows >= total)) return null;
  if (pages.length > 1 && last.rows[0] === pages.at(-2)?.rows[0])
    throw contentFault(
      'The portal sent the same records for two pages. Check whether it supports $skip, or raise page_size of the feed',
    );
  return pageUrl(feed, unit, rows);
}

/** Follows a link. The client refuses links to other hosts. */
function linkedPage(feed: OdataFeed, link: string, pages: readonly Page[]): URL {
  const url = link.length > LONGEST_LINK ? null : URL.parse(link, pages.at(-1)?.url);
  if (!url || !/^https?:$/.test(url.protocol))
    throw contentFault(
      `The portal gives "${excerpt(link)}" as the address of the next page, which is not valid. Try again later`,
    );
  // a server behind a TLS proxy may write http into its links
  if (feed.url.protocol === 'https:' && url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  if (pages.some((page) => page.url === url.href))
    throw contentFault('The link to the next page leads back to an earlier page. Try again later');
  return url;
}
