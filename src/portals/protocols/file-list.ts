import { readFileSync, statSync } from 'node:fs';
import { basename, extname, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { errorCode, OperatorError } from '../../domain/operator-error.ts';
import { binaryFormatOf, looksLikeJson, REPORT_ENDINGS } from '../../extract/formats/formats.ts';
import { findReportFiles, isNameless, NAMELESS, UNREADABLE_FOLDER } from '../../files/report-paths.ts';
import { type FileFeed, localPath } from '../feed.ts';
import { refuseForeign } from '../http/content.ts';
import { contentFault, FetchFault } from '../http/fault.ts';
import type { PortalAnswer } from '../http/messages.ts';
import type { PastDownload } from '../inbox/download-history.ts';
import {
  blankSummary,
  currentSummary,
  type FetchContext,
  failedSummary,
  isChanged,
  type KeptFile,
  keepFile,
} from '../inbox/fetch-context.ts';
import type { UnitSummary } from '../inbox/summary.ts';

/** Downloads a file from the web, or copies the report files of a local folder. */
export async function fetchFileFeed(feed: FileFeed, context: FetchContext): Promise<UnitSummary[]> {
  const path = localPath(feed);
  if (path === null) return [await fetchFile(feed, context)];
  try {
    const units: UnitSummary[] = [];
    for (const file of await listReports(path, context.folder)) {
      // a stop signal takes effect between two files
      await nextTurn();
      context.signal.throwIfAborted();
      units.push(copyFile(feed, path, file, context));
    }
    return units;
  } catch (error) {
    return [failedSummary(blankSummary(feed, basename(path), feed.url.href), error, context.signal)];
  }
}

async function fetchFile(feed: FileFeed, context: FetchContext): Promise<UnitSummary> {
  const { url } = feed;
  const unit = decoded(basename(url.pathname)) || url.hostname;
  const blank = blankSummary(feed, unit, url.href);
  const before = context.history.find(feed.name, unit, url.href);
  const [page] = before?.pages ?? [];
  const isThere = before?.file != null && context.inbox.holds(before.file);
  const hasVersion = page !== undefined && (page.etag !== null || page.last_modified !== null);
  try {
    const answer = await context.client.ask(
      { feed, unit, url, accept: '*/*', known: isThere && hasVersion ? page : null },
      (came) => {
        if (came.status === 200) requireReport(came.bytes);
        return came;
      },
    );
    if (answer.status === 304 && before?.file)
      return currentSummary({ ...blank, status: 'unchanged', http_status: 304 }, before.file, context);
    return noteFile(feed, unit, answer, blank, context);
  } catch (error) {
    return failedSummary(blank, error, context.signal);
  }
}

function noteFile(
  feed: FileFeed,
  unit: string,
  { bytes, etag, last_modified, contentType }: PortalAnswer,
  blank: UnitSummary,
  context: FetchContext,
): UnitSummary {
  const extension = extensionOf(unit, bytes, contentType);
  const downloaded = { stem: blank.stem, extension, bytes, url: blank.url, status: 200, etag, last_modified };
  const kept = keepFile(context, downloaded);
  const before = context.history.find(feed.name, unit, blank.url);
  remember(feed, unit, { url: blank.url, etag, last_modified }, kept, context);
  return summaryOf({ ...blank, http_status: 200 }, kept, before, context);
}

function copyFile(feed: FileFeed, folder: string, path: string, context: FetchContext): UnitSummary {
  const unit = relative(folder, path) || basename(path);
  const url = pathToFileURL(path).href;
  const blank = blankSummary(feed, unit, url);
  try {
    const bytes = readLocal(path, context.limits.bytes);
    requireReport(bytes);
    const extension = extensionOf(unit, bytes, null);
    const unversioned = { etag: null, last_modified: null };
    const copied = { ...unversioned, stem: blank.stem, extension, bytes, url, status: null };
    const kept = keepFile(context, copied);
    const before = context.history.find(feed.name, unit, url);
    remember(feed, unit, { ...unversioned, url }, kept, context);
    return summaryOf(blank, kept, before, context);
  } catch (error) {
    return { ...failedSummary(blank, error, context.signal), http_status: null };
  }
}

function remember(
  feed: FileFeed,
  unit: string,
  page: { url: string; etag: string | null; last_modified: string | null },
  { name, bytes, sha256 }: KeptFile,
  { history, now }: FetchContext,
): void {
  history.note({
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

function summaryOf(
  blank: UnitSummary,
  kept: KeptFile,
  before: PastDownload | undefined,
  context: FetchContext,
): UnitSummary {
  const status = kept.isNew ? 'new' : 'unchanged';
  return currentSummary({ ...blank, status, changed: isChanged(kept, before) }, kept, context);
}

/** The file itself, or the report files of a folder as `ingest` finds them, without those of the inbox. */
async function listReports(path: string, inbox: string): Promise<string[]> {
  try {
    const files = await findReportFiles([path]);
    const isReport = (file: string) =>
      REPORT_ENDINGS.includes(extname(file).toLowerCase()) || mayHoldReports(file);
    const isInInbox = (file: string) => !relative(inbox, file).startsWith('..');
    return files.filter((file) => file === path || (isReport(file) && !isInInbox(file)));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new FetchFault(`${error.message} Or correct the portal file.`, 'none');
  }
}

/** Whether this is a folder that cannot be listed, or may be one. */
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
    // reading a pipe or a device might never end
    if (!before.isFile())
      throw new FetchFault('This is not a regular file. Put a file there, or move it away', 'none');
    if (before.size > most)
      throw new FetchFault(
        `The file is larger than ${Math.floor(most / 1024 / 1024)} MiB. Split it by months`,
        'none',
      );
    const bytes = readFileSync(path);
    const after = statSync(path);
    if (after.size !== bytes.length || after.mtimeMs !== before.mtimeMs)
      throw new FetchFault(
        'The file changed while the program read it. Run again when the file is complete',
        'none',
      );
    return bytes;
  } catch (error) {
    throw error instanceof FetchFault ? error : unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === null) return error;
  if (isNameless(path, error)) return new FetchFault(NAMELESS, 'none');
  const [problem, advice] =
    code === 'ENOENT'
      ? ['The file is gone', 'Run again']
      : [`Cannot read the file (${code})`, 'Check its permissions'];
  return new FetchFault(`${problem}. ${advice}`, 'none');
}

/** Throws a `FetchFault` for bytes that are certainly not a report. `ingest` finds the other faults. */
function requireReport(bytes: Buffer): void {
  if (bytes.length === 0) throw contentFault('Not ready: the file is empty. Try again later', 'later');
  if (binaryFormatOf(bytes)) return;
  // web pages and status messages begin in ASCII in every encoding
  refuseForeign(bytes.toString('latin1'));
}

function extensionOf(name: string, bytes: Buffer, contentType: string | null): string {
  const ending = extname(name).toLowerCase();
  if (REPORT_ENDINGS.includes(ending)) return ending.slice(1);
  const isJson = contentType?.includes('json') || looksLikeJson(bytes.toString('latin1', 0, 100));
  return binaryFormatOf(bytes) ?? (isJson ? 'json' : 'csv');
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
