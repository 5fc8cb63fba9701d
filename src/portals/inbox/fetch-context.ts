import { hash } from 'node:crypto';
import { extname, join } from 'node:path';
import { downloadName } from '../../domain/origin.ts';
import { readOrigin } from '../../files/origin-note.ts';
import type { Feed } from '../feed.ts';
import type { Client } from '../http/client.ts';
import { FetchFault } from '../http/fault.ts';
import type { FetchLimits } from '../http/limits.ts';
import type { Validators } from '../http/messages.ts';
import type { Memory, Remembered } from './download-history.ts';
import type { Inbox } from './inbox.ts';
import type { UnitSummary } from './summary.ts';

/** What all units of one fetch share. */
export interface Workplace {
  /** The inbox's path. */
  folder: string;
  inbox: Inbox;
  memory: Memory;
  client: Client;
  limits: FetchLimits;
  signal: AbortSignal;
  now: () => Date;
}

/** A unit's summary before anything is known of it. */
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
    message: null,
  };
}

/** The feed's name and the unit's, as letters, digits and hyphens. */
function stemOf({ name }: Feed, unit: string): string {
  const stem = unit
    .slice(0, unit.length - extname(unit).length)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  return stem === '' ? name : `${name}-${stem}`;
}

/** The summary of a unit that could not be fetched; what stops the whole fetch is thrown on. */
export function failedSummary(blank: UnitSummary, error: unknown, signal: AbortSignal): UnitSummary {
  signal.throwIfAborted();
  if (!(error instanceof FetchFault)) throw error;
  const not_ready = error.remedy === 'later';
  return { ...blank, status: 'failed', http_status: error.status, not_ready, message: error.message };
}

/** A file that was downloaded whole. */
export interface Downloaded extends Validators {
  /** What its name begins with, and ends with. */
  stem: string;
  extension: string;
  bytes: Buffer;
  url: string;
  status: number | null;
}

/** A file in the inbox: its path, and what it is known by. */
export interface KeptFile {
  name: string;
  bytes: number;
  sha256: string;
  isNew: boolean;
}

/**
 * Puts a file into the inbox, under a name with its hash, unless these bytes are there already. `before` is what was
 * downloaded in its place the last time. Throws a `FetchFault` where the feed went back to what it gave before that.
 */
export function keepFile(place: Workplace, downloaded: Downloaded, before: Remembered | undefined): KeptFile {
  const { inbox, now } = place;
  const { stem, extension, bytes, url, status, etag, last_modified } = downloaded;
  const sha256 = hash('sha256', bytes);
  const known = inbox.findBytes(bytes, sha256);
  if (known !== null) {
    refuseReturn(place, { name: known, sha256 }, before);
    return { name: known, bytes: bytes.length, sha256, isNew: false };
  }
  const name = downloadName(stem, sha256, extension);
  const fetchedAt = now().toISOString();
  const size = bytes.length;
  inbox.save(name, bytes, { url, fetched_at: fetchedAt, status, etag, last_modified, bytes: size, sha256 });
  return { name, bytes: size, sha256, isNew: true };
}

/**
 * The same bytes are the same report, which counts from when it first came: one that came in between goes on counting
 * until a person takes it out.
 */
function refuseReturn(
  place: Workplace,
  known: { name: string; sha256: string },
  before: Remembered | undefined,
): void {
  const later = before?.file;
  if (!later || later.sha256 === known.sha256 || !place.inbox.holds(later)) return;
  const fetchedAt = readOrigin(pathOf(place, known), known.sha256).origin?.fetched_at;
  if (fetchedAt === undefined || fetchedAt >= before.fetched_at) return;
  const path = pathOf(place, later);
  throw new FetchFault(
    `what came is ${known.name} again, but ${later.name} came after it, and its figures count; where the earlier ones are right, take it out (allocations withdraw ${path} --reason "the feed took it back") and move it out of the inbox`,
    'none',
    200,
  );
}

/** The path of a file of the inbox. */
export function pathOf({ folder }: Workplace, { name }: { name: string }): string {
  return join(folder, name);
}
