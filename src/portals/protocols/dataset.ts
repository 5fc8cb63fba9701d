import { createHash } from 'node:crypto';
import type { Month } from '../../domain/month.ts';
import { type MonthRange, rangeOf } from '../../domain/month-range.ts';
import type { QueriedFeed } from '../feed.ts';
import { readText } from '../http/content.ts';
import { contentFault, excerpt } from '../http/fault.ts';
import { type FetchLimits, LESS_AT_A_TIME } from '../http/limits.ts';
import type { Validators } from '../http/portal-client.ts';
import type { Attempt, Download, UnitTask } from '../unit-task.ts';
import { odata } from './odata.ts';
import type { Page, Protocol } from './pages.ts';
import { socrata } from './socrata.ts';
import { type DownloadUnit, unitsOf } from './unit.ts';

export function datasetTasks(feed: QueriedFeed, since: Month | null, today: Date): UnitTask[] {
  const protocol = feed.protocol === 'odata' ? odata(feed) : socrata(feed);
  return unitsOf(feed, since, today).map((unit) => ({
    feed,
    unit: unit.name,
    url: protocol.firstPage(unit).href,
    download: (attempt) => downloadUnit(feed, unit, protocol, attempt),
  }));
}

/** Downloads a unit page by page. Returns `null` if it is unchanged. Throws a `FetchFault`. */
async function downloadUnit(
  feed: QueriedFeed,
  unit: DownloadUnit,
  protocol: Protocol,
  { ask, limits, before }: Attempt,
): Promise<Download | null> {
  const { accept, extension } = protocol;
  const read: ReadPage = async (url, known = null) => {
    const { status, bytes, etag, last_modified } = await ask({ url: new URL(url), accept, known });
    if (status === 304) return null;
    return { ...protocol.read(readText(bytes, limits.values)), etag, last_modified, url };
  };
  const changed = before === null ? undefined : await findChange(before.pages, read);
  if (changed === null) return null;
  const pages: Page[] = [];
  let next: string | undefined = protocol.firstPage(unit).href;
  while (next) {
    const page: Page | null = changed?.url === next ? changed : await read(next);
    if (!page) throw new Error('304 without a condition');
    pages.push(page);
    requireWithin(limits, pages);
    next = protocol.nextPage(unit, pages)?.href;
  }
  await requireUnchanged(pages, read);
  const rows = count(pages, (page) => page.rows.length);
  const url = protocol.countUrl(unit);
  const counted = url
    ? readCount(readText((await ask({ url, accept, known: null })).bytes, limits.values))
    : (pages.find(({ total }) => total != null)?.total ?? rows);
  if (counted !== rows)
    throw contentFault(
      `The portal sent ${rows} of ${counted} rows. The answer is incomplete, or the data changed during the download. Try again later`,
      'retry',
    );
  const months = checkMonths(feed, unit, pages);
  const bytes = rows === 0 ? null : Buffer.from(protocol.join(pages));
  const versions = pages.map(({ url: from, etag, last_modified }) => ({ url: from, etag, last_modified }));
  return { status: 200, pages: versions, rows, rowsSha256: hashRows(pages), months, bytes, extension };
}

type ReadPage = (url: string, known?: Validators | null) => Promise<Page | null>;

/** The first changed page, `null` if no page changed, `undefined` if the server gave no versions. */
async function findChange(
  known: readonly (Validators & { url: string })[],
  read: ReadPage,
): Promise<Page | null | undefined> {
  if (known.some(({ etag, last_modified }) => etag === null && last_modified === null)) return undefined;
  for (const page of known) {
    const answer = await read(page.url, page);
    if (answer) return answer;
  }
  return null;
}

/**
 * Throws if the dataset changed between two pages. Versions that differ may belong to the pages, and not to the dataset:
 * then the program asks for the first page again.
 */
async function requireUnchanged(pages: readonly Page[], read: ReadPage): Promise<void> {
  const [first] = pages;
  const isSame = (page: Page) => page.etag === first?.etag && page.last_modified === first?.last_modified;
  if (!first || pages.every(isSame) || (first.etag === null && first.last_modified === null)) return;
  const again = await read(first.url, first);
  if (again && !isSame(again))
    throw contentFault('The dataset changed during the download. Try again later', 'retry');
}

/** Reads Socrata's number of rows, `[{"count":"22008"}]`. The server chooses the name of the column. */
function readCount(text: string): number {
  const [, digits] = /^\s*\[\s*\{\s*"[^"]*"\s*:\s*"?(\d+)"?\s*\}\s*\]\s*$/.exec(text) ?? [];
  if (digits !== undefined) return Number(digits);
  throw contentFault(
    `The portal sent "${excerpt(text)}" instead of the number of rows. Try again later`,
    'retry',
  );
}

/** The first and last month of the rows. Throws a `FetchFault` if the portal ignored the filter. */
function checkMonths(
  { kind, month_field: field }: QueriedFeed,
  unit: DownloadUnit,
  pages: readonly Page[],
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

/** Hash of the head and the sorted rows: another order of the rows is not a change. */
function hashRows(pages: readonly Page[]): string {
  const hash = createHash('sha256').update(`${pages[0]?.head ?? ''}\n`);
  for (const row of pages.flatMap(({ rows }) => rows).sort()) hash.update(`${row}\n`);
  return hash.digest('hex');
}

function requireWithin({ bytes, rows, pages: most }: FetchLimits, pages: readonly Page[]): void {
  const size = count(pages, ({ body }) => body.length);
  if (size <= bytes && count(pages, (page) => page.rows.length) <= rows && pages.length <= most) return;
  const limit = Math.floor(bytes / 1024 / 1024);
  throw contentFault(
    `The unit has more than ${limit} MiB, ${rows.toLocaleString('en-US')} rows or ${most} pages. ${LESS_AT_A_TIME}`,
  );
}

function count(pages: readonly Page[], of: (page: Page) => number): number {
  return pages.reduce((sum, page) => sum + of(page), 0);
}
