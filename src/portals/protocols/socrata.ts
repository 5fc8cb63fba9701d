import Papa from 'papaparse';
import type { SocrataFeed } from '../feed.ts';
import type { Client } from '../http/client.ts';
import { excerpt, readText } from '../http/content.ts';
import { FetchFault } from '../http/fault.ts';
import type { Dialect, Page, PageContent } from './page.ts';
import { readRecords, writeRecords } from './records.ts';
import type { DownloadUnit } from './unit.ts';

/*
 * Socrata's SODA 2.1, by its public documentation (dev.socrata.com/docs/queries): $where, $order, $limit and $offset;
 * rows have an order of their own in the system field :id. A CSV may be cut short under status 200, so rows are counted.
 */

interface CsvPage extends PageContent {
  /** The first line, with its end. */
  header: string;
  /** The lines below the header, as they came. */
  body: string;
}

interface JsonPage extends PageContent {
  records: string[];
}

function pageUrl({ url, format, page_size }: SocrataFeed, { filter }: DownloadUnit, offset: number): URL {
  return withQuery(new URL(`${url.href}.${format}`), {
    $where: filter,
    $order: ':id',
    $limit: String(page_size),
    $offset: String(offset),
  });
}

/** An address with its parameters readable, as documentation writes them: `$` and `:` need no encoding. */
export function withQuery(url: URL, parameters: Readonly<Record<string, string | null>>): URL {
  const query = Object.entries(parameters).flatMap(([name, value]) =>
    value === null
      ? []
      : [`${name}=${encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ',')}`],
  );
  return new URL(`${url.href}?${query.join('&')}`);
}

function nextPage(feed: SocrataFeed, unit: DownloadUnit, pages: readonly Page[]): URL | null {
  const isLast = (pages.at(-1)?.rows.length ?? 0) < feed.page_size;
  return isLast ? null : pageUrl(feed, unit, pages.length * feed.page_size);
}

async function countRows(feed: SocrataFeed, unit: DownloadUnit, client: Client): Promise<number> {
  const url = withQuery(new URL(`${feed.url.href}.json`), {
    $select: 'count(*)',
    $where: unit.filter,
  });
  const question = { feed, unit: unit.name, url, accept: 'application/json', known: null };
  return await client.ask(question, ({ bytes }) => {
    const text = readText(bytes);
    // [{"count":"22008"}]; the name of the column is the server's
    const [, digits] = /^\s*\[\s*\{\s*"[^"]*"\s*:\s*"?(\d+)"?\s*\}\s*\]\s*$/.exec(text) ?? [];
    if (digits === undefined)
      throw new FetchFault(`the number of rows was asked for, and "${excerpt(text)}" came`, 'retry', 200);
    return Number(digits);
  });
}

/** The CSV files of a Socrata dataset. */
export function socrataCsv(feed: SocrataFeed, client: Client): Dialect<CsvPage> {
  return {
    accept: 'text/csv',
    extension: 'csv',
    firstPage: (unit) => pageUrl(feed, unit, 0),
    read: (text) => readCsvPage(text, feed.month_field),
    nextPage: (unit, pages) => nextPage(feed, unit, pages),
    countRows: (unit) => countRows(feed, unit, client),
    join: (pages) => {
      const other = pages.find(({ header }) => header !== pages[0]?.header);
      if (other)
        throw new FetchFault(
          `the header changed from one page to the next, to "${excerpt(other.header)}"`,
          'restart',
          200,
        );
      return `${pages[0]?.header ?? ''}${pages.map(({ body }) => body).join('')}`;
    },
  };
}

function readCsvPage(text: string, monthField: string): CsvPage {
  if (/^\s*[[{]/.test(text))
    throw new FetchFault(`JSON came where CSV was asked for ("${excerpt(text)}")`, 'none', 200);
  if (!text.endsWith('\n'))
    throw new FetchFault('the last line has no end: the answer is cut off', 'retry', 200);
  const { data, errors } = Papa.parse<string[]>(text, {
    header: false,
    delimiter: ',',
    skipEmptyLines: true,
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  const [columns = [], ...rows] = data;
  const header = text.slice(0, text.indexOf('\n') + 1);
  const monthColumn = columns.findIndex((column) => column.trim() === monthField);
  if (monthColumn < 0)
    throw new FetchFault(
      `the column ${monthField} is not in what came, which begins with "${excerpt(header)}"; look at the dataset's columns on the portal`,
      'none',
      200,
    );
  if (broken || rows.some((row) => row.length !== columns.length))
    throw new FetchFault('a row is not as long as the header: the answer is cut off', 'retry', 200);
  return {
    header,
    body: text.slice(header.length),
    rows: rows.map((row) => JSON.stringify(row)),
    months: rows.map((row) => row[monthColumn] ?? null),
  };
}

/** The JSON arrays of a Socrata dataset. */
export function socrataJson(feed: SocrataFeed, client: Client): Dialect<JsonPage> {
  return {
    accept: 'application/json',
    extension: 'json',
    firstPage: (unit) => pageUrl(feed, unit, 0),
    read: (text) => {
      const document = readRecords(text, feed.month_field);
      if (!document.isArray)
        throw new FetchFault(`an array of records was asked for, and "${excerpt(text)}" came`, 'none', 200);
      return { records: document.records, rows: document.records, months: document.months };
    },
    nextPage: (unit, pages) => nextPage(feed, unit, pages),
    countRows: (unit) => countRows(feed, unit, client),
    join: (pages) => writeRecords(pages.flatMap(({ records }) => records)),
  };
}
