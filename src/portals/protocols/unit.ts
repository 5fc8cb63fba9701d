import type { Month } from '../../domain/month.ts';
import { type PublishedPeriod, periodsOfYear } from '../../domain/publication.ts';
import type { QueriedFeed } from '../feed.ts';

/** A part of a feed that becomes one file: a calendar year, or everything. */
export interface DownloadUnit {
  /** The year, or `all`. */
  name: string;
  /** The filter in the language of the protocol, or `null`. */
  filter: string | null;
  /** Whether the unit covers an allocation period. */
  has(month: Month): boolean;
}

/** The units of a feed from a month on, oldest first. Years that have not begun have none. */
export function unitsOf(feed: QueriedFeed, since: Month | null, today: Date): DownloadUnit[] {
  const { kind, first_month, month_filter, span } = feed;
  const from = since !== null && since > first_month ? since : first_month;
  // a quarter may be paid out in the next year
  const firstYear = Number(from.slice(0, 4)) - 1;
  const count = Math.max(0, today.getUTCFullYear() - firstYear + 1);
  const years = Array.from({ length: count }, (_, at) =>
    periodsOfYear(kind.published, firstYear + at).filter(({ month }) => month >= from),
  ).filter((periods) => periods.length > 0);
  if (span === 'all') {
    if (month_filter === null) return [{ name: 'all', filter: null, has: () => true }];
    if (years.length === 0) return [];
    return [{ name: 'all', filter: writeFilter(feed, years.flat(), true), has: (month) => month >= from }];
  }
  return years.map((periods) => ({
    name: `${periods[0]?.year}`,
    filter: writeFilter(feed, periods, false),
    has: (wanted) => periods.some(({ month }) => month === wanted),
  }));
}

/** The filter for these periods. An open filter has no end. */
function writeFilter(feed: QueriedFeed, periods: readonly PublishedPeriod[], isOpen: boolean): string | null {
  const { month_field: field, month_filter: form, protocol, kind } = feed;
  if (form === null) return null;
  const write = (period: PublishedPeriod | undefined) => (period ? writePeriod(form.write, period) : '');
  const isSocrata = protocol === 'socrata';
  if (form.compare === 'list') {
    // a column of years has twelve months of one value
    const values = [...new Set(periods.map(write))];
    if (isSocrata) return `${field} in(${values.join(', ')})`;
    return values.map((value) => `${field} eq ${value}`).join(' or ');
  }
  const [next] = periodsOfYear(kind.published, (periods.at(-1)?.year ?? 0) + 1);
  const start = `${field} ${isSocrata ? '>=' : 'ge'} ${write(periods[0])}`;
  if (isOpen) return start;
  return `${start} ${isSocrata ? 'AND' : 'and'} ${field} ${isSocrata ? '<' : 'lt'} ${write(next)}`;
}

/** Fills in `{yyyy}`, `{yy}`, `{mm}` (the period's first month) and `{q}` (its calendar quarter). */
function writePeriod(form: string, { year, begins }: PublishedPeriod): string {
  return form
    .replaceAll('{yyyy}', String(year))
    .replaceAll('{yy}', String(year).slice(2))
    .replaceAll('{mm}', String(begins).padStart(2, '0'))
    .replaceAll('{q}', String(Math.ceil(begins / 3)));
}
