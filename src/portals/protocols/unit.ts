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
  const { published } = feed.kind;
  const lastYear = today.getUTCFullYear();
  const first = since !== null && since > feed.first_month ? since : feed.first_month;
  // a quarter may be paid out in the next year
  const firstYear = Number(first.slice(0, 4)) - 1;
  const years = Array.from({ length: Math.max(0, lastYear - firstYear + 1) }, (_, at) => firstYear + at);
  const periods = years
    .flatMap((year) => periodsOfYear(published, year))
    .filter(({ month }) => month >= first);
  if (feed.span === 'all') {
    const hasFilter = feed.month_filter !== null;
    if (hasFilter && periods.length === 0) return [];
    return [
      {
        name: 'all',
        filter: hasFilter ? writeFilter(feed, periods, true) : null,
        has: (month) => !hasFilter || month >= first,
      },
    ];
  }
  return years.flatMap((year) => {
    const ofYear = periods.filter((period) => period.year === year);
    const months = new Set(ofYear.map(({ month }) => month));
    if (months.size === 0) return [];
    const filter = writeFilter(feed, ofYear, false);
    return [{ name: String(year), filter, has: (month: Month) => months.has(month) }];
  });
}

/** The filter for these periods. An open filter has no end. */
function writeFilter(feed: QueriedFeed, periods: readonly PublishedPeriod[], isOpen: boolean): string | null {
  const { month_field: field, month_filter: form, protocol } = feed;
  const [first] = periods;
  const last = periods.at(-1);
  if (form === null || !first || !last) return null;
  const write = (period: PublishedPeriod) => writePeriod(form.write, period);
  if (form.compare === 'list') {
    // a column of years has twelve months of one value
    const values = [...new Set(periods.map(write))];
    return protocol === 'socrata'
      ? `${field} in(${values.join(', ')})`
      : values.map((value) => `${field} eq ${value}`).join(' or ');
  }
  const [from, before, and] = protocol === 'socrata' ? ['>=', '<', 'AND'] : ['ge', 'lt', 'and'];
  const start = `${field} ${from} ${write(first)}`;
  return isOpen ? start : `${start} ${and} ${field} ${before} ${write(after(feed, last))}`;
}

function after({ kind }: QueriedFeed, period: PublishedPeriod): PublishedPeriod {
  const following = [period.year, period.year + 1].flatMap((year) => periodsOfYear(kind.published, year));
  const next = following.find(({ month }) => month > period.month);
  if (!next) throw new Error(`no period after ${period.month}`);
  return next;
}

/** Fills in `{yyyy}`, `{yy}`, `{mm}` (the period's first month) and `{q}` (its calendar quarter). */
function writePeriod(form: string, { year, begins }: PublishedPeriod): string {
  return form
    .replaceAll('{yyyy}', String(year))
    .replaceAll('{yy}', String(year).slice(2))
    .replaceAll('{mm}', String(begins).padStart(2, '0'))
    .replaceAll('{q}', String(Math.ceil(begins / 3)));
}
