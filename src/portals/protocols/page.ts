import type { Month } from '../../domain/month.ts';
import { type MonthRange, rangeOf } from '../../domain/month-range.ts';
import type { QueriedFeed } from '../feed.ts';
import { contentFault } from '../http/fault.ts';
import type { Validators } from '../http/messages.ts';
import type { DownloadUnit } from './unit.ts';

/** The content of one page of an answer. */
export interface PageContent {
  /** Each row as a text that does not depend on its position. */
  rows: string[];
  /** The column names, for formats whose rows lack them. */
  header?: string;
  /** Each row's cell in the month column, or `null`. */
  months: (string | null)[];
}

/** A page with its address and version. */
export type Page<Content extends PageContent = PageContent> = Content & Validators & { url: string };

/** How a protocol asks for the pages of a unit, reads them and joins them. */
export interface Dialect<Content extends PageContent> {
  accept: string;
  extension: 'csv' | 'json';
  firstPage(unit: DownloadUnit): URL;
  /** Throws a `FetchFault` if the text is not such a page. */
  read(text: string): Content;
  /** The address of the next page, or `null` after the last one. */
  nextPage(unit: DownloadUnit, pages: readonly Page<Content>[]): URL | null;
  /** The number of rows that the portal counts in the unit, or `null` if it does not say. */
  countRows(unit: DownloadUnit, pages: readonly Page<Content>[]): Promise<number | null>;
  /** Joins all pages to one file for `ingest`. */
  join(pages: readonly Page<Content>[]): string;
}

/** The first and last month of the rows. Throws a `FetchFault` if the portal ignored the filter. */
export function checkMonths(
  { kind, month_field: field }: QueriedFeed,
  unit: DownloadUnit,
  pages: readonly PageContent[],
): MonthRange | null {
  const months: Month[] = [];
  for (const printed of new Set(pages.flatMap((page) => page.months))) {
    // ingest reports an unreadable month, and names its row
    const month = printed === null ? null : kind.period.read(printed);
    if (!month) continue;
    if (!unit.has(month))
      throw contentFault(
        `The portal sent a row of ${month} (${field} "${printed}") for the filter ${unit.filter}. Check month_field and month_filter of the feed`,
      );
    months.push(month);
  }
  return rangeOf(months);
}
