import { createHash } from 'node:crypto';
import pRetry from 'p-retry';
import type { MonthRange } from '../../domain/month-range.ts';
import type { QueriedFeed } from '../feed.ts';
import type { Client } from '../http/client.ts';
import { readText, refuseTooMany } from '../http/content.ts';
import { contentFault, FetchFault } from '../http/fault.ts';
import { type FetchLimits, LESS_AT_A_TIME } from '../http/limits.ts';
import type { Question, Validators } from '../http/messages.ts';
import { checkMonths, type Dialect, type Page, type PageContent } from '../protocols/page.ts';
import type { DownloadUnit } from '../protocols/unit.ts';

/** The address and version of a page, as the history stores them. */
export type KnownPage = Validators & { url: string };

/** A complete download of a unit. Without rows, its content is `null`. */
export interface Download {
  pages: KnownPage[];
  rows: number;
  /** Hash of the column names and the sorted rows: another order of the rows is not a change. */
  rowsSha256: string;
  /** First and last allocation period, or `null` if no row has one. */
  months: MonthRange | null;
  content: { bytes: Buffer; extension: 'csv' | 'json' } | null;
}

/** A unit to download. */
export interface Asked {
  feed: QueriedFeed;
  unit: DownloadUnit;
  /** The pages of the last download, or `null` for an unconditional request. */
  known: readonly KnownPage[] | null;
}

/** Downloads a unit page by page. Returns `null` if it is unchanged. Throws a `FetchFault`. */
export async function downloadUnit<Content extends PageContent>(
  dialect: Dialect<Content>,
  { feed, unit, known }: Asked,
  client: Client,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Download | null> {
  const started = performance.now();
  const read = (bytes: Buffer): Content => {
    const text = readText(bytes);
    refuseTooMany(text, limits.values);
    return dialect.read(text);
  };
  const ask = async (url: URL, conditions: Validators | null): Promise<Page<Content> | null> => {
    if (performance.now() - started > limits.unitMs) throw tooLong(limits);
    const question: Question = { feed, unit: unit.name, url, accept: dialect.accept, known: conditions };
    return await client.ask(question, ({ status, bytes, etag, last_modified }) =>
      status === 304 ? null : { ...read(bytes), etag, last_modified, url: url.href },
    );
  };
  const first = dialect.firstPage(unit);
  const changed = known?.[0]?.url === first.href ? await findChange(known, ask) : undefined;
  if (changed === null) return null;
  let firstPage = changed?.url === first.href ? changed : null;
  return await pRetry(
    async () => {
      const start = firstPage ?? (await ask(first, null));
      firstPage = null;
      if (!start) throw new Error('304 without a condition');
      return await downloadPages(dialect, feed, unit, start, ask, limits);
    },
    {
      retries: limits.restarts,
      minTimeout: limits.firstWaitMs,
      maxTimeout: limits.longestWaitMs,
      randomize: true,
      signal,
      shouldRetry: ({ error }) => error instanceof FetchFault && error.remedy === 'restart',
    },
  );
}

type Ask<Content extends PageContent> = (
  url: URL,
  conditions: Validators | null,
) => Promise<Page<Content> | null>;

/** The first changed page, `null` if no page changed, `undefined` if the server gave no versions. */
async function findChange<Content extends PageContent>(
  known: readonly KnownPage[],
  ask: Ask<Content>,
): Promise<Page<Content> | null | undefined> {
  if (known.some(({ etag, last_modified }) => etag === null && last_modified === null)) return undefined;
  for (const page of known) {
    const answer = await ask(new URL(page.url), page);
    if (answer) return answer;
  }
  return null;
}

async function downloadPages<Content extends PageContent>(
  dialect: Dialect<Content>,
  feed: QueriedFeed,
  unit: DownloadUnit,
  first: Page<Content>,
  ask: Ask<Content>,
  limits: FetchLimits,
): Promise<Download> {
  const pages = [first];
  let size = sizeOf(first);
  let rows = first.rows.length;
  for (let next = dialect.nextPage(unit, pages); next; next = dialect.nextPage(unit, pages)) {
    const page = await ask(next, null);
    if (!page) throw new Error('304 without a condition');
    pages.push(page);
    size += sizeOf(page);
    rows += page.rows.length;
    if (size > limits.bytes || rows > limits.rows || pages.length > limits.pages) throw tooLarge(limits);
  }
  await requireUnchanged(pages, ask);
  const counted = await dialect.countRows(unit, pages);
  if (counted !== null && counted !== rows)
    throw contentFault(
      `The portal sent ${rows} of ${counted} rows. The answer is incomplete, or the data changed during the download. Try again later`,
      'restart',
    );
  const months = checkMonths(feed, unit, pages);
  const bytes = rows === 0 ? null : Buffer.from(dialect.join(pages));
  if (bytes && bytes.length > limits.bytes) throw tooLarge(limits);
  return {
    pages: pages.map(({ url, etag, last_modified }) => ({ url, etag, last_modified })),
    rows,
    rowsSha256: hashRows(pages),
    months,
    content: bytes && { bytes, extension: dialect.extension },
  };
}

/**
 * Throws if the dataset changed between two pages. Versions that differ may belong to the pages, and not to the dataset:
 * then the program asks for the first page again.
 */
async function requireUnchanged<Content extends PageContent>(
  pages: readonly Page<Content>[],
  ask: Ask<Content>,
): Promise<void> {
  const [first] = pages;
  if (!first) return;
  const isSame = (page: Page<Content>) =>
    page.etag === first.etag && page.last_modified === first.last_modified;
  if (pages.every(isSame)) return;
  if (first.etag === null && first.last_modified === null) return;
  const again = await ask(new URL(first.url), first);
  if (again && !isSame(again))
    throw contentFault('The dataset changed during the download. Try again later', 'restart');
}

function sizeOf({ rows }: PageContent): number {
  return rows.reduce((sum, row) => sum + row.length, 0);
}

function hashRows(pages: readonly PageContent[]): string {
  const hash = createHash('sha256').update(`${pages[0]?.header ?? ''}\n`);
  for (const row of pages.flatMap(({ rows }) => rows).sort()) hash.update(`${row}\n`);
  return hash.digest('hex');
}

function tooLarge({ bytes, pages, rows }: FetchLimits): FetchFault {
  const limit = Math.floor(bytes / 1024 / 1024);
  return contentFault(
    `The unit has more than ${limit} MiB, ${rows.toLocaleString('en-US')} rows or ${pages} pages. ${LESS_AT_A_TIME}`,
  );
}

function tooLong({ unitMs }: FetchLimits): FetchFault {
  return new FetchFault(
    `The download took longer than ${unitMs / 60_000} minutes. Try again later. ${LESS_AT_A_TIME}`,
    'none',
    { isPortalDown: true },
  );
}
