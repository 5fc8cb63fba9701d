import { desc, isNotNull } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Month } from '../../domain/month.ts';
import type { Dataset } from '../dataset.ts';
import type { StoredJurisdiction } from '../jurisdictions.ts';
import { run } from '../schema.ts';
import { listJurisdictions } from './jurisdictions.ts';
import type { LargeGroup } from './sorted-keys.ts';

/** How many datapoints each month has, in month order. */
export type MonthCounts = readonly { month: Month; count: number }[];

/** The dataset in one of its versions, with what is remembered while it lasts. */
export interface DatasetView {
  /** Name of the version: another one after every run that changed anything. */
  version: string;
  jurisdictions: ReadonlyMap<number, StoredJurisdiction>;
  /** By state and jurisdictions asked for. */
  monthCounts: LRUCache<string, MonthCounts>;
  /** By state, column and what restricts the rows. */
  largeGroups: LRUCache<string, LargeGroup[]>;
  /** Lists of which a page deep inside was asked for. */
  deepLists: LRUCache<string, true>;
  /** Row numbers of whole sorted lists, by state, order and what restricts the rows. */
  sortedKeys: LRUCache<string, Uint32Array>;
}

/** Version of a dataset no run has loaded anything into. */
const EMPTY_VERSION = 'empty';
const LISTS_REMEMBERED = 1000;
const KEY_BYTES_REMEMBERED = 64 * 1024 * 1024;

/** Reads a dataset that runs may change meanwhile. */
export interface DatasetReader {
  dataset: Dataset;
  /** Name of the version there is now. */
  version(): string;
  /** Runs queries that belong together: they all see the same version. */
  read<Result>(query: (view: DatasetView) => Result): Result;
}

export function openReader(dataset: Dataset): DatasetReader {
  const newest = dataset.drizzle
    .select({ version: run.dataset_version })
    .from(run)
    .where(isNotNull(run.dataset_version))
    .orderBy(desc(run.id))
    .limit(1);
  const versionNow = dataset.sqlite.prepare<unknown[], string>(newest.toSQL().sql).pluck();
  const parameters = newest.toSQL().params;
  let view: DatasetView | undefined;

  const readVersion = () => versionNow.get(...parameters) ?? EMPTY_VERSION;
  const currentView = (): DatasetView => {
    const version = readVersion();
    if (view?.version !== version) {
      view = {
        version,
        jurisdictions: new Map(listJurisdictions(dataset).map((stored) => [stored.id, stored])),
        monthCounts: new LRUCache({ max: LISTS_REMEMBERED }),
        largeGroups: new LRUCache({ max: LISTS_REMEMBERED }),
        deepLists: new LRUCache({ max: LISTS_REMEMBERED }),
        sortedKeys: new LRUCache({
          maxSize: KEY_BYTES_REMEMBERED,
          sizeCalculation: ({ byteLength }) => byteLength + 1,
        }),
      };
    }
    return view;
  };
  return {
    dataset,
    version: readVersion,
    read: (query) => dataset.sqlite.transaction(() => query(currentView())).deferred(),
  };
}
