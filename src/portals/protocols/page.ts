import type { Month } from '../../domain/month.ts';
import { type MonthRange, rangeOf } from '../../domain/report.ts';
import type { QueriedFeed } from '../feed.ts';
import { FetchFault } from '../http/fault.ts';
import type { Validators } from '../http/messages.ts';
import type { DownloadUnit } from './unit.ts';

/** What one page of an answer holds. */
export interface PageContent {
  /** Each row as one text that is the same wherever the row stands. */
  rows: string[];
  /** The names of the columns, where rows are without them. */
  header?: string;
  /** Each row's cell of the month column; `null` where it has none. */
  months: (string | null)[];
}

/** A page with where it came from. */
export type Page<Content extends PageContent = PageContent> = Content & Validators & { url: string };

/** How a protocol asks for the pages of a unit, reads them and puts them together. */
export interface Dialect<Content extends PageContent> {
  accept: string;
  extension: 'csv' | 'json';
  firstPage(unit: DownloadUnit): URL;
  /** Throws a `FetchFault` where the text is not a page of what was asked for. */
  read(text: string): Content;
  /** The address of the next page, `null` where there is none. */
  nextPage(unit: DownloadUnit, pages: readonly Page<Content>[]): URL | null;
  /** How many rows the unit has, as the feed counts them; `null` where it does not tell. */
  countRows(unit: DownloadUnit, pages: readonly Page<Content>[]): Promise<number | null>;
  /** One file of all pages; `ingest` takes it as it is. */
  join(pages: readonly Page<Content>[]): string;
}

/** The months of rows, first and last; throws where one was not asked for: the feed did not keep to the condition. */
export function checkMonths(
  { kind, month_field: field }: QueriedFeed,
  unit: DownloadUnit,
  pages: readonly PageContent[],
): MonthRange | null {
  const months: Month[] = [];
  for (const printed of new Set(pages.flatMap((page) => page.months))) {
    // what cannot be read is for ingest to say, which names the row and keeps the file
    const month = printed === null ? null : kind.period.read(printed);
    if (!month) continue;
    if (!unit.has(month))
      throw new FetchFault(
        `a row of ${month} came (${field} "${printed}") though ${unit.filter} was asked for; look at month_field and month_filter of the feed`,
        'none',
        200,
      );
    months.push(month);
  }
  return rangeOf(months);
}
