import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FetchOptions, fetchReports } from '../../../src/portals/fetch.ts';
import type { FetchLimits } from '../../../src/portals/http/limits.ts';
import type { RequestEvent } from '../../../src/portals/http/portal-client.ts';
import { readPortalFile } from '../../../src/portals/portal-file.ts';
import type { FetchSummary } from '../../../src/portals/summary.ts';
import { scratchFolder } from '../folders.ts';
import { monthsFrom } from '../reports/months.ts';
import { openPortal, type Portal } from './portal.ts';
import { texasDataset } from './portal-texas.ts';

export const QUICK: FetchLimits = {
  requestsPerHost: 2,
  connectMs: 2000,
  headersMs: 2000,
  idleMs: 2000,
  requestMs: 5000,
  bytes: 8 * 1024 * 1024,
  values: 100_000,
  redirects: 3,
  retries: 2,
  firstWaitMs: 1,
  longestWaitMs: 2,
  retryAfterMs: 3000,
  notReadyRetries: 2,
  notReadyMs: 1,
  failuresOfHost: 100,
  pages: 50,
  rows: 10_000,
  unitMs: 20_000,
};

export interface FetchRig {
  folder: string;
  inbox: string;
  /** Requests of all fetches so far. */
  events: RequestEvent[];
  fetch(feeds: object, options?: Partial<FetchOptions>): Promise<FetchSummary>;
  /** Content of the files that `ingest` would read, by name. */
  files(): Record<string, string>;
  /** Names of hidden files, except the lock. */
  hidden(): string[];
}

/** Makes a temporary folder to fetch into. */
export function createFetchRig(): FetchRig {
  const folder = scratchFolder();
  const inbox = join(folder, 'inbox');
  const events: RequestEvent[] = [];
  const list = () => readdirSync(inbox).sort();
  return {
    folder,
    inbox,
    events,
    fetch: (feeds, options = {}) => {
      const file = join(folder, 'portals.json');
      writeFileSync(file, JSON.stringify(feeds));
      return fetchReports({
        feeds: readPortalFile(file),
        command: 'fetch',
        inbox,
        since: null,
        findNewer: () => null,
        dryRun: false,
        limits: QUICK,
        proxies: { http: '', https: '', none: '' },
        appToken: null,
        program: 'sales-tax-allocations/test',
        now: () => new Date('2025-06-15T00:00:00Z'),
        log: (event) => events.push(event),
        ...options,
      });
    },
    files: () =>
      Object.fromEntries(
        list()
          .filter((name) => !name.startsWith('.'))
          .map((name) => [name, readFileSync(join(inbox, name), 'utf8')]),
      ),
    hidden: () => list().filter((name) => name.startsWith('.') && !name.includes('.lock')),
  };
}

/** A stand-in portal with 15 months of three places of Texas: 36 rows of 2024, nine of 2025. */
export async function texasPortal(tls?: { key: string; cert: string }): Promise<Portal> {
  const portal = await openPortal(tls);
  portal.datasets.set('3p4v-vsr3', texasDataset(monthsFrom('2024-01', 15)));
  return portal;
}

/** A portal file that names the Texas dataset of the stand-in portal. */
export function texasFeeds(origin: string, more: object = {}): { tx: object[] } {
  return {
    tx: [
      {
        name: 'tx-payment-detail',
        kind: 'tx/payment-detail',
        protocol: 'socrata',
        url: `${origin}/resource/3p4v-vsr3`,
        month_field: 'allocation_month',
        month_filter: { compare: 'range', write: "'{yyyy}-{mm}-01T00:00:00.000'" },
        span: 'year',
        first_month: '2024-01',
        ...more,
      },
    ],
  };
}
