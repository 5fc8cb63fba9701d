import { desc, eq, isNotNull } from 'drizzle-orm';
import { BriefMap } from '../brief-map.ts';
import type { Dataset } from '../dataset.ts';
import { run } from '../schema.ts';
import type { StoredJurisdiction } from '../write/jurisdictions.ts';
import { listJurisdictions } from './jurisdictions.ts';

/** The dataset in one version. */
export interface DatasetView {
  /** The name of the version. Every run that changes the dataset makes a new one. */
  version: string;
  dataset: Dataset;
  jurisdictions: ReadonlyMap<number, StoredJurisdiction>;
}

/** Version of a dataset without reports. */
export const EMPTY_VERSION = 'empty';

/** Reads a dataset while runs may change it. */
export interface DatasetReader {
  /** Name of the current version, at most 25 milliseconds old. It never goes back to an earlier version. */
  version(): string;
  /** Runs queries that all see the same version. */
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
  const versions = new BriefMap<'now', string>();
  // the orders use row numbers; VACUUM changes them, and schema_version with them
  const arrangementNow = dataset.sqlite.prepare<[], number>('PRAGMA schema_version').pluck();
  let view: DatasetView | undefined;
  let arrangement: number | undefined;

  const readVersion = () => versionNow.get(...parameters) ?? EMPTY_VERSION;
  const currentView = (): DatasetView => {
    const version = readVersion();
    versions.set('now', version);
    const arranged = arrangementNow.get();
    if (view?.version !== version || arrangement !== arranged) {
      arrangement = arranged;
      const jurisdictions = new Map(listJurisdictions(dataset).map((stored) => [stored.id, stored]));
      view = { version, dataset, jurisdictions };
    }
    return view;
  };
  return {
    version: () => versions.getOrRead('now', readVersion),
    read: (query) => dataset.sqlite.transaction(() => query(currentView())).deferred(),
  };
}

/** The name of the present version. */
export function versionOf(dataset: Dataset): string {
  return openReader(dataset).version();
}

/** The run that made a version of this dataset; `null` if no known run did. */
export function runOfVersion({ drizzle }: Dataset, version: string): number | null {
  // before the first run that changed anything
  if (version === EMPTY_VERSION) return 0;
  const made = drizzle.select({ id: run.id }).from(run).where(eq(run.dataset_version, version)).get();
  return made?.id ?? null;
}

/** Makes a value once for each version, and drops it with the version. */
export function perView<Made>(make: (view: DatasetView) => Made): (view: DatasetView) => Made {
  const made = new WeakMap<DatasetView, { value: Made }>();
  return (view) => {
    const known = made.get(view);
    if (known) return known.value;
    const value = make(view);
    made.set(view, { value });
    return value;
  };
}
