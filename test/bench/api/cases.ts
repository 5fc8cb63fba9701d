import { listingOf } from '../../../src/api/listings.ts';
import type { JURISDICTION_TYPES } from '../../../src/domain/jurisdiction.ts';
import { type Month, monthsBetween } from '../../../src/domain/month.ts';
import { STATES } from '../../../src/states/index.ts';
import type { State } from '../../../src/states/state.ts';
import {
  type AllocationFilter,
  type AllocationSort,
  openAllocationList,
  type SortKey,
} from '../../../src/store/query/allocations.ts';
import { readReadiness } from '../../../src/store/query/dataset-status.ts';
import type { DatasetReader } from '../../../src/store/query/view.ts';
import { type Chance, openChance, shuffle } from '../../rig/reports/chance.ts';

/** Records per page. */
export const LIMIT = 25;
export const PAGES = ['first', 'middle', 'last'] as const;
export type PageName = (typeof PAGES)[number];

/** One way to fill in a filter. */
export interface FilterVariant {
  filter: AllocationFilter;
  /** The same filter as parameters of an address. */
  query: string;
  /** Number of datapoints that match. */
  total: number;
}

/** A kind of filter, with many values that clients send. */
export interface BenchFilter {
  name: string;
  variants: readonly FilterVariant[];
}

/** A sort, named as clients name it. */
export interface BenchSort {
  name: string;
  sort: AllocationSort;
}

/** What the benchmark requests from one state. */
export interface BenchState {
  state: State;
  sorts: readonly BenchSort[];
  filters: readonly BenchFilter[];
}

const DEFAULT_SORT = '-allocation_period';
const SINCE = '2019-06';
const UPDATED_SINCE_DAYS = 100;
const DAY_MS = 86_400_000;
const NOTHING: AllocationFilter = {
  jurisdictions: null,
  type: null,
  county: null,
  from: null,
  to: null,
  updatedSince: null,
  afterRun: null,
};
/** Number of jurisdictions in a filter, and number of such filters. */
const SETS = [
  { name: 'one jurisdiction', size: 1, variants: 300 },
  { name: 'ten jurisdictions', size: 10, variants: 100 },
  { name: 'a hundred', size: 100, variants: 100 },
] as const;
const TYPES = ['city', 'transit'] as const satisfies readonly (typeof JURISDICTION_TYPES)[number][];

/** Returns all sorts and filters of every state that the dataset has, with values from the dataset. */
export function benchStates(reader: DatasetReader): BenchState[] {
  const inDataset = reader.read(({ jurisdictions }) => [...jurisdictions.values()].map(({ state }) => state));
  return STATES.filter(({ code }) => inDataset.includes(code)).map((state) => ({
    state,
    sorts: sortsOf(state),
    filters: filtersOf(reader, state),
  }));
}

/** Returns every sort key, ascending and descending, without other names of a key. */
function sortsOf({ fields, sortedFamilies }: State): BenchSort[] {
  const keys: [string, SortKey][] = [['allocation_period', { field: null, family: null }]];
  for (const { name, isSortable } of fields) if (isSortable) keys.push([name, { field: name, family: null }]);
  for (const family of sortedFamilies)
    for (const { name } of fields) keys.push([`${family}.${name}`, { field: name, family }]);
  return keys.flatMap(([name, key]) => [
    { name, sort: { ...key, descending: false } },
    { name: `-${name}`, sort: { ...key, descending: true } },
  ]);
}

export function isDefault({ name }: BenchSort): boolean {
  return name === DEFAULT_SORT;
}

function filtersOf(reader: DatasetReader, state: State): BenchFilter[] {
  const list = openAllocationList(state, []);
  const newest: AllocationSort = { field: null, family: null, descending: true };
  const { ids, last, months, updated } = contentOf(reader, state);
  const chance = openChance(state.fips);
  const years = [...new Set(months.map((month) => month.slice(0, 4)))];
  const year = (at: string) => ({ from: `${at}-01-01`, to: `${at}-12-01` });
  const filters: [string, Partial<AllocationFilter>[]][] = [
    ['none', [{}]],
    ['one month', months.map(dateOf).map((date) => ({ from: date, to: date }))],
    ['a year', years.map(year)],
    [`since ${SINCE}`, [{ from: `${SINCE}-01`, to: dateOf(last) }]],
    ['updated since', datesBefore(updated, UPDATED_SINCE_DAYS).map((updatedSince) => ({ updatedSince }))],
    ...SETS.map(({ name, size, variants }): [string, Partial<AllocationFilter>[]] => [
      name,
      Array.from({ length: variants }, () => ({ jurisdictions: chooseIds(ids, size, chance) })),
    ]),
  ];
  if (listingOf(state).parameters.includes('jurisdiction_type')) {
    for (const type of TYPES) filters.push([`type ${type}`, [{ type }]]);
    for (const type of TYPES)
      filters.push([`type ${type}, a year`, years.map((at) => ({ type, ...year(at) }))]);
  }
  return filters.map(([name, variants]) => ({
    name,
    variants: variants.map((restricted) => {
      const filter = { ...NOTHING, ...restricted };
      const { total } = reader.read((view) => list.find(view, filter, newest, { offset: 0, limit: 1 }));
      return { filter, query: queryOf(state, filter), total };
    }),
  }));
}

/** Returns the date of a time, `YYYY-MM-DD`. */
function datesBefore(time: string, count: number): string[] {
  return Array.from({ length: count }, (_, days) =>
    new Date(Date.parse(time) - days * DAY_MS).toISOString().slice(0, 10),
  );
}

function dateOf(month: Month): string {
  return `${month}-01`;
}

/** Returns some ids, at most every second one, so that other ids lie between them. */
function chooseIds(ids: readonly number[], size: number, chance: Chance): number[] {
  const even = ids.filter((_, at) => at % 2 === 0);
  return shuffle(even, chance)
    .slice(0, size)
    .sort((a, b) => a - b);
}

function contentOf(reader: DatasetReader, state: State) {
  const list = openAllocationList(state, []);
  return reader.read((view) => {
    const end = (descending: boolean) =>
      list.read(
        view,
        list.find(view, NOTHING, { field: null, family: null, descending }, { offset: 0, limit: 1 }).rowids,
      )[0];
    const [first, last] = [end(false), end(true)];
    if (!first || !last) throw new Error(`no datapoints of ${state.code}`);
    const ids = [...view.jurisdictions.values()].filter((stored) => stored.state === state.code);
    return {
      ids: ids.map(({ id }) => id),
      last: last.month,
      updated: readReadiness(view.dataset).lastRun?.finished_at ?? '',
      months: monthsBetween(first.month, last.month),
    };
  });
}

function queryOf(state: State, filter: AllocationFilter): string {
  const { jurisdictions, type, from, to, updatedSince } = filter;
  const query: string[] = [];
  if (updatedSince !== null) query.push(`updated_since=${updatedSince}`);
  if (jurisdictions) query.push(`jurisdictions=${jurisdictions.join()}`);
  if (type) query.push(`jurisdiction_type=${type}`);
  if (from !== null && from === to) query.push(`allocation_period=${from}`);
  else if (from !== null && to !== null) {
    const parameter = listingOf(state).parameters.includes('between') ? 'between' : 'period_between';
    query.push(`${parameter}=${from},${to}`);
  }
  return query.join('&');
}

/** Returns the number of a page, given the number of datapoints. */
export function pageNumber(name: PageName, total: number): number {
  const last = Math.max(1, Math.ceil(total / LIMIT));
  return { first: 1, middle: Math.ceil(last / 2), last }[name];
}

/** Returns the path of a page with its parameters. */
export function pathOf(state: State, query: string, sort: BenchSort, page: number): string {
  const [path] = listingOf(state).paths;
  const sorting = isDefault(sort) ? '' : `sort=${sort.name}`;
  const paging = page === 1 ? '' : `page=${page}`;
  const parameters = [query, sorting, paging].filter((part) => part !== '').join('&');
  return parameters === '' ? path : `${path}?${parameters}`;
}
