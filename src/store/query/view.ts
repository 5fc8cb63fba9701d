import { desc, eq, getTableName, isNotNull } from 'drizzle-orm';
import { isInCounty } from '../../domain/jurisdiction.ts';
import type { FigureReading, JurisdictionLife, Restatement } from '../../domain/reading/figure-reading.ts';
import { onceFor } from '../../domain/reading/once.ts';
import { STATES, stateOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { BriefMap } from '../brief-map.ts';
import { type Dataset, openForReading } from '../dataset.ts';
import { run } from '../fixed-tables.ts';
import { allocationTableOf } from '../schema.ts';
import { doubtsOf } from './findings.ts';
import { openLookup } from './jurisdiction-lookup.ts';
import { listJurisdictions, readCounties } from './jurisdictions.ts';
import { knownRates } from './known-rates.ts';
import { stateFigures } from './state-figures.ts';
import type { StoredRows } from './stored-rows.ts';

export interface DatasetView extends StoredRows, Omit<FigureReading, keyof StoredRows> {}

/** A view that stays as it is while runs change the dataset, and what a query found in it. */
export interface HeldView<Result> {
  view: DatasetView;
  result: Result;
  /** Call it once, when the view is no longer needed. Until then, its file keeps what later runs replace. */
  release(): void;
}

/** Version of a dataset without reports. */
export const EMPTY_VERSION = 'empty';

/** Reads a dataset while runs may change it. */
export interface DatasetReader {
  /** Name of the current version, at most 25 milliseconds old. It never goes back to an earlier version. */
  version(): string;
  /** Runs queries that all see the same version. */
  read<Result>(query: (view: DatasetView) => Result): Result;
  /** Runs queries as `read` does, and keeps the version that they saw for later queries. */
  hold<Result>(query: (view: DatasetView) => Result): HeldView<Result>;
}

export function openReader(dataset: Dataset): DatasetReader {
  const versions = new BriefMap<'now', string>();
  const views = openViews(dataset);
  const held = new HeldViews(dataset.file);
  const currentView = (): DatasetView => {
    const view = views.now();
    versions.set('now', view.version);
    return view;
  };
  return {
    version: () => versions.getOrRead('now', views.version),
    read: (query) => dataset.sqlite.transaction(() => query(currentView())).deferred(),
    hold: (query) =>
      dataset.sqlite
        .transaction(() => {
          const current = currentView();
          const { view, release } = held.hold(current, views.stamp());
          try {
            return { view, release, result: query(view.content === current.content ? current : view) };
          } catch (error) {
            release();
            throw error;
          }
        })
        .deferred(),
  };
}

/** Reads which version a connection sees. Views of one version and arrangement are one object. */
function openViews(dataset: Dataset) {
  const newest = dataset.drizzle
    .select({ version: run.dataset_version })
    .from(run)
    .where(isNotNull(run.dataset_version))
    .orderBy(desc(run.id))
    .limit(1);
  const versionNow = dataset.sqlite.prepare<unknown[], string>(newest.toSQL().sql).pluck();
  const parameters = newest.toSQL().params;
  // the orders use row numbers; VACUUM changes them, and schema_version with them
  const arrangementNow = dataset.sqlite.prepare<[], number>('PRAGMA schema_version').pluck();
  let view: DatasetView | undefined;
  let viewStamp: string | undefined;

  const version = () => versionNow.get(...parameters) ?? EMPTY_VERSION;
  const stamp = () => `${version()} ${arrangementNow.get()}`;
  return {
    version,
    /** Changes when the rows or their numbers change. */
    stamp,
    now: (): DatasetView => {
      const present = stamp();
      if (!view || viewStamp !== present) {
        viewStamp = present;
        const jurisdictions = new Map(listJurisdictions(dataset).map((stored) => [stored.id, stored]));
        view = viewOf(version(), { dataset, jurisdictions, content: {} });
      }
      return view;
    },
  };
}

const YEAR = 12;

const ofRows = <Made>(make: (rows: StoredRows) => Made) => onceFor((rows: StoredRows) => rows, make);
const countiesOf = ofRows(
  ({ dataset }) => new Map(STATES.map((state) => [state.code, readCounties(dataset, state)])),
);
const livesOf = ofRows(openLives);
/** The restated payments of a jurisdiction, newest change first. */
const restatedOf = ofRows(({ dataset: { sqlite } }) =>
  sqlite.prepare<[id: number, field: string], Restatement>(
    `SELECT substr(allocation_period, 1, 7) AS month, finished_at AS at, after - before AS difference
     FROM revision JOIN run ON run.id = run_id
     WHERE jurisdiction_id = ? AND field = ? AND before IS NOT NULL AND after IS NOT NULL ORDER BY revision.id DESC`,
  ),
);
const lookupOf = ofRows(({ dataset }) => openLookup(dataset));

function viewOf(version: string, { dataset, jurisdictions, content }: StoredRows): DatasetView {
  const rows = { dataset, jurisdictions, content };
  return {
    ...rows,
    version,
    states: STATES,
    figures: ({ code }, field, lag) => stateFigures(rows, code, field, lag),
    doubts: ({ code }) => doubtsOf(rows, code),
    restated: ({ id, state }) => restatedOf(rows).all(id, stateOf(state).headline),
    rates: (state) => knownRates(rows, state),
    counties: (state) => countiesOf(rows).get(state.code) ?? [],
    lifeOf: (jurisdiction) => livesOf(rows)(jurisdiction),
    sizeOf: ({ id, state }) => {
      const { slots } = stateFigures(rows, state, stateOf(state).headline, 0).of(id);
      return slots.slice(-YEAR).reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
    },
    search: () => lookupOf(rows),
  };
}

/** The same version with only some of its places. What needs all places of a state counts only these. */
export function withPlaces(view: DatasetView, ids: readonly number[]): DatasetView {
  const jurisdictions = new Map([...view.jurisdictions].filter(([id]) => ids.includes(id)));
  const places = [...jurisdictions.values()];
  return {
    ...viewOf(view.version, { dataset: view.dataset, jurisdictions, content: {} }),
    counties: (state) =>
      view.counties(state).filter((county) => places.some((place) => isInCounty(place, county))),
  };
}

const HELD_CACHE_KIB = 8192;

/** Views on connections of their own, each in a transaction that lasts until nobody needs the view. */
class HeldViews {
  private readonly file: string;
  private newest: { view: DatasetView; users: number } | undefined;

  constructor(file: string) {
    this.file = file;
  }

  /** Holds the current view. If a run changed the dataset this moment, holds the view after that run. */
  hold(current: DatasetView, stamp: string): { view: DatasetView; release(): void } {
    const shared = this.newest?.view.content === current.content ? this.newest : this.open(current, stamp);
    shared.users += 1;
    return { view: shared.view, release: () => this.release(shared) };
  }

  private open(current: DatasetView, stamp: string) {
    const dataset = openForReading(this.file);
    try {
      // a stream reads each row once
      dataset.sqlite.pragma(`cache_size = -${HELD_CACHE_KIB}`);
      dataset.sqlite.exec('BEGIN');
      const views = openViews(dataset);
      const view = views.stamp() === stamp ? viewOf(current.version, { ...current, dataset }) : views.now();
      this.newest = { view, users: 0 };
      return this.newest;
    } catch (error) {
      dataset.close();
      throw error;
    }
  }

  private release(shared: { view: DatasetView; users: number }): void {
    shared.users -= 1;
    if (shared.users > 0) return;
    if (this.newest === shared) this.newest = undefined;
    shared.view.dataset.close();
  }
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

/** Makes a value once for each view, and drops it with the view. For what reads the dataset again later. */
export function perView<Made>(make: (view: DatasetView) => Made): (view: DatasetView) => Made {
  return onceFor((view) => view, make);
}

/** Reads the first month and the newest payment of jurisdictions. Each takes one step in an index. */
function openLives({ dataset }: Pick<StoredRows, 'dataset'>) {
  const ofStates = new Map(STATES.map((state) => [state.code, openState(dataset, state)]));
  return ({ id, state }: { id: number; state: string }): JurisdictionLife =>
    ofStates.get(state)?.(id) ?? { first_period: null, newest: null };
}

function openState({ sqlite }: Dataset, state: State): (id: number) => JurisdictionLife {
  const datapoints = `FROM ${getTableName(allocationTableOf(state))} WHERE jurisdiction_id = ?`;
  const first = sqlite
    .prepare<[number], string | null>(`SELECT min(allocation_period) ${datapoints}`)
    .pluck();
  const newest = sqlite.prepare<[number], Record<string, string | number | null>>(
    `SELECT allocation_period, ${state.headline} ${datapoints} ORDER BY allocation_period DESC LIMIT 1`,
  );
  return (id) => ({ first_period: first.get(id) ?? null, newest: newest.get(id) ?? null });
}
