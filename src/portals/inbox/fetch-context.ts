import { hash } from 'node:crypto';
import { extname, join } from 'node:path';
import { downloadName } from '../../domain/origin.ts';
import { readOrigin } from '../../files/origin-note.ts';
import type { Feed } from '../feed.ts';
import type { Client } from '../http/client.ts';
import { contentFault, FetchFault } from '../http/fault.ts';
import type { FetchLimits } from '../http/limits.ts';
import type { Validators } from '../http/messages.ts';
import type { DownloadHistory, PastDownload } from './download-history.ts';
import type { Inbox } from './inbox.ts';
import type { UnitSummary } from './summary.ts';

/** What all units of one fetch share. */
export interface FetchContext {
  /** The inbox's path. */
  folder: string;
  inbox: Inbox;
  history: DownloadHistory;
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
    stem: stemOf(feed, unit),
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

/** The names of feed and unit, as letters, digits and hyphens. */
function stemOf({ name }: Feed, unit: string): string {
  const stem = unit
    .slice(0, unit.length - extname(unit).length)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  return stem === '' ? name : `${name}-${stem}`;
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

/**
 * Puts a file into the inbox under a name with its hash, unless the inbox has these bytes. `before` is the last download
 * of the unit. Throws a `FetchFault` if the portal went back to an older version.
 */
export function keepFile(
  context: FetchContext,
  downloaded: Downloaded,
  before: PastDownload | undefined,
): KeptFile {
  const { inbox, now } = context;
  const { stem, extension, bytes, url, status, etag, last_modified } = downloaded;
  const sha256 = hash('sha256', bytes);
  const known = inbox.findBytes(bytes, sha256);
  if (known !== null) {
    refuseReturn(context, { name: known, sha256 }, before);
    return { name: known, bytes: bytes.length, sha256, isNew: false };
  }
  const name = downloadName(stem, sha256, extension);
  const fetchedAt = now().toISOString();
  const size = bytes.length;
  inbox.save(name, bytes, { url, fetched_at: fetchedAt, status, etag, last_modified, bytes: size, sha256 });
  return { name, bytes: size, sha256, isNew: true };
}

/** The same bytes are the same, older report: the one received after it wins until a person withdraws it. */
function refuseReturn(
  context: FetchContext,
  known: { name: string; sha256: string },
  before: PastDownload | undefined,
): void {
  const later = before?.file;
  if (!later || later.sha256 === known.sha256 || !context.inbox.holds(later)) return;
  const fetchedAt = readOrigin(pathOf(context, known), known.sha256).origin?.fetched_at;
  if (fetchedAt === undefined || fetchedAt >= before.fetched_at) return;
  const path = pathOf(context, later);
  throw contentFault(
    `The portal sent ${known.name} again, but ${later.name} is newer and its figures count. If the older figures are right, run: allocations withdraw ${path} --reason "the portal took it back". Then move the file out of the inbox`,
  );
}

/** The path of a file of the inbox. */
export function pathOf({ folder }: FetchContext, { name }: { name: string }): string {
  return join(folder, name);
}
