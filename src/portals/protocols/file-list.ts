import { readFileSync, statSync } from 'node:fs';
import { basename, extname, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { errorCode, OperatorError } from '../../domain/operator-error.ts';
import { isWorkbook } from '../../domain/text/bytes.ts';
import { findReportFiles, isNameless, NAMELESS, UNREADABLE_FOLDER } from '../../files/report-paths.ts';
import { type FileFeed, localPath } from '../feed.ts';
import { refuseForeign } from '../http/content.ts';
import { FetchFault } from '../http/fault.ts';
import type { PortalAnswer } from '../http/messages.ts';
import {
  blankSummary,
  failedSummary,
  type KeptFile,
  keepFile,
  pathOf,
  type Workplace,
} from '../inbox/fetch-context.ts';
import type { UnitSummary } from '../inbox/summary.ts';

const REPORT_ENDINGS = ['.csv', '.tsv', '.txt', '.json', '.xlsx'];

/** Fetches a file of the web, or the report files of a local folder. */
export async function fetchFileFeed(feed: FileFeed, place: Workplace): Promise<UnitSummary[]> {
  const path = localPath(feed);
  if (path === null) return [await fetchFile(feed, place)];
  try {
    const units: UnitSummary[] = [];
    for (const file of await listReports(path, place.folder)) {
      // a signal to stop is heard between two files
      await nextTurn();
      place.signal.throwIfAborted();
      units.push(copyFile(feed, path, file, place));
    }
    return units;
  } catch (error) {
    return [failedSummary(blankSummary(feed, basename(path), feed.url.href), error, place.signal)];
  }
}

async function fetchFile(feed: FileFeed, place: Workplace): Promise<UnitSummary> {
  const { url } = feed;
  const unit = decoded(basename(url.pathname)) || url.hostname;
  const blank = blankSummary(feed, unit, url.href);
  const before = place.memory.find(feed.name, unit, url.href);
  const [page] = before?.pages ?? [];
  const isThere = before?.file != null && place.inbox.holds(before.file);
  const hasName = page !== undefined && (page.etag !== null || page.last_modified !== null);
  try {
    const answer = await place.client.ask(
      { feed, unit, url, accept: '*/*', known: isThere && hasName ? page : null },
      (came) => {
        if (came.status === 200) requireReport(came.bytes);
        return came;
      },
    );
    if (answer.status === 304 && before?.file) {
      const { file } = before;
      const path = pathOf(place, file);
      return { ...blank, status: 'unchanged', file: path, http_status: 304, bytes: file.bytes };
    }
    return noteFile(feed, unit, answer, blank, place);
  } catch (error) {
    return failedSummary(blank, error, place.signal);
  }
}

function noteFile(
  feed: FileFeed,
  unit: string,
  { bytes, etag, last_modified, contentType }: PortalAnswer,
  blank: UnitSummary,
  place: Workplace,
): UnitSummary {
  const extension = extensionOf(unit, bytes, contentType);
  const downloaded = { stem: blank.stem, extension, bytes, url: blank.url, status: 200, etag, last_modified };
  const kept = keepFile(place, downloaded, place.memory.find(feed.name, unit, blank.url));
  remember(feed, unit, { url: blank.url, etag, last_modified }, kept, place);
  return summaryOf({ ...blank, http_status: 200 }, kept, place);
}

function copyFile(feed: FileFeed, folder: string, path: string, place: Workplace): UnitSummary {
  const unit = relative(folder, path) || basename(path);
  const url = pathToFileURL(path).href;
  const blank = blankSummary(feed, unit, url);
  try {
    const bytes = readLocal(path, place.limits.bytes);
    requireReport(bytes);
    const extension = extensionOf(unit, bytes, null);
    const nameless = { etag: null, last_modified: null };
    const copied = { ...nameless, stem: blank.stem, extension, bytes, url, status: null };
    const kept = keepFile(place, copied, place.memory.find(feed.name, unit, url));
    remember(feed, unit, { ...nameless, url }, kept, place);
    return summaryOf(blank, kept, place);
  } catch (error) {
    return { ...failedSummary(blank, error, place.signal), http_status: null };
  }
}

function remember(
  feed: FileFeed,
  unit: string,
  page: { url: string; etag: string | null; last_modified: string | null },
  { name, bytes, sha256 }: KeptFile,
  { memory, now }: Workplace,
): void {
  memory.note({
    feed: feed.name,
    unit,
    url: page.url,
    pages: [page],
    file: { name, bytes, sha256 },
    rows: null,
    rows_sha256: null,
    fetched_at: now().toISOString(),
  });
}

function summaryOf(blank: UnitSummary, kept: KeptFile, place: Workplace): UnitSummary {
  const status = kept.isNew ? 'new' : 'unchanged';
  return { ...blank, status, file: pathOf(place, kept), bytes: kept.bytes };
}

/** The file itself, or the report files of a folder as `ingest` finds them; what is in the inbox is there already. */
async function listReports(path: string, inbox: string): Promise<string[]> {
  try {
    const files = await findReportFiles([path]);
    const isReport = (file: string) =>
      REPORT_ENDINGS.includes(extname(file).toLowerCase()) || mayHoldReports(file);
    const isInInbox = (file: string) => !relative(inbox, file).startsWith('..');
    return files.filter((file) => file === path || (isReport(file) && !isInInbox(file)));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new FetchFault(`${error.message}, or mend the portal file`, 'none');
  }
}

/** A folder that cannot be walked, or what cannot be told from one. */
function mayHoldReports(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    return isNameless(path, error);
  }
}

function readLocal(path: string, most: number): Buffer {
  try {
    const before = statSync(path);
    if (before.isDirectory()) throw new FetchFault(UNREADABLE_FOLDER, 'none');
    // a pipe would be waited for without end, and a device has none
    if (!before.isFile())
      throw new FetchFault('not a regular file; put files there, or move it away', 'none');
    if (before.size > most)
      throw new FetchFault(`the file is larger than ${Math.floor(most / 1024 / 1024)} MiB`, 'none');
    const bytes = readFileSync(path);
    const after = statSync(path);
    if (after.size !== bytes.length || after.mtimeMs !== before.mtimeMs)
      throw new FetchFault('the file changed while it was read; run again when it is whole', 'none');
    return bytes;
  } catch (error) {
    throw error instanceof FetchFault ? error : unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === null) return error;
  if (isNameless(path, error)) return new FetchFault(NAMELESS, 'none');
  const reason = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`;
  return new FetchFault(`${path} ${reason}; mend the portal file, or its permissions`, 'none');
}

/** Throws a `FetchFault` for what is certainly no report; what it is else, ingest tells. */
function requireReport(bytes: Buffer): void {
  if (bytes.length === 0) throw new FetchFault('not ready: nothing came, 0 bytes; try later', 'later', 200);
  if (isWorkbook(bytes)) return;
  // whatever the encoding, what portals show in place of data begins in ASCII
  refuseForeign(bytes.toString('latin1'));
}

function extensionOf(name: string, bytes: Buffer, contentType: string | null): string {
  const ending = extname(name).toLowerCase();
  if (REPORT_ENDINGS.includes(ending)) return ending.slice(1);
  if (isWorkbook(bytes)) return 'xlsx';
  if (contentType?.includes('json') || /^\s*[[{]/.test(bytes.toString('latin1', 0, 100))) return 'json';
  return 'csv';
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
