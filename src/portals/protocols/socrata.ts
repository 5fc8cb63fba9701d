import Papa from 'papaparse';
import type { SocrataFeed } from '../feed.ts';
import { contentFault, excerpt } from '../http/fault.ts';
import { joinRecords, type Page, type PageContent, type Protocol, readRecords, withQuery } from './pages.ts';

/*
 * Socrata's SODA 2.1 (dev.socrata.com/docs/queries): $where, $order, $limit and $offset. The system field :id gives the
 * rows an order. A CSV with status 200 may be incomplete, so the program compares the number of rows.
 */

/** The CSV files or JSON arrays of a Socrata dataset. */
export function socrata({ url, format, page_size, month_field }: SocrataFeed): Protocol {
  const isCsv = format === 'csv';
  const pageFrom = (filter: string | null, offset: number) =>
    withQuery(`${url.href}.${format}`, {
      $where: filter,
      $order: ':id',
      $limit: String(page_size),
      $offset: String(offset),
    });
  return {
    accept: isCsv ? 'text/csv' : 'application/json',
    extension: format,
    firstPage: ({ filter }) => pageFrom(filter, 0),
    nextPage: ({ filter }, pages) =>
      (pages.at(-1)?.rows.length ?? 0) < page_size ? null : pageFrom(filter, pages.length * page_size),
    countUrl: ({ filter }) => withQuery(`${url.href}.json`, { $select: 'count(*)', $where: filter }),
    read: (text) => (isCsv ? readCsv(text, month_field) : readRecords(text, month_field, false)),
    join: (pages) => (isCsv ? joinCsv(pages) : `${joinRecords(pages)}\n`),
  };
}

function joinCsv(pages: readonly Page[]): string {
  const [first] = pages;
  const other = pages.find(({ head }) => head !== first?.head);
  if (other)
    throw contentFault(
      `The header changed between two pages, to "${excerpt(other.head)}". Try again later`,
      'retry',
    );
  return `${first?.head ?? ''}${pages.map(({ body }) => body).join('')}`;
}

function readCsv(text: string, monthField: string): PageContent {
  if (/^\s*[[{]/.test(text))
    throw contentFault(
      `The portal sent JSON instead of CSV ("${excerpt(text)}"). Check the address and format of the feed`,
    );
  if (!text.endsWith('\n'))
    throw contentFault('The answer is incomplete: its last line has no end. Try again later', 'retry');
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: true });
  const [columns = [], ...rows] = data;
  const head = text.slice(0, text.indexOf('\n') + 1);
  const monthColumn = columns.findIndex((column) => column.trim() === monthField);
  if (monthColumn < 0)
    throw contentFault(
      `The answer has no column ${monthField}. It begins with "${excerpt(head)}". Set month_field of the feed to the month's column`,
    );
  if (errors.some(({ type }) => type === 'Quotes') || rows.some(({ length }) => length !== columns.length))
    throw contentFault(
      'The answer is incomplete: a row has fewer or more cells than the header. Try again later',
      'retry',
    );
  return {
    head,
    body: text.slice(head.length),
    rows: rows.map((row) => JSON.stringify(row)),
    months: rows.map((row) => row[monthColumn] ?? null),
  };
}
