import { performance } from 'node:perf_hooks';
import { listingOf } from '../../../src/api/listings.ts';
import { toPage, windowOf } from '../../../src/api/pages.ts';
import { openRecordWriter } from '../../../src/api/records/allocation.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { openAllocationList } from '../../../src/store/query/allocations.ts';
import { type DatasetReader, openReader } from '../../../src/store/query/view.ts';
import { type Chance, openChance, shuffle } from '../../rig/reports/chance.ts';
import { type Statistics, statisticsOf } from '../statistics.ts';
import {
  type BenchFilter,
  type BenchSort,
  type BenchState,
  benchStates,
  LIMIT,
  PAGES,
  type PageName,
  pageNumber,
  pathOf,
} from './cases.ts';

/**
 * Times of one call in milliseconds: `query` reads the page from the dataset; `whole` also writes records and JSON;
 * `cpu` is the CPU time of the whole.
 */
export const MEASURES = ['query', 'whole', 'cpu'] as const;
export type Measure = (typeof MEASURES)[number];
type Measured<Thing> = Record<Measure, Thing>;

/** One sort, filter and page of one state. */
export interface MeasuredCase {
  state: string;
  sort: string;
  filter: string;
  page: PageName;
  /** The first call on a newly opened dataset. */
  first: Measured<number>;
  statistics: Measured<Statistics>;
  /** One per repetition. */
  times: Measured<Float64Array>;
}

/** Times of every case. Cases above the aim are measured again, to tell a slow query from a busy machine. */
export interface QueryTimes {
  repetitions: number;
  cases: MeasuredCase[];
  again: MeasuredCase[];
}

interface Case {
  bench: BenchState;
  sort: BenchSort;
  filter: BenchFilter;
  page: PageName;
  ask: Ask;
}

type Ask = (
  path: string,
  filter: BenchFilter['variants'][number],
  sort: BenchSort,
  page: number,
) => Measured<number>;

/** Which cases to call, and how often. */
export interface QueryPlan {
  repetitions: number;
  /** 1 for every case, 2 for every second one. */
  step: number;
  /** Milliseconds at the 99th percentile. Cases above it are measured again. */
  aim: number;
}

/**
 * Calls every case once on a newly opened dataset, then repeats all cases. Each repetition has another order and other
 * values in the filters.
 */
export function measureQueries(file: string, { repetitions, step, aim }: QueryPlan): QueryTimes {
  const states = withReader(file, benchStates);
  return withReader(file, (reader) => {
    const all = states.flatMap((bench) => casesOf(reader, bench)).filter((_, at) => at % step === 0);
    const chance = openChance(1);
    const firsts = new Map<Case, Measured<number>>();
    for (const one of shuffle(all, chance)) firsts.set(one, askOnce(one, chance));
    const cases = measureAll(all, firsts, repetitions, chance);
    const slow = all.filter((_, at) => (cases[at]?.statistics.whole.p99 ?? 0) > aim);
    return { repetitions, cases, again: measureAll(slow, firsts, repetitions, chance) };
  });
}

/** Returns the times of all cases, called in random order. */
function measureAll(
  cases: readonly Case[],
  firsts: ReadonlyMap<Case, Measured<number>>,
  repetitions: number,
  chance: Chance,
): MeasuredCase[] {
  const asked = cases.map((one) => ({ one, times: measured(() => new Float64Array(repetitions)) }));
  for (let round = 0; round < repetitions; round += 1) {
    for (const { one, times } of shuffle(asked, chance)) {
      const time = askOnce(one, chance);
      for (const measure of MEASURES) times[measure][round] = time[measure];
    }
  }
  return asked.map(({ one, times }) => ({
    state: one.bench.state.code,
    sort: one.sort.name,
    filter: one.filter.name,
    page: one.page,
    first: firsts.get(one) ?? measured(() => Number.NaN),
    statistics: measured((measure) => statisticsOf(times[measure])),
    times,
  }));
}

function measured<Thing>(of: (measure: Measure) => Thing): Measured<Thing> {
  return { query: of('query'), whole: of('whole'), cpu: of('cpu') };
}

function withReader<Result>(file: string, use: (reader: DatasetReader) => Result): Result {
  const dataset = openForReading(file);
  try {
    return use(openReader(dataset));
  } finally {
    dataset.close();
  }
}

function casesOf(reader: DatasetReader, bench: BenchState): Case[] {
  const ask = openAsk(reader, bench);
  return bench.sorts.flatMap((sort) =>
    bench.filters.flatMap((filter) => PAGES.map((page) => ({ bench, sort, filter, page, ask }))),
  );
}

function askOnce({ bench, sort, filter, page, ask }: Case, chance: Chance): Measured<number> {
  const variant = filter.variants[chance.between(0, filter.variants.length - 1)];
  if (!variant) throw new Error(`${filter.name} has no variants`);
  const number = pageNumber(page, variant.total);
  return ask(pathOf(bench.state, variant.query, sort, number), variant, sort, number);
}

/** Does the work of the route for one request. */
function openAsk(reader: DatasetReader, { state }: BenchState): Ask {
  const allocations = openAllocationList(state, listingOf(state).shownFamilies);
  const toRecord = openRecordWriter(state);
  return (path, { filter }, { sort }, page) => {
    const asked = { page, limit: LIMIT };
    const cpuBefore = cpuMs();
    const begin = performance.now();
    let query = 0;
    reader.read((view) => {
      const beforeQuery = performance.now();
      const { total, rowids } = allocations.find(view, filter, sort, windowOf(asked));
      const listed = allocations.read(view, rowids);
      query = performance.now() - beforeQuery;
      const records = listed.map((allocation) => {
        const jurisdiction = view.jurisdictions.get(allocation.jurisdictionId);
        if (!jurisdiction) throw new Error(`no jurisdiction ${allocation.jurisdictionId}`);
        return toRecord(allocation, jurisdiction);
      });
      return JSON.stringify(toPage(`http://127.0.0.1${path}`, asked, records, total));
    });
    const whole = performance.now() - begin;
    return { query, whole, cpu: cpuMs() - cpuBefore };
  };
}

/** Returns the CPU milliseconds of this process so far, with its garbage collection. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
