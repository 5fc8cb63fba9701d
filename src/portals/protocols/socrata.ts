import Papa from 'papaparse';
import type { SocrataFeed } from '../feed.ts';
import type { Client } from '../http/client.ts';
import { excerpt, readText } from '../http/content.ts';
import { contentFault } from '../http/fault.ts';
import type { Dialect, Page, PageContent } from './page.ts';
import { readRecords, writeRecords } from './records.ts';
import type { DownloadUnit } from './unit.ts';

/*
 * Socrata's SODA 2.1 (dev.socrata.com/docs/queries): $where, $order, $limit and $offset. The system field :id gives the
 * rows an order. A CSV with status 200 may be incomplete, so the program compares the number of rows.
 */

interface CsvPage extends PageContent {
  /** The first line, with its line end. */
  header: string;
  /** The lines below the header, unchanged. */
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

/** An address with readable parameters: `$`, `:` and `,` need no encoding. */
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
    // [{"count":"22008"}]: the server chooses the name of the column
    const [, digits] = /^\s*\[\s*\{\s*"[^"]*"\s*:\s*"?(\d+)"?\s*\}\s*\]\s*$/.exec(text) ?? [];
    if (digits === undefined)
      throw contentFault(
        `The portal sent "${excerpt(text)}" instead of the number of rows. Try again later`,
        'retry',
      );
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
        throw contentFault(
          `The header changed between two pages, to "${excerpt(other.header)}". Try again later`,
          'restart',
        );
      return `${pages[0]?.header ?? ''}${pages.map(({ body }) => body).join('')}`;
    },
  };
}

function readCsvPage(text: string, monthField: string): CsvPage {
  if (/^\s*[[{]/.test(text))
    throw contentFault(
      `The portal sent JSON instead of CSV ("${excerpt(text)}"). Check the address and format of the feed`,
    );
  if (!text.endsWith('\n'))
    throw contentFault('The answer is incomplete: its last line has no end. Try again later', 'retry');
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
    throw contentFault(
      `The answer has no column ${monthField}. It begins with "${excerpt(header)}". Set month_field of the feed to the month's column`,
    );
  if (broken || rows.some((row) => row.length !== columns.length))
    throw contentFault(
      'The answer is incomplete: a row has fewer or more cells than the header. Try again later',
      'retry',
    );
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
        throw contentFault(
          `The portal sent "${excerpt(text)}" instead of an array of records. Check the address and protocol of the feed`,
        );
      return { records: document.records, rows: document.records, months: document.months };
    },
    nextPage: (unit, pages) => nextPage(feed, unit, pages),
    countRows: (unit) => countRows(feed, unit, client),
    join: (pages) => writeRecords(pages.flatMap(({ records }) => records)),
  };
}
