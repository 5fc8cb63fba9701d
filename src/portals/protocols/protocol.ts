import type { Validators } from '../http/messages.ts';
import type { DownloadUnit } from './unit.ts';

/** The content of one page of an answer. */
export interface PageContent {
  /** Each row as a text that does not depend on its position. */
  rows: string[];
  /** Each row's cell in the month column, or `null`. */
  months: (string | null)[];
  /** What stands before the rows in a file. */
  head: string;
  /** The rows as they stand in a file. */
  body: string;
  /** The address of the next page and the number of all rows, if the server gives them. */
  nextLink?: string | null;
  total?: number | null;
}

/** A page with its address and version. */
export type Page = PageContent & Validators & { url: string };

/** How a protocol asks for the pages of a unit, reads them and joins them. */
export interface Protocol {
  accept: string;
  extension: 'csv' | 'json';
  firstPage(unit: DownloadUnit): URL;
  /** Throws a `FetchFault` if the text is not such a page. */
  read(text: string): PageContent;
  /** The address of the next page, or `null` after the last one. */
  nextPage(unit: DownloadUnit, pages: readonly Page[]): URL | null;
  /** The address that gives the number of rows, if the pages do not. */
  countUrl(unit: DownloadUnit): URL | null;
  /** Joins all pages to one file for `ingest`. */
  join(pages: readonly Page[]): string;
}

/** An address with readable parameters: `$`, `:` and `,` need no encoding. */
export function withQuery(address: string, parameters: Readonly<Record<string, string | null>>): URL {
  const query = Object.entries(parameters).flatMap(([name, value]) =>
    value === null
      ? []
      : [`${name}=${encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ',')}`],
  );
  return new URL(`${address}?${query.join('&')}`);
}

/** The records of all pages, one on a line. */
export function joinRecords(pages: readonly Page[]): string {
  const bodies = pages.map(({ body }) => body).filter((body) => body !== '');
  return `[\n${bodies.join(',\n')}\n]`;
}
