import { hash } from 'node:crypto';
import { join } from 'node:path';
import { downloadName } from '../../domain/origin.ts';
import { shortHash } from '../../domain/text/sha256.ts';
import type { Feed } from '../feed.ts';
import type { Client } from '../http/client.ts';
import { FetchFault } from '../http/fault.ts';
import type { FetchLimits } from '../http/limits.ts';
import type { Validators } from '../http/messages.ts';
import { stemOf } from './current-downloads.ts';
import type { DownloadHistory, PastDownload } from './download-history.ts';
import type { Inbox } from './inbox.ts';
import type { UnitSummary } from './summary.ts';

/** Finds a loaded report that a portal sent after the current file of an address, and whose figures still count. */
export type FindNewer = (current: { url: string; sha256: string }) => NewerReport | null;

export interface NewerReport {
  fileName: string;
  sha256: string;
}

/** What all units of one fetch share. */
export interface FetchContext {
  /** The inbox's path. */
  folder: string;
  inbox: Inbox;
  history: DownloadHistory;
  findNewer: FindNewer;
  client: Client;
  limits: FetchLimits;
  signal: AbortSignal;
  now: () => Date;
}

/** A unit's summary before its download. */
export function blankSummary(feed: Feed, unit: string, url: string): UnitSummary {
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

/** The summary of a failed unit. Throws errors that stop the whole fetch. */
export function failedSummary(blank: UnitSummary, error: unknown, signal: AbortSignal): UnitSummary {
  signal.throwIfAborted();
  if (!(error instanceof FetchFault)) throw error;
  return {
    ...blank,
    status: 'failed',
    http_status: error.status,
    not_ready: error.remedy === 'later',
    portal_down: error.isPortalDown,
    message: error.message,
  };
}

/** A complete downloaded file. */
export interface Downloaded extends Validators {
  /** The beginning and end of its name. */
  stem: string;
  extension: string;
  bytes: Buffer;
  url: string;
  status: number | null;
}

/** A file in the inbox. */
export interface KeptFile {
  name: string;
  bytes: number;
  sha256: string;
  isNew: boolean;
}

/** Puts a file into the inbox under a name with its hash, unless the inbox has these bytes. */
export function keepFile({ inbox, now }: FetchContext, downloaded: Downloaded): KeptFile {
  const { stem, extension, bytes, url, status, etag, last_modified } = downloaded;
  const sha256 = hash('sha256', bytes);
  const known = inbox.findBytes(bytes, sha256);
  if (known !== null) return { name: known, bytes: bytes.length, sha256, isNew: false };
  const name = downloadName(stem, sha256, extension);
  const fetchedAt = now().toISOString();
  const size = bytes.length;
  inbox.save(name, bytes, { url, fetched_at: fetchedAt, status, etag, last_modified, bytes: size, sha256 });
  return { name, bytes: size, sha256, isNew: true };
}

/** Whether the portal sent another file than the last time. */
export function isChanged({ isNew, sha256 }: KeptFile, before: PastDownload | undefined): boolean {
  return isNew || (before !== undefined && before.file?.sha256 !== sha256);
}

/** The summary of a unit with its current file. It is failed if the portal went back to this file and a newer one counts. */
export function currentSummary(
  summary: UnitSummary,
  file: Omit<KeptFile, 'isNew'>,
  context: FetchContext,
): UnitSummary {
  const current = { ...summary, file: pathOf(context, file), bytes: file.bytes };
  const newer = context.findNewer({ url: summary.url, sha256: file.sha256 });
  if (newer === null) return current;
  const message =
    `The portal sent ${file.name} again, but the figures of ${newer.fileName}, which it sent later, still count. ` +
    `If the older figures are right, run: allocations withdraw ${shortHash(newer.sha256)} --reason "the portal took it back". ` +
    `That is permanent: if the portal sends ${newer.fileName} again, it is skipped`;
  return { ...current, status: 'failed', message };
}

/** The path of a file of the inbox. */
export function pathOf({ folder }: FetchContext, { name }: { name: string }): string {
  return join(folder, name);
}
