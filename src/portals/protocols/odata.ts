import { stringify } from 'lossless-json';
import type { OdataFeed } from '../feed.ts';
import { excerpt } from '../http/content.ts';
import { FetchFault } from '../http/fault.ts';
import { isHostOf } from '../http/redirect.ts';
import type { Dialect, Page, PageContent } from './page.ts';
import { readRecords, writeRecords } from './records.ts';
import { withQuery } from './socrata.ts';
import type { DownloadUnit } from './unit.ts';

/*
 * OData 4 (docs.oasis-open.org/odata: URL conventions 5.1, JSON format 4.5): $filter, $orderby, $top, $skip and
 * $count; a server that sends fewer records than were asked for adds @odata.nextLink.
 */

/** Servers refuse longer addresses, and every one is remembered. */
const LONGEST_LINK = 8000;

interface OdataPage extends PageContent {
  context: unknown;
  records: string[];
  nextLink: string | null;
  /** Records of the whole unit, where the server counts them. */
  total: number | null;
}

/** The records of an OData entity set. */
export function odata(feed: OdataFeed): Dialect<OdataPage> {
  return {
    accept: 'application/json',
    extension: 'json',
    firstPage: (unit) => pageUrl(feed, unit, 0),
    read: (text) => readPage(text, feed.month_field),
    nextPage: (unit, pages) => nextPage(feed, unit, pages),
    countRows: async (_, pages) => pages.find(({ total }) => total !== null)?.total ?? null,
    join: (pages) => {
      const context = pages[0]?.context;
      const head = context === undefined ? '' : `"@odata.context":${stringify(context)},`;
      return `{${head}"value":${writeRecords(pages.flatMap(({ records }) => records)).trimEnd()}}\n`;
    },
  };
}

function pageUrl({ url, page_size, order, count }: OdataFeed, { filter }: DownloadUnit, skip: number): URL {
  return withQuery(url, {
    $filter: filter,
    $orderby: order.length > 0 ? order.join(',') : null,
    $top: String(page_size),
    $skip: String(skip),
    $count: count ? 'true' : null,
  });
}

function readPage(text: string, monthField: string): OdataPage {
  const { isArray, rest, records, months } = readRecords(text, monthField);
  if (isArray) throw new FetchFault(`{"value": […]} was asked for, and "${excerpt(text)}" came`, 'none', 200);
  const nextLink = rest.get('@odata.nextLink');
  const total = rest.get('@odata.count');
  return {
    context: rest.get('@odata.context'),
    records,
    rows: records,
    months,
    nextLink: typeof nextLink === 'string' ? nextLink : null,
    total: total === undefined || !/^\d+$/.test(String(total)) ? null : Number(String(total)),
  };
}

function nextPage(feed: OdataFeed, unit: DownloadUnit, pages: readonly Page<OdataPage>[]): URL | null {
  const last = pages.at(-1);
  if (!last) return null;
  if (last.nextLink !== null) return linkedPage(feed, last.nextLink, pages);
  if (last.rows.length === 0) return null;
  const rows = pages.reduce((sum, page) => sum + page.rows.length, 0);
  const total = pages.find((page) => page.total !== null)?.total ?? null;
  // without a count only an empty page tells that there are no more: a server may send fewer than were asked for
  if (total !== null && rows >= total) return null;
  if (pages.length > 1 && last.rows[0] === pages.at(-2)?.rows[0])
    throw new FetchFault('the same records came for two pages; is $skip known to the portal?', 'none', 200);
  return pageUrl(feed, unit, rows);
}

/** Follows a link on the feed's own site, and by https on the hosts that the feed names. */
function linkedPage(feed: OdataFeed, link: string, pages: readonly Page[]): URL {
  const url = link.length > LONGEST_LINK ? null : URL.parse(link, pages.at(-1)?.url);
  if (!url)
    throw new FetchFault(
      `the next page is given as "${excerpt(link)}", which is not a usable address`,
      'none',
      200,
    );
  // servers behind a proxy that speaks TLS may write http into their links
  if (feed.url.protocol === 'https:' && url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  const isSecure = url.protocol === 'https:' || url.protocol === feed.url.protocol;
  if (!(isSecure && isHostOf(url, feed)) || url.username !== '' || url.password !== '')
    throw new FetchFault(
      `the link to the next page leads to another host, ${url.host}. If that is right, add it to "hosts" of the feed in the portal file`,
      'none',
      200,
    );
  if (pages.some((page) => page.url === url.href))
    throw new FetchFault('the next page is one that came already: the links go in a circle', 'none', 200);
  return url;
}
