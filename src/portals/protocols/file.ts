import { statSync } from 'node:fs';
import { basename, extname, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findingMessage } from '../../domain/findings/finding.ts';
import { messageOf, OperatorError } from '../../domain/operator-error.ts';
import { looksLikeJson, REPORT_ENDINGS, workbookFormatOf } from '../../extract/formats/formats.ts';
import { readReportFile } from '../../files/report-file.ts';
import { findReportFiles, isNameless } from '../../files/report-paths.ts';
import type { FileFeed } from '../feed.ts';
import { refuseForeign } from '../http/content.ts';
import { contentFault, FetchFault } from '../http/fault.ts';
import type { Validators } from '../http/portal-client.ts';
import type { Attempt, Download, UnitTask } from '../unit-task.ts';

/** The download of a file from the web, or the copies of the report files of a local folder. */
export async function fileTasks(feed: FileFeed, inbox: string): Promise<UnitTask[]> {
  const { url } = feed;
  if (url.protocol !== 'file:') {
    const unit = nameOf(url);
    return [{ feed, unit, url: url.href, download: (attempt) => downloadFile(url, unit, attempt) }];
  }
  const folder = fileURLToPath(url);
  const task = (path: string, download: UnitTask['download']): UnitTask => {
    const unit = relative(folder, path) || basename(path);
    return { feed, unit, url: pathToFileURL(path).href, download };
  };
  try {
    const files = await findReportFiles([folder], (path) => path !== folder && isOther(path, inbox));
    return files.map((file) => task(file, () => readLocal(file)));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const failure = new FetchFault(`${messageOf(error)} Or correct the portal file.`, 'none');
    return [task(folder, () => Promise.reject(failure))];
  }
}

/** Whether a path is in the inbox, or is neither a folder nor named like a report. */
function isOther(path: string, inbox: string): boolean {
  if (!relative(inbox, path).startsWith('..')) return true;
  if (REPORT_ENDINGS.includes(extname(path).toLowerCase())) return false;
  try {
    return !statSync(path).isDirectory();
  } catch (error) {
    // nobody knows what a name that is not UTF-8 stands for
    return !isNameless(path, error);
  }
}

async function downloadFile(url: URL, unit: string, { ask, before }: Attempt): Promise<Download | null> {
  const [page] = before?.pages ?? [];
  const hasVersion = page !== undefined && (page.etag !== null || page.last_modified !== null);
  const read = async (known: Validators | null) => {
    const answer = await ask({ url, accept: '*/*', known });
    if (answer.status === 200) requireReport(answer.bytes);
    return answer;
  };
  const { status, bytes, etag, last_modified, statesEnd, contentType } = await read(hasVersion ? page : null);
  if (status === 304) return null;
  if (!statesEnd || bytes.length < (before?.file?.bytes ?? 0)) {
    const again = await read(null);
    if (!again.bytes.equals(bytes))
      throw contentFault(
        `The portal sent ${bytes.length} bytes, then ${again.bytes.length}. One answer is incomplete, or the file changed. Try again later`,
        'retry',
      );
  }
  const extension = extensionOf(unit, bytes, contentType);
  return fileDownload({ status: 200, pages: [{ url: url.href, etag, last_modified }], bytes, extension });
}

async function readLocal(path: string): Promise<Download> {
  const reading = await readReportFile(path);
  if ('finding' in reading) throw new FetchFault(findingMessage(reading.finding), 'none');
  const bytes = Buffer.from(reading.bytes);
  requireReport(bytes);
  const pages = [{ url: pathToFileURL(path).href, etag: null, last_modified: null }];
  return fileDownload({ status: null, pages, bytes, extension: extensionOf(path, bytes, null) });
}

function fileDownload(download: Pick<Download, 'status' | 'pages' | 'bytes' | 'extension'>): Download {
  return { ...download, rows: null, rowsSha256: null, months: null };
}

/** Throws a `FetchFault` for bytes that are certainly not a report. `ingest` finds the other faults. */
function requireReport(bytes: Buffer): void {
  if (bytes.length === 0) throw contentFault('Not ready: the file is empty. Try again later', 'later');
  // web pages and status messages begin in ASCII in every encoding
  if (!workbookFormatOf(bytes)) refuseForeign(bytes.toString('latin1'));
}

function extensionOf(name: string, bytes: Buffer, contentType: string | null): string {
  const ending = extname(name).toLowerCase();
  if (REPORT_ENDINGS.includes(ending)) return ending.slice(1);
  const isJson = contentType?.includes('json') || looksLikeJson(bytes.toString('latin1', 0, 100));
  return workbookFormatOf(bytes) ?? (isJson ? 'json' : 'csv');
}

/** The last part of an address, without its escapes if they can be read. */
function nameOf({ pathname, hostname }: URL): string {
  const name = basename(pathname) || hostname;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
