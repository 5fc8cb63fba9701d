import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { MonthRange } from '../domain/month-range.ts';
import { downloadName } from '../domain/origin.ts';
import { shortHash } from '../domain/text/sha256.ts';
import type { Feed } from './feed.ts';
import { contentFault, FetchFault } from './http/fault.ts';
import type { FetchLimits } from './http/limits.ts';
import type { PortalClient } from './http/portal-client.ts';
import { type DownloadHistory, type PastDownload, stemOf } from './inbox/download-history.ts';
import type { Inbox } from './inbox/inbox.ts';
import type { UnitSummary } from './inbox/summary.ts';

/** Finds a loaded report that a portal sent after the current file of an address, and whose figures still count. */
export type FindNewer = (current: {
  url: string;
  sha256: string;
}) => { fileName: string; sha256: string } | null;

/** What all units of one fetch share. */
export interface FetchContext {
  /** The inbox's path. */
  folder: string;
  inbox: Inbox;
  history: DownloadHistory;
  findNewer: FindNewer;
  client: PortalClient;
  limits: FetchLimits;
  signal: AbortSignal;
  now: () => Date;
}

/** One attempt to download a unit. */
export interface Attempt extends Pick<FetchContext, 'client' | 'limits'> {
  number: number;
  /** The last download, if its file is still there. */
  before: PastDownload | null;
  /** No further page is asked for after this time. */
  deadline: number;
}

/** A complete download of a unit. */
export interface Download extends Pick<PastDownload, 'pages' | 'rows'> {
  /** The HTTP status, or `null` for a local file. */
  status: 200 | null;
  /** Hash of the rows in any order, or `null` if they are not known. */
  rowsSha256: string | null;
  /** First and last allocation period, or `null` if they are not known. */
  months: MonthRange | null;
  /** `null` if there are no rows. */
  bytes: Buffer | null;
  extension: string;
}

/** What becomes one file. */
export interface UnitTask {
  feed: Feed;
  unit: string;
  url: string;
  /** Returns `null` if the unit is unchanged. Throws a `FetchFault`. */
  download(attempt: Attempt): Promise<Download | null>;
}

/** Downloads a unit into the inbox. Throws errors that stop the whole fetch. */
export async function fetchUnit(task: UnitTask, context: FetchContext): Promise<UnitSummary> {
  const { client, limits, signal, history, inbox } = context;
  const { feed, unit, url } = task;
  signal.throwIfAborted();
  const blank = blankSummary(task);
  const known = history.find(feed.name, unit, url);
  // a file that was removed or edited is downloaded again
  const isThere = known !== undefined && (known.file === null || inbox.holds(known.file));
  const before = isThere ? known : null;
  const deadline = performance.now() + limits.unitMs;
  const isLocal = feed.url.protocol === 'file:';
  const attempt = (number: number) => task.download({ client, limits, before, number, deadline });
  try {
    const download = await (isLocal ? attempt(1) : client.retry(attempt));
    signal.throwIfAborted();
    if (download) return keepDownload(task, download, { known, before }, context);
    return knownSummary({ ...blank, http_status: 304 }, before, context);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FetchFault)) throw error;
    return {
      ...blank,
      http_status: isLocal ? null : error.status,
      not_ready: error.remedy === 'later',
      portal_down: error.isPortalDown,
      message: client.hideSecrets(error.message),
    };
  }
}

/** A unit's summary before its download. */
export function blankSummary({ feed, unit, url }: UnitTask): UnitSummary {
  return {
    feed: feed.name,
    state: feed.state,
    kind: feed.kind?.name ?? null,
    unit,
    status: 'failed',
    file: null,
    changed: false,
    stem: stemOf(feed.name, unit),
    url,
    http_status: null,
    bytes: null,
    rows: null,
    first_month: null,
    last_month: null,
    not_ready: false,
    portal_down: false,
    message: null,
  };
}

/** The last downloads of a unit: as the history has it, and if its file is still there. */
interface Past {
  known: PastDownload | undefined;
  before: PastDownload | null;
}

function keepDownload(
  task: UnitTask,
  { status, pages, rows, rowsSha256, months, bytes, extension }: Download,
  { known, before }: Past,
  context: FetchContext,
): UnitSummary {
  const { history, now } = context;
  const blank = { ...blankSummary(task), http_status: status, rows };
  const fetchedAt = now().toISOString();
  const note = (file: PastDownload['file']) => {
    const { feed, unit, url } = blank;
    history.note({ feed, unit, url, pages, file, rows, rows_sha256: rowsSha256, fetched_at: fetchedAt });
  };
  if (bytes === null) {
    // this also holds if the earlier file has left the inbox
    if ((known?.rows ?? 0) > 0)
      throw contentFault(
        `The portal sent no rows, but ${known?.rows} the last time. It may be updating the dataset. Try again later`,
      );
    note(null);
    return { ...blank, status: 'empty' };
  }
  if (before?.file && rowsSha256 !== null && before.rows_sha256 === rowsSha256) {
    note(before.file);
    return knownSummary(blank, before, context);
  }
  const { isNew, ...file } = keepFile(blank, { status, pages, bytes, extension }, fetchedAt, context);
  note(file);
  const summary = {
    ...blank,
    changed: isNew || (known !== undefined && known.file?.sha256 !== file.sha256),
    first_month: months?.first ?? null,
    last_month: months?.last ?? null,
  };
  return currentSummary({ ...summary, status: isNew ? 'new' : 'unchanged' }, file, context);
}

/** Puts a file into the inbox under a name with its hash, unless the inbox has these bytes. */
function keepFile(
  { stem, url }: UnitSummary,
  { status, pages, bytes, extension }: Pick<Download, 'status' | 'pages' | 'extension'> & { bytes: Buffer },
  fetchedAt: string,
  { inbox }: FetchContext,
) {
  const sha256 = hash('sha256', bytes);
  const known = inbox.findBytes(bytes, sha256);
  const name = known ?? downloadName(stem, sha256, extension);
  const { etag = null, last_modified = null } = pages[0] ?? {};
  const size = bytes.length;
  const origin = { url, fetched_at: fetchedAt, status, etag, last_modified, bytes: size, sha256 };
  if (known === null) inbox.save(name, bytes, origin);
  return { name, bytes: size, sha256, isNew: known === null };
}

/** The summary of an unchanged unit. */
function knownSummary(blank: UnitSummary, before: PastDownload | null, context: FetchContext): UnitSummary {
  const summary = { ...blank, rows: before?.rows ?? null };
  if (!before?.file) return { ...summary, status: 'empty' };
  return currentSummary({ ...summary, status: 'unchanged' }, before.file, context);
}

/** The summary of a unit with its current file. It is failed if the portal went back to this file and a newer one counts. */
function currentSummary(
  summary: UnitSummary,
  { name, bytes, sha256 }: NonNullable<PastDownload['file']>,
  { folder, findNewer }: FetchContext,
): UnitSummary {
  const current = { ...summary, file: join(folder, name), bytes };
  const newer = findNewer({ url: summary.url, sha256 });
  if (newer === null) return current;
  const message =
    `The portal sent ${name} again, but the figures of ${newer.fileName}, which it sent later, still count. ` +
    `If the older figures are right, run: allocations withdraw ${shortHash(newer.sha256)} --reason "the portal took it back". ` +
    `That is permanent: if the portal sends ${newer.fileName} again, it is skipped`;
  return { ...current, status: 'failed', message };
}
