import type { Month } from '../domain/month.ts';
import { type ClientOptions, LIMITS, PortalClient } from './client.ts';
import { FetchFault } from './fault.ts';
import { type FeedYear, listYears } from './feed-year.ts';
import { Inbox } from './inbox.ts';
import { downloadYear } from './pages.ts';
import type { Feed } from './portal-file.ts';
import type { FetchSummary, UnitSummary } from './summary.ts';

/** What to download, and where to put it. */
export interface FetchOptions extends Omit<ClientOptions, 'limits'> {
  /** For the lock of the inbox. */
  command: 'fetch' | 'update';
  feeds: readonly Feed[];
  /** The folder for the files. It need not exist. */
  inbox: string;
  /** Only allocation periods from this one on. */
  since: Month | null;
  dryRun: boolean;
  now: () => Date;
  limits?: ClientOptions['limits'];
}

/**
 * Downloads new reports into the inbox, one after another. A year that fails does not stop the others. Throws an
 * `OperatorError` for a fault of the machine or a locked inbox, and the signal's reason if it was stopped.
 */
export async function fetchReports(options: FetchOptions): Promise<FetchSummary> {
  const { command, dryRun, feeds, since, now } = options;
  const started = now();
  const inbox = new Inbox(options.inbox, command, now, dryRun);
  const units: UnitSummary[] = [];
  try {
    for (const feed of feeds) {
      const client = new PortalClient(feed, { limits: LIMITS, ...options });
      const ofFeed: UnitSummary[] = [];
      let outage: UnitSummary | null = null;
      for (const feedYear of listYears(feed, since, started)) {
        const summary: UnitSummary = outage
          ? { ...outage, unit: feedYear.year, url: feedYear.url.href }
          : await fetchYear(feedYear, client, inbox);
        // the other years would wait as long
        if (summary.portal_down) outage = summary;
        ofFeed.push(summary);
      }
      units.push(...passOverEnded(ofFeed));
    }
  } finally {
    inbox.close();
  }
  const has = (wanted: UnitSummary['status']) => units.some(({ status }) => status === wanted);
  const outcome = has('failed') ? 'partial' : has('new') ? 'ok' : 'nothing-new';
  return { outcome, units, duration_ms: now().getTime() - started.getTime() };
}

async function fetchYear(feedYear: FeedYear, client: PortalClient, inbox: Inbox): Promise<UnitSummary> {
  const { feed, year } = feedYear;
  const url = feedYear.url.href;
  const last = inbox.last(url);
  // a file that was removed or changed is downloaded again
  const known = last && inbox.holds(last) ? last : null;
  const summary: UnitSummary = {
    ...{ feed: feed.name, state: feed.state, kind: feed.kind, unit: year, status: 'unchanged', url },
    ...{ file: known?.file ?? null, sha256: known?.sha256 ?? null, http_status: 304, rows: null },
    ...{ not_ready: false, portal_down: false, message: null },
  };
  try {
    const download = await downloadYear(feedYear, known, client);
    if (download === null) return summary;
    const { text, rows, etag, last_modified } = download;
    const answered = { ...summary, http_status: 200, rows };
    if (rows === 0 && last === null) return { ...answered, status: 'empty' };
    if (rows === 0)
      return {
        ...{ ...answered, status: 'failed', file: null, sha256: null },
        message: `The portal sent no rows, but ${last?.file} has some. It may be updating the dataset. Try again later`,
      };
    const version = { url, etag, last_modified };
    const extension = feed.protocol === 'socrata' ? 'csv' : 'json';
    const { download: saved, isNew } = inbox.save(`${feed.name}-${year}`, extension, text, version);
    const isOther = isNew || (last !== null && last.sha256 !== saved.sha256);
    return { ...answered, status: isOther ? 'new' : 'unchanged', file: saved.file, sha256: saved.sha256 };
  } catch (error) {
    if (!(error instanceof FetchFault)) throw error;
    const { status: http_status, reach, message } = error;
    return {
      ...{ ...summary, status: 'failed', file: null, sha256: null, http_status, message },
      ...{ not_ready: reach === 'not-ready', portal_down: reach === 'outage' },
    };
  }
}

/** Years without rows before the first one that has some are not failed: a portal may offer the last months only. */
function passOverEnded(units: readonly UnitSummary[]): UnitSummary[] {
  const first = units.findIndex(({ status }) => status === 'new' || status === 'unchanged');
  return units.map((unit, at) => {
    const hasEnded = unit.status === 'failed' && unit.rows === 0 && at < first;
    return hasEnded ? { ...unit, status: 'empty', message: null } : unit;
  });
}
