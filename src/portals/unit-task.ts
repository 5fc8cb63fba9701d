import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { MonthRange } from '../domain/month-range.ts';
import { downloadName } from '../domain/origin.ts';
import { shortHash } from '../domain/text/short-hash.ts';
import { type DownloadHistory, type PastDownload, stemOf } from './download-history.ts';
import type { Feed } from './feed.ts';
import { contentFault, FetchFault } from './http/fault.ts';
import { type FetchLimits, LESS_AT_A_TIME } from './http/limits.ts';
import type { PortalAnswer, PortalClient, Question } from './http/portal-client.ts';
import type { Inbox } from './inbox.ts';
import type { UnitSummary } from './summary.ts';

/** Finds a loaded report that a portal sent after the current file of an address, and whose figures still count. */
export type FindNewer = (current: {
  url: string;
  sha256: string;
}) => { file_name: string; sha256: string } | null;

/** What all units of one fetch share. */
export interface FetchContext {
  inbox: Inbox;
  history: DownloadHistory;
  findNewer: FindNewer;
  client: PortalClient;
  limits: FetchLimits;
  signal: AbortSignal;
  now: () => Date;
}

export interface Attempt {
  limits: FetchLimits;
  /** The last download, if its file is still there. */
  before: PastDownload | null;
  /** Asks the portal. Throws a `FetchFault`, also if the unit takes too long. */
  ask(question: Pick<Question, 'url' | 'accept' | 'known'>): Promise<PortalAnswer>;
}

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
  const known = history.find({ feed: feed.name, unit, url });
  // a file that was removed or edited is downloaded again
  const before = known && (known.file === null || inbox.holds(known.file)) ? known : null;
  const deadline = performance.now() + limits.unitMs;
  const isLocal = feed.url.protocol === 'file:';
  const attempt = (number: number) => {
    const ask: Attempt['ask'] = async (question) => {
      if (performance.now() > deadline) throw tooLong(limits);
      return await client.ask({ ...question, feed, unit, attempt: number });
    };
    return task.download({ limits, before, ask });
  };
  try {
    const download = await (isLocal ? attempt(1) : client.retry(attempt));
    signal.throwIfAborted();
    if (!download) return withFile({ ...blank, http_status: 304 }, before, context);
    const { past, isNew } = keepDownload(task, download, known, context);
    const changed = isNew || (known !== undefined && known.file?.sha256 !== past.file?.sha256);
    const summary = { ...blank, http_status: download.status, changed };
    if (!isNew) return withFile(summary, past, context);
    const { first = null, last = null } = download.months ?? {};
    const months = { first_month: first, last_month: last };
    return withFile({ ...summary, ...months, status: 'new' }, past, context);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FetchFault)) throw error;
    const note =
      feed.note !== null && error.isAboutFeed ? '. See the note of this feed in the portal file' : '';
    return {
      ...blank,
      http_status: isLocal ? null : error.status,
      not_ready: error.remedy === 'later',
      portal_down: error.isPortalDown,
      message: `${client.hideSecrets(error.message)}${note}`,
    };
  }
}

function tooLong({ unitMs }: FetchLimits): FetchFault {
  return new FetchFault(
    `The download took longer than ${unitMs / 60_000} minutes. Try again later. ${LESS_AT_A_TIME}`,
    'once',
  );
}

/** A unit's summary before its download. */
export function blankSummary({ feed, unit, url }: UnitTask): UnitSummary {
  return {
    feed: feed.name,
    state: feed.state,
    kind: feed.kind?.name ?? null,
    unit,
    status: 'failed',
    ...{ file: null, changed: false, stem: stemOf(feed.name, unit), url },
    ...{ http_status: null, bytes: null, rows: null, first_month: null, last_month: null },
    ...{ not_ready: false, portal_down: false, message: null },
  };
}

/** Puts a download into the inbox and its history, unless its rows are those of the file that is there. */
function keepDownload(
  { feed, unit, url }: UnitTask,
  { status, pages, rows, rowsSha256, bytes, extension }: Download,
  known: PastDownload | undefined,
  { inbox, history, now }: FetchContext,
): { past: PastDownload; isNew: boolean } {
  const fetched_at = now().toISOString();
  const keep = (file: PastDownload['file'], isNew = false) => {
    const past = { feed: feed.name, unit, url, pages, file, rows, rows_sha256: rowsSha256, fetched_at };
    history.note(past);
    return { past, isNew };
  };
  if (bytes === null) {
    // this also holds if the earlier file has left the inbox
    if ((known?.rows ?? 0) > 0)
      throw contentFault(
        `The portal sent no rows, but ${known?.rows} the last time. It may be updating the dataset. Try again later`,
      );
    return keep(null);
  }
  const hasRowsOf = (past: PastDownload) => rowsSha256 !== null && past.rows_sha256 === rowsSha256;
  if (known?.file && hasRowsOf(known) && inbox.holds(known.file)) return keep(known.file);
  const sha256 = hash('sha256', bytes);
  const file = {
    name: downloadName(stemOf(feed.name, unit), sha256, extension),
    bytes: bytes.length,
    sha256,
  };
  const { etag = null, last_modified = null } = pages[0] ?? {};
  const origin = { url, fetched_at, status, etag, last_modified, bytes: bytes.length, sha256 };
  return keep(file, inbox.save(file.name, bytes, origin));
}

/** A summary with the unit's current file. It is failed if the portal went back to this file and a newer one counts. */
function withFile(
  summary: UnitSummary,
  past: PastDownload | null,
  { inbox, findNewer }: FetchContext,
): UnitSummary {
  const rows = past?.rows ?? null;
  if (!past?.file) return { ...summary, rows, status: 'empty' };
  const { name, bytes, sha256 } = past.file;
  const current = { ...summary, rows, file: join(inbox.folder, name), bytes };
  const newer = findNewer({ url: summary.url, sha256 });
  if (newer === null) return { ...current, status: summary.status === 'new' ? 'new' : 'unchanged' };
  const message =
    `The portal sent ${name} again, but the figures of ${newer.file_name}, which it sent later, still count. ` +
    `If the older figures are right, run: allocations withdraw ${shortHash(newer.sha256)} --reason "the portal took it back". ` +
    `That is permanent: if the portal sends ${newer.file_name} again, it is skipped`;
  return { ...current, status: 'failed', message };
}
