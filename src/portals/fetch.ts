import pLimit from 'p-limit';
import type { Month } from '../domain/month.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import type { Feed } from './feed.ts';
import { openClient } from './http/client.ts';
import type { FetchLimits } from './http/limits.ts';
import type { ClientOptions } from './http/messages.ts';
import { openDownloadHistory } from './inbox/download-history.ts';
import { blankSummary, type FetchContext, type FindNewer } from './inbox/fetch-context.ts';
import { type Inbox, openInbox } from './inbox/inbox.ts';
import { type FetchSummary, summarizeFetch, type UnitSummary } from './inbox/summary.ts';
import { fetchFileFeed } from './protocols/file-list.ts';
import { fetchUnit } from './protocols/queried-dataset.ts';
import { unitsOf } from './protocols/unit.ts';

/** What to download, and where to put it. */
export interface FetchOptions extends Omit<ClientOptions, 'signal'> {
  /** The command that the inbox's lock names. */
  command: 'fetch' | 'update';
  feeds: readonly Feed[];
  /** The folder for the files. It need not exist. */
  inbox: string;
  /** Only allocation periods from this one on. */
  since: Month | null;
  /** Says whether a newer report counts although the portal went back to an older file. */
  findNewer: FindNewer;
  /** Download, but write nothing. */
  dryRun: boolean;
  /** Stops the fetch. Complete files stay. */
  signal?: AbortSignal;
}

/**
 * Downloads new reports into the inbox, as files for `ingest`. A unit that fails does not stop the others: the summary
 * says why. Throws an `OperatorError` for a fault of the machine or a locked inbox, and the signal's reason if stopped.
 */
export async function fetchReports(options: FetchOptions): Promise<FetchSummary> {
  if (options.feeds.length === 0)
    throw new OperatorError(
      'The portal file has no feed. Add one, or give another file with --portals',
      USAGE,
    );
  const started = options.now();
  const inbox = openInbox(options.inbox, {
    command: options.command,
    startedAt: started.toISOString(),
    dryRun: options.dryRun,
  });
  try {
    const history = openDownloadHistory(options.inbox, !options.dryRun);
    const units = await fetchAll(options, inbox, history);
    return summarizeFetch(units, options.now().getTime() - started.getTime());
  } finally {
    inbox.close();
  }
}

async function fetchAll(
  options: FetchOptions,
  inbox: Inbox,
  history: FetchContext['history'],
): Promise<UnitSummary[]> {
  // the first fault of the machine stops all downloads
  const failure = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, failure.signal]) : failure.signal;
  const client = openClient({ ...options, signal });
  const context: FetchContext = { ...options, folder: options.inbox, inbox, history, client, signal };
  const hosts = new Map<string, Host>();
  const runs: Promise<UnitSummary[]>[] = [];
  try {
    for (const feed of options.feeds) {
      const { host } = feed.url;
      const known = hosts.get(host) ?? { limit: pLimit(options.limits.requestsPerHost), failures: 0 };
      hosts.set(host, known);
      for (const work of workOf(feed, options, context))
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
  /** Units that failed one after another because the portal is down. */
  failures: number;
}

/** A download, and its summary if it is skipped. */
interface Work {
  run: () => Promise<UnitSummary[]>;
  blank: UnitSummary;
}

/** Runs a download, or skips it if the host counts as down. */
async function unlessDown(host: Host, { run, blank }: Work, limits: FetchLimits): Promise<UnitSummary[]> {
  if (host.failures >= limits.failuresOfHost) {
    const message = `Skipped, because ${limits.failuresOfHost} downloads from this portal failed one after another. Try again later`;
    return [{ ...blank, portal_down: true, message }];
  }
  const units = await run();
  host.failures = units.some(({ portal_down }) => portal_down) ? host.failures + 1 : 0;
  return units;
}

/** The downloads of a feed, one for each unit. */
function workOf(feed: Feed, { since, now }: FetchOptions, context: FetchContext): Work[] {
  const blank = (unit: string) => blankSummary(feed, unit, feed.url.href);
  const hint = feed.is_guess
    ? '. The settings of this feed are a guess: see its note in the portal file'
    : '';
  const hinted = (units: UnitSummary[]) =>
    units.map((unit) => (unit.message === null ? unit : { ...unit, message: unit.message + hint }));
  if (feed.protocol === 'file')
    return [{ run: async () => hinted(await fetchFileFeed(feed, context)), blank: blank('file') }];
  return unitsOf(feed, since, now()).map((unit) => ({
    run: async () => hinted([await fetchUnit(feed, unit, context)]),
    blank: blank(unit.name),
  }));
}
