import pLimit from 'p-limit';
import type { Month } from '../domain/month.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import type { Feed } from './feed.ts';
import { openClient } from './http/client.ts';
import type { FetchLimits } from './http/limits.ts';
import type { ClientOptions } from './http/messages.ts';
import { openMemory } from './inbox/download-history.ts';
import { blankSummary, type Workplace } from './inbox/fetch-context.ts';
import { type Inbox, openInbox } from './inbox/inbox.ts';
import { type FetchSummary, summarizeFetch, type UnitSummary } from './inbox/summary.ts';
import { fetchFileFeed } from './protocols/file-list.ts';
import { fetchUnit } from './protocols/queried-dataset.ts';
import { unitsOf } from './protocols/unit.ts';

/** What a fetch asks, and where it puts what comes. */
export interface FetchOptions extends Omit<ClientOptions, 'signal'> {
  /** The command on whose behalf the inbox is locked. */
  command: 'fetch' | 'update';
  feeds: readonly Feed[];
  /** The folder the files are put into; it need not exist. */
  inbox: string;
  /** Only what reaches this allocation period or later. */
  since: Month | null;
  /** Everything but the writing. */
  dryRun: boolean;
  /** Gives the fetch up; files that are whole stay. */
  signal?: AbortSignal;
}

/**
 * Downloads what is new into the inbox, as files `ingest` takes as they are. What cannot be had is said in the summary,
 * and the rest goes on. Throws an `OperatorError` where the machine stands in the way or another fetch is at work, and
 * the signal's reason where it was given up.
 */
export async function fetchReports(options: FetchOptions): Promise<FetchSummary> {
  if (options.feeds.length === 0)
    throw new OperatorError('no feed to fetch from; add one to the portal file (--portals)', USAGE);
  const started = options.now();
  const inbox = openInbox(options.inbox, {
    command: options.command,
    startedAt: started.toISOString(),
    dryRun: options.dryRun,
  });
  try {
    const memory = openMemory(options.inbox, !options.dryRun);
    const units = await fetchAll(options, inbox, memory);
    return summarizeFetch(units, options.now().getTime() - started.getTime());
  } finally {
    inbox.close();
  }
}

async function fetchAll(
  options: FetchOptions,
  inbox: Inbox,
  memory: Workplace['memory'],
): Promise<UnitSummary[]> {
  // the first thing the machine refuses ends what else is under way
  const failure = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, failure.signal]) : failure.signal;
  const client = openClient({ ...options, signal });
  const place: Workplace = { ...options, folder: options.inbox, inbox, memory, client, signal };
  const hosts = new Map<string, Host>();
  const runs: Promise<UnitSummary[]>[] = [];
  try {
    for (const feed of options.feeds) {
      const { host } = feed.url;
      const known = hosts.get(host) ?? { limit: pLimit(options.limits.requestsPerHost), failures: 0 };
      hosts.set(host, known);
      for (const work of workOf(feed, options, place))
        runs.push(known.limit(() => unlessDown(known, work, options.limits)));
    }
    const units = await Promise.all(runs);
    return units.flat();
  } catch (error) {
    failure.abort(error);
    await Promise.allSettled(runs);
    options.signal?.throwIfAborted();
    throw error;
  }
}

interface Host {
  limit: ReturnType<typeof pLimit>;
  /** Units that failed one after another because it did not answer, or not well. */
  failures: number;
}

/** One thing to do for a feed, and its summary where it is not done. */
interface Work {
  run: () => Promise<UnitSummary[]>;
  blank: UnitSummary;
}

/** Does a piece of work unless its host failed too often: a portal that is down is left alone. */
async function unlessDown(host: Host, { run, blank }: Work, limits: FetchLimits): Promise<UnitSummary[]> {
  if (host.failures >= limits.failuresOfHost) {
    const message = `not asked for, because ${limits.failuresOfHost} others before it failed; try later`;
    return [{ ...blank, message }];
  }
  const started = performance.now();
  const units = await run();
  // a status may come at once, and its answer never end
  const isSlow = performance.now() - started > limits.requestMs;
  const isDown = (unit: UnitSummary) =>
    unit.status === 'failed' &&
    unit.url.startsWith('http') &&
    (isSlow || unit.http_status === null || unit.http_status === 429 || unit.http_status >= 500);
  host.failures = units.some(isDown) ? host.failures + 1 : 0;
  return units;
}

/** What there is to do for a feed, unit by unit. */
function workOf(feed: Feed, { since, now }: FetchOptions, place: Workplace): Work[] {
  const blank = (unit: string) => blankSummary(feed, unit, feed.url.href);
  const hint = feed.is_guess ? '; this feed is a guess, see its note in the portal file' : '';
  const hinted = (units: UnitSummary[]) =>
    units.map((unit) => (unit.message === null ? unit : { ...unit, message: unit.message + hint }));
  if (feed.protocol === 'file')
    return [{ run: async () => hinted(await fetchFileFeed(feed, place)), blank: blank('file') }];
  return unitsOf(feed, since, now()).map((unit) => ({
    run: async () => hinted([await fetchUnit(feed, unit, place)]),
    blank: blank(unit.name),
  }));
}
