import type { QueriedFeed } from '../feed.ts';
import { FetchFault } from '../http/fault.ts';
import { type Download, downloadUnit } from '../inbox/download.ts';
import type { Remembered } from '../inbox/download-history.ts';
import { blankSummary, failedSummary, keepFile, pathOf, type Workplace } from '../inbox/fetch-context.ts';
import type { UnitSummary } from '../inbox/summary.ts';
import { odata } from './odata.ts';
import type { Dialect, PageContent } from './page.ts';
import { socrataCsv, socrataJson } from './socrata.ts';
import type { DownloadUnit } from './unit.ts';

/** Fetches one unit of a dataset. */
export async function fetchUnit(
  feed: QueriedFeed,
  unit: DownloadUnit,
  place: Workplace,
): Promise<UnitSummary> {
  if (feed.protocol === 'odata') return await fetchBy(odata(feed), feed, unit, place);
  if (feed.format === 'csv') return await fetchBy(socrataCsv(feed, place.client), feed, unit, place);
  return await fetchBy(socrataJson(feed, place.client), feed, unit, place);
}

async function fetchBy<Content extends PageContent>(
  dialect: Dialect<Content>,
  feed: QueriedFeed,
  unit: DownloadUnit,
  place: Workplace,
): Promise<UnitSummary> {
  const url = dialect.firstPage(unit).href;
  const blank = blankSummary(feed, unit.name, url);
  const before = place.memory.find(feed.name, unit.name, url);
  // a file that is gone, or is no more what was downloaded, is downloaded again
  const isThere = before !== undefined && (before.file === null || place.inbox.holds(before.file));
  try {
    const asked = { feed, unit, known: isThere ? before.pages : null };
    const download = await downloadUnit(dialect, asked, place.client, place.limits, place.signal);
    if (download === null) return knownSummary(blank, before, 304, place);
    const rowsBefore = before?.rows ?? 0;
    return settle(download, feed, unit, { rowsBefore, before: isThere ? before : undefined }, blank, place);
  } catch (error) {
    return failedSummary(blank, error, place.signal);
  }
}

function settle(
  download: Download,
  feed: QueriedFeed,
  unit: DownloadUnit,
  { rowsBefore, before }: { rowsBefore: number; before: Remembered | undefined },
  blank: UnitSummary,
  place: Workplace,
): UnitSummary {
  const { pages, rows, rowsSha256, months, content } = download;
  const entry = {
    feed: feed.name,
    unit: unit.name,
    url: blank.url,
    pages,
    rows,
    rows_sha256: rowsSha256,
    fetched_at: place.now().toISOString(),
  };
  if (content === null) {
    // also where the file they came in has left the inbox
    if (rowsBefore > 0)
      throw new FetchFault(
        `no row came where there were ${rowsBefore} before: the portal may be at work on the dataset; try later`,
        'none',
        200,
      );
    place.memory.note({ ...entry, file: null });
    return { ...blank, status: 'empty', http_status: 200, rows: 0 };
  }
  if (before?.file && before.rows_sha256 === rowsSha256) {
    place.memory.note({ ...entry, file: before.file });
    return knownSummary(blank, before, 200, place);
  }
  const { etag, last_modified } = pages[0] ?? { etag: null, last_modified: null };
  const { stem, url } = blank;
  const downloaded = { ...content, stem, url, status: 200, etag, last_modified };
  const { isNew, ...file } = keepFile(place, downloaded, before);
  place.memory.note({ ...entry, file });
  return {
    ...blank,
    status: isNew ? 'new' : 'unchanged',
    file: pathOf(place, file),
    http_status: 200,
    bytes: file.bytes,
    rows,
    first_month: months?.first ?? null,
    last_month: months?.last ?? null,
  };
}

/** The summary of a unit that is as it was. */
function knownSummary(
  blank: UnitSummary,
  before: Remembered | undefined,
  status: number,
  place: Workplace,
): UnitSummary {
  const file = before?.file ?? null;
  return {
    ...blank,
    status: file === null ? 'empty' : 'unchanged',
    file: file && pathOf(place, file),
    http_status: status,
    bytes: file?.bytes ?? null,
    rows: before?.rows ?? null,
  };
}
