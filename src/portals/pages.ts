import { parse, stringify } from 'lossless-json';
import Papa from 'papaparse';
import { isMarkup } from '../domain/text/bytes.ts';
import { isRecord, parseJson } from '../domain/text/json.ts';
import type { PortalClient, Reply, Validators } from './client.ts';
import { excerpt, FetchFault } from './fault.ts';
import { countUrl, type FeedYear, pageUrl } from './feed-year.ts';

/** All rows of a year as one file. */
export interface Download extends Validators {
  text: string;
  rows: number;
}

/** Rows of one answer, with what makes a file of several. */
interface Page {
  head: string;
  body: string;
  rows: number;
  /** The number of all rows, and the address of the next page, if the page says that. */
  count: number | null;
  link: string | null;
}

/** Downloads a year page by page. Returns `null` if the known version is the current one. Throws a `FetchFault`. */
export async function downloadYear(
  feedYear: FeedYear,
  known: Validators | null,
  client: PortalClient,
): Promise<Download | null> {
  const isSocrata = feedYear.feed.protocol === 'socrata';
  // counted before the pages: a row that comes between two pages then makes one too many
  let count = isSocrata ? readCount(textOf(await client.ask(countUrl(feedYear), null))) : null;
  const pages: Page[] = [];
  let version: Validators = { etag: null, last_modified: null };
  let rows = 0;
  for (let url: URL | null = feedYear.url; url; ) {
    const answer: Reply | null = await client.ask(url, pages.length === 0 ? known : null);
    if (answer === null) return null;
    const page = isSocrata ? readCsv(textOf(answer)) : readRecords(textOf(answer));
    // the version of one page says nothing about the others
    version = pages.length === 0 ? answer : { etag: null, last_modified: null };
    pages.push(page);
    rows += page.rows;
    count ??= page.count;
    if (page.head !== pages[0]?.head || (page.count !== null && page.count !== count))
      throw new FetchFault('The dataset changed during the download. Try again later', 200);
    url = nextPage(feedYear, url, page, rows, count);
  }
  if (rows !== count)
    throw new FetchFault(
      `The portal sent ${rows} of ${count ?? 'an unknown number of'} rows. The answer is incomplete, or the data changed during the download. Try again later`,
      200,
    );
  const bodies = pages.map(({ body }) => body).filter((body) => body !== '');
  const text = isSocrata ? `${pages[0]?.head}${bodies.join('')}` : `{"value":[\n${bodies.join(',\n')}\n]}\n`;
  return { text, rows, etag: version.etag, last_modified: version.last_modified };
}

/** The address of the next page; `null` after the last one, or if the number of rows can never fit. */
function nextPage({ feed, filter }: FeedYear, url: URL, page: Page, rows: number, count: number | null) {
  if (page.rows === 0 || count === null || rows > count) return null;
  // a server behind a TLS proxy may write http into its links; the client refuses other hosts
  const link = page.link?.replace(/^http:/, url.protocol) ?? null;
  if (feed.protocol === 'odata') return link === null ? null : URL.parse(link, url.href);
  return rows === count && page.rows < feed.page_size ? null : pageUrl(feed, filter, rows);
}

/** Reads an answer as text. Throws a `FetchFault` for what portals send instead of data. */
function textOf(answer: Reply | null): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(answer?.bytes);
  } catch {
    throw new FetchFault('The answer is not UTF-8 text. Check the address', 200);
  }
  const document = text.length <= 4000 ? parseJson(text) : null;
  const isStatus = isRecord(document) && 'message' in document && !('value' in document);
  if (text.trim() !== '' && !isMarkup(text.trimStart()) && !isStatus) return text;
  const seen =
    text.trim() === ''
      ? 'nothing instead of data'
      : `a web page or a message instead of data: "${excerpt(text)}"`;
  throw new FetchFault(`Not ready: the portal sent ${seen}. Try again later`, 200, 'not-ready');
}

/** Reads Socrata's number of rows, `[{"count":"22008"}]`. The server chooses the name of the column. */
function readCount(text: string): number {
  const [, digits] = /^\[\s*\{\s*"[^"]*":\s*"(\d+)"\s*\}\s*\]$/.exec(text.trim()) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new FetchFault(
    `The portal sent "${excerpt(text)}" instead of the number of rows. Check the address`,
    200,
  );
}

function readCsv(text: string): Page {
  if (!text.endsWith('\n'))
    throw new FetchFault('The answer is incomplete: its last line has no end. Try again later', 200);
  const head = text.slice(0, text.indexOf('\n') + 1);
  const rows = Papa.parse(text, { delimiter: ',', skipEmptyLines: true }).data.length - 1;
  return { head, body: text.slice(head.length), rows, count: null, link: null };
}

/** Reads `{"value": […]}`. Numbers stay as printed. */
function readRecords(text: string): Page {
  let document: unknown;
  try {
    document = parse(text);
  } catch {
    // said below
  }
  const { value: list, '@odata.count': count, '@odata.nextLink': link } = isRecord(document) ? document : {};
  if (!Array.isArray(list))
    throw new FetchFault(`The portal sent "${excerpt(text)}" instead of {"value": […]}. Check the feed`, 200);
  return {
    ...{ head: '', body: list.map((record) => stringify(record)).join(',\n'), rows: list.length },
    count: count === undefined ? null : Number(count),
    link: typeof link === 'string' && link !== '' ? link : null,
  };
}
