import type { QueriedFeed } from '../feed.ts';
import { contentFault } from '../http/fault.ts';
import { type Download, downloadUnit } from '../inbox/download.ts';
import type { PastDownload } from '../inbox/download-history.ts';
import {
  blankSummary,
  currentSummary,
  type FetchContext,
  failedSummary,
  isChanged,
  keepFile,
} from '../inbox/fetch-context.ts';
import type { UnitSummary } from '../inbox/summary.ts';
import { odata } from './odata.ts';
import type { Dialect, PageContent } from './page.ts';
import { socrataCsv, socrataJson } from './socrata.ts';
import type { DownloadUnit } from './unit.ts';

/** Downloads one unit of a dataset. */
export async function fetchUnit(
  feed: QueriedFeed,
  unit: DownloadUnit,
  context: FetchContext,
): Promise<UnitSummary> {
  if (feed.protocol === 'odata') return await fetchBy(odata(feed), feed, unit, context);
  if (feed.format === 'csv') return await fetchBy(socrataCsv(feed, context.client), feed, unit, context);
  return await fetchBy(socrataJson(feed, context.client), feed, unit, context);
}

async function fetchBy<Content extends PageContent>(
  dialect: Dialect<Content>,
  feed: QueriedFeed,
  unit: DownloadUnit,
  context: FetchContext,
): Promise<UnitSummary> {
  const url = dialect.firstPage(unit).href;
  const blank = blankSummary(feed, unit.name, url);
  const before = context.history.find(feed.name, unit.name, url);
  // a file that was removed or edited is downloaded again
  const isThere = before !== undefined && (before.file === null || context.inbox.holds(before.file));
  try {
    const asked = { feed, unit, known: isThere ? before.pages : null };
    const download = await downloadUnit(dialect, asked, context.client, context.limits, context.signal);
    if (download === null) return knownSummary(blank, before, 304, context);
    const rowsBefore = before?.rows ?? 0;
    return keepDownload(
      download,
      feed,
      unit,
      { rowsBefore, before: isThere ? before : undefined },
      blank,
      context,
    );
  } catch (error) {
    return failedSummary(blank, error, context.signal);
  }
}

function keepDownload(
  download: Download,
  feed: QueriedFeed,
  unit: DownloadUnit,
  { rowsBefore, before }: { rowsBefore: number; before: PastDownload | undefined },
  blank: UnitSummary,
  context: FetchContext,
): UnitSummary {
  const { pages, rows, rowsSha256, months, content } = download;
  const entry = {
    feed: feed.name,
    unit: unit.name,
    url: blank.url,
    pages,
    rows,
    rows_sha256: rowsSha256,
    fetched_at: context.now().toISOString(),
  };
  if (content === null) {
    // this also holds if the earlier file has left the inbox
    if (rowsBefore > 0)
      throw contentFault(
        `The portal sent no rows, but ${rowsBefore} the last time. It may be updating the dataset. Try again later`,
      );
    context.history.note({ ...entry, file: null });
    return { ...blank, status: 'empty', http_status: 200, rows: 0 };
  }
  if (before?.file && before.rows_sha256 === rowsSha256) {
    context.history.note({ ...entry, file: before.file });
    return knownSummary(blank, before, 200, context);
  }
  const { etag, last_modified } = pages[0] ?? { etag: null, last_modified: null };
  const { stem, url } = blank;
  const downloaded = { ...content, stem, url, status: 200, etag, last_modified };
  const { isNew, ...file } = keepFile(context, downloaded);
  context.history.note({ ...entry, file });
  const summary: UnitSummary = {
    ...blank,
    status: isNew ? 'new' : 'unchanged',
    changed: isChanged({ isNew, ...file }, before),
    http_status: 200,
    rows,
    first_month: months?.first ?? null,
    last_month: months?.last ?? null,
  };
  return currentSummary(summary, file, context);
}

/** The summary of an unchanged unit. */
function knownSummary(
  blank: UnitSummary,
  before: PastDownload | undefined,
  status: number,
  context: FetchContext,
): UnitSummary {
  const file = before?.file ?? null;
  const summary = { ...blank, http_status: status, rows: before?.rows ?? null };
  if (file === null) return { ...summary, status: 'empty' };
  return currentSummary({ ...summary, status: 'unchanged' }, file, context);
}
