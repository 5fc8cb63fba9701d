import { parse, stringify } from 'lossless-json';
import { isRecord } from '../../domain/text/json.ts';
import { contentFault, excerpt } from '../http/fault.ts';
import type { Validators } from '../http/portal-client.ts';
import type { DownloadUnit } from './unit.ts';

export interface PageContent {
  /** Each row as a text that does not depend on its position. */
  rows: string[];
  /** Each row's cell in the month column, or `null`. */
  months: (string | null)[];
  /** The text before the rows in a file. */
  head: string;
  /** The rows as a file has them. */
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
  const query = Object.entries(parameters).flatMap(([name, value]) => {
    if (value === null) return [];
    return [`${name}=${encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ',')}`];
  });
  return new URL(`${address}?${query.join('&')}`);
}

/** The records of all pages, one on a line. */
export function joinRecords(pages: readonly Page[]): string {
  const bodies = pages.map(({ body }) => body).filter((body) => body !== '');
  return `[\n${bodies.join(',\n')}\n]`;
}

/** The records of a JSON document, and its other keys. Numbers stay as printed. */
interface Records extends PageContent {
  rest: ReadonlyMap<string, unknown>;
}

/** Reads an array, or OData's `{"value": […]}`. Throws a `FetchFault` if it is incomplete or something else. */
export function readRecords(text: string, monthField: string, isOdata: boolean): Records {
  const instead = (wanted: string) =>
    contentFault(
      `The portal sent "${excerpt(text)}" instead of ${wanted}. Check the address and protocol of the feed`,
    );
  if (!/^\s*[[{]/.test(text)) throw instead('JSON');
  let document: unknown;
  try {
    document = parse(text);
  } catch (error) {
    const reason = error instanceof Error ? excerpt(error.message) : String(error);
    throw contentFault(`The JSON is incomplete or malformed (${reason}). Try again later`, 'retry');
  }
  const rest = new Map(Object.entries(isOdata && isRecord(document) ? document : {}));
  const list = isOdata ? rest.get('value') : document;
  if (!Array.isArray(list) || !list.every(isRecord))
    throw instead(isOdata ? '{"value": […]} with records' : 'an array of records');
  if (list.length > 0 && !list.some((record) => Object.hasOwn(record, monthField)))
    throw contentFault(
      `The records have no column ${monthField}. They have ${Object.keys(list[0] ?? {})
        .slice(0, 20)
        .join(', ')}. Set month_field of the feed to the month's column`,
    );
  const rows = list.map((record) => stringify(record) ?? '');
  const months = list.map((record) => (record[monthField] == null ? null : String(record[monthField])));
  return { rest, rows, months, head: '', body: rows.join(',\n') };
}
