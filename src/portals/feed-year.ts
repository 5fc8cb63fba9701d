import type { Month } from '../domain/month.ts';
import { type PublishedPeriod, periodsOfYear } from '../domain/publication.ts';
import { kindOf } from '../states/index.ts';
import type { Feed } from './portal-file.ts';

/** A calendar year of a feed, which becomes one file. */
export interface FeedYear {
  feed: Feed;
  year: string;
  /** The condition in the language of the protocol. */
  filter: string;
  /** The address of the first page. Two with one address are the same. */
  url: URL;
}

/** The years of a feed from a month on, oldest first. None that has not begun. */
export function listYears(feed: Feed, since: Month | null, today: Date): FeedYear[] {
  const from = since !== null && since > feed.first_month ? since : feed.first_month;
  const { published } = kindOf(feed.kind);
  const years: FeedYear[] = [];
  // a quarter may be paid out in the next year
  for (let year = Number(from.slice(0, 4)) - 1; year <= today.getUTCFullYear(); year += 1) {
    const periods = periodsOfYear(published, year).filter(({ month }) => month >= from);
    const filter = writeFilter(feed, periods, periodsOfYear(published, year + 1));
    if (periods.length > 0) years.push({ feed, year: `${year}`, filter, url: pageUrl(feed, filter, 0) });
  }
  return years;
}

/** The address of the rows from a place on: SODA 2.1, or OData 4, whose server decides where a page ends. */
export function pageUrl({ protocol, url, order, page_size }: Feed, filter: string, offset: number): URL {
  if (protocol === 'odata')
    return withQuery(url.href, { $filter: filter, $orderby: order.join(','), $count: 'true' });
  return withQuery(`${url.href}.csv`, {
    ...{ $where: filter, $order: [...order, ':id'].join(',') },
    ...{ $limit: String(page_size), $offset: String(offset) },
  });
}

/** The address of Socrata's number of rows. */
export function countUrl({ feed, filter }: FeedYear): URL {
  return withQuery(`${feed.url.href}.json`, { $select: 'count(*)', $where: filter });
}

/** An address with readable parameters: `:` and `,` need no encoding. Empty ones are left out. */
function withQuery(address: string, parameters: Readonly<Record<string, string>>): URL {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return new URL(`${address}?${query.join('&').replaceAll('%3A', ':').replaceAll('%2C', ',')}`);
}

function writeFilter(
  { month_field: field, month_filter: { compare, write }, protocol }: Feed,
  periods: readonly PublishedPeriod[],
  nextYear: readonly PublishedPeriod[],
): string {
  // a column of years has twelve months of one value
  const values = [...new Set(periods.map((period) => writePeriod(write, period)))];
  const [end] = nextYear.map((period) => writePeriod(write, period));
  if (protocol === 'socrata')
    return compare === 'list'
      ? `${field} in(${values.join(', ')})`
      : `${field} >= ${values[0]} AND ${field} < ${end}`;
  return compare === 'list'
    ? values.map((value) => `${field} eq ${value}`).join(' or ')
    : `${field} ge ${values[0]} and ${field} lt ${end}`;
}

/** Fills in `{yyyy}`, `{yy}`, `{mm}` (the period's first month) and `{q}` (its calendar quarter). */
function writePeriod(form: string, { year, begins }: PublishedPeriod): string {
  return form
    .replaceAll('{yyyy}', String(year))
    .replaceAll('{yy}', String(year).slice(2))
    .replaceAll('{mm}', String(begins).padStart(2, '0'))
    .replaceAll('{q}', String(Math.ceil(begins / 3)));
}
