import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS, type RequestEvent } from '../../../src/portals/client.ts';
import { type FetchOptions, fetchReports } from '../../../src/portals/fetch.ts';
import { readPortalFile } from '../../../src/portals/portal-file.ts';
import type { FetchSummary } from '../../../src/portals/summary.ts';
import { scratchFolder } from '../folders.ts';
import { monthsFrom } from '../reports/months.ts';
import { openPortal, type Portal } from './portal.ts';
import { texasDataset } from './portal-texas.ts';

/** The limits of the program, with short pauses. */
export const QUICK = { ...LIMITS, retries: 2, firstWaitMs: 1, longestWaitMs: 2000 };

export interface FetchRig {
  folder: string;
  inbox: string;
  /** Requests of all fetches so far. */
  events: RequestEvent[];
  fetch(feeds: object, options?: Partial<FetchOptions>): Promise<FetchSummary>;
  /** Content of the files that `ingest` would read, by name. */
  files(): Record<string, string>;
}

/** Makes a temporary folder to fetch into. */
export function createFetchRig(): FetchRig {
  const folder = scratchFolder();
  const inbox = join(folder, 'inbox');
  const events: RequestEvent[] = [];
  return {
    ...{ folder, inbox, events },
    fetch: (feeds, options = {}) => {
      const file = join(folder, 'portals.json');
      writeFileSync(file, JSON.stringify(feeds));
      return fetchReports({
        ...{
          feeds: readPortalFile(file),
          command: 'fetch',
          inbox,
          since: null,
          dryRun: false,
          limits: QUICK,
        },
        ...{
          proxies: { http: '', https: '', none: '' },
          appToken: null,
          program: 'sales-tax-allocations/test',
        },
        signal: new AbortController().signal,
        now: () => new Date('2025-06-15T00:00:00Z'),
        log: (event) => events.push(event),
        ...options,
      });
    },
    files: () => {
      const names = readdirSync(inbox).filter((name) => !name.startsWith('.'));
      return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(inbox, name), 'utf8')]));
    },
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
  const feed = {
    ...{ name: 'tx-payment-detail', kind: 'tx/payment-detail', protocol: 'socrata' },
    ...{ url: `${origin}/resource/3p4v-vsr3`, month_field: 'allocation_month', first_month: '2024-01' },
    month_filter: { compare: 'range', write: "'{yyyy}-{mm}-01T00:00:00.000'" },
    order: ['allocation_month', 'authority_id'],
  };
  return { tx: [{ ...feed, ...more }] };
}
