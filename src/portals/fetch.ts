import pLimit from 'p-limit';
import type { Month } from '../domain/month.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { openDownloadHistory } from './download-history.ts';
import type { Feed } from './feed.ts';
import { type ClientOptions, PortalClient } from './http/portal-client.ts';
import { openInbox } from './inbox.ts';
import { datasetTasks } from './protocols/dataset.ts';
import { fileTasks } from './protocols/file.ts';
import type { FetchSummary, UnitSummary } from './summary.ts';
import { blankSummary, type FetchContext, type FindNewer, fetchUnit, type UnitTask } from './unit-task.ts';

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
  const { command, dryRun, inbox: folder, now } = options;
  const feeds = options.feeds.filter(({ is_guess }) => !is_guess);
  const off = options.feeds.filter(({ is_guess }) => is_guess).map(({ name }) => name);
  if (feeds.length === 0)
    throw new OperatorError(
      `Nobody has verified the addresses of ${off.join(', ')}, so these feeds are off. Find the right addresses as their notes say, and give your own portal file with --portals`,
      USAGE,
    );
  const started = now();
  const inbox = openInbox(folder, { command, startedAt: started.toISOString(), dryRun });
  // the first fault of the machine stops all downloads
  const failure = new AbortController();
  const signal = AbortSignal.any([failure.signal, ...(options.signal ? [options.signal] : [])]);
  const client = new PortalClient({ ...options, signal });
  const runs: Promise<UnitSummary>[] = [];
  try {
    const history = openDownloadHistory(folder, !dryRun);
    const context = { ...options, inbox, history, client, signal };
    const tasks: UnitTask[] = [];
    for (const feed of feeds)
      tasks.push(
        ...(feed.protocol === 'file'
          ? await fileTasks(feed, folder)
          : datasetTasks(feed, options.since, started)),
      );
    runs.push(...startAll(tasks, context));
    const units = await Promise.all(runs);
    const has = (wanted: UnitSummary['status']) => units.some(({ status }) => status === wanted);
    const outcome = has('failed') ? 'partial' : has('new') ? 'ok' : 'nothing-new';
    return { outcome, units, off, duration_ms: now().getTime() - started.getTime() };
  } catch (error) {
    failure.abort(error);
    await Promise.allSettled(runs);
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    await client.close();
    inbox.close();
  }
}

/** Starts all downloads, so many at a time for each host. */
function startAll(tasks: readonly UnitTask[], context: FetchContext): Promise<UnitSummary>[] {
  const hosts = new Map<string, Host>();
  return tasks.map((task) => {
    const { host: name } = task.feed.url;
    const host = hosts.get(name) ?? { limit: pLimit(context.limits.requestsPerHost), failures: 0 };
    hosts.set(name, host);
    return host.limit(() => fetchUnlessDown(host, task, context));
  });
}

interface Host {
  limit: ReturnType<typeof pLimit>;
  /** Units that failed one after another because the portal is down. */
  failures: number;
}

/** Runs a download, or skips it if the host counts as down. */
async function fetchUnlessDown(host: Host, task: UnitTask, context: FetchContext): Promise<UnitSummary> {
  const { failuresOfHost } = context.limits;
  if (host.failures >= failuresOfHost) {
    const message = `Skipped, because ${failuresOfHost} downloads from this portal failed one after another. Try again later`;
    return { ...blankSummary(task), portal_down: true, message };
  }
  const unit = await fetchUnit(task, context);
  host.failures = unit.portal_down ? host.failures + 1 : 0;
  return unit;
}
