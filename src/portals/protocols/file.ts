import { statSync } from 'node:fs';
import { basename, extname, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findingMessage } from '../../domain/findings/finding.ts';
import { messageOf, OperatorError } from '../../domain/operator-error.ts';
import { binaryFormatOf, looksLikeJson, REPORT_ENDINGS } from '../../extract/formats/formats.ts';
import { readReportFile } from '../../files/report-file.ts';
import { findReportFiles, isNameless } from '../../files/report-paths.ts';
import type { FileFeed } from '../feed.ts';
import { refuseForeign } from '../http/content.ts';
import { contentFault, FetchFault } from '../http/fault.ts';
import type { PortalAnswer } from '../http/messages.ts';
import type { Attempt, Download, UnitTask } from '../unit-task.ts';

/** The download of a file from the web, or the copies of the report files of a local folder. */
export async function fileTasks(feed: FileFeed, inbox: string): Promise<UnitTask[]> {
  const { url } = feed;
  if (url.protocol !== 'file:') {
    const unit = decoded(basename(url.pathname)) || url.hostname;
    return [{ feed, unit, url: url.href, download: (attempt) => downloadFile(feed, unit, attempt) }];
  }
  const folder = fileURLToPath(url);
  const task = (path: string, download: UnitTask['download']) => {
    const unit = relative(folder, path) || basename(path);
    return { feed, unit, url: pathToFileURL(path).href, download };
  };
  try {
    const files = (await findReportFiles([folder])).filter(
      (file) => file === folder || isReport(file, inbox),
    );
    return files.map((file) => task(file, () => readLocal(file)));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const failure = new FetchFault(`${messageOf(error)} Or correct the portal file.`, 'none');
    return [task(folder, () => Promise.reject(failure))];
  }
}

/** Whether a path in a folder may be a report, or a subfolder that cannot be listed, and is not in the inbox. */
function isReport(path: string, inbox: string): boolean {
  const mayBe = REPORT_ENDINGS.includes(extname(path).toLowerCase()) || mayHoldReports(path);
  return mayBe && relative(inbox, path).startsWith('..');
}

function mayHoldReports(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    // nobody knows what a name that is not UTF-8 stands for
    return isNameless(path, error);
  }
}

async function downloadFile(
  feed: FileFeed,
  unit: string,
  { client, before, number }: Attempt,
): Promise<Download | null> {
  const { url } = feed;
  const [page] = before?.pages ?? [];
  const hasVersion = page !== undefined && (page.etag !== null || page.last_modified !== null);
  const ask = async (known: PortalAnswer | typeof page | null = null) => {
    const question = { feed, unit, url, accept: '*/*', known: known ?? null, attempt: number };
    const answer = await client.ask(question);
    if (answer.status === 200) requireReport(answer.bytes);
    return answer;
  };
  const answer = await ask(hasVersion ? page : null);
  if (answer.status === 304) return null;
  const { bytes, etag, last_modified, statesEnd } = answer;
  if (!statesEnd || bytes.length < (before?.file?.bytes ?? 0)) {
    const again = await ask();
    if (!again.bytes.equals(bytes))
      throw contentFault(
        `The portal sent ${bytes.length} bytes, then ${again.bytes.length}. One answer is incomplete, or the file changed. Try again later`,
        'retry',
      );
  }
  const extension = extensionOf(unit, bytes, answer.contentType);
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
  if (!binaryFormatOf(bytes)) refuseForeign(bytes.toString('latin1'));
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
