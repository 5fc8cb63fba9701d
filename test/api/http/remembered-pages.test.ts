import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeManyDatapoints } from '../../rig/datasets/many-datapoints.ts';
import {
  type Allocation,
  CA,
  createDatasetRig,
  type DatasetRig,
  keyOf,
  type Page,
  type Service,
  startService,
  TX,
  walk,
} from '../../rig/service.ts';
import { sortedValue, sortNaively } from '../lists/naive-order.ts';

// The service may remember of one page what helps with the next: nothing of it may be taken for another list, or
// for a page that reaches beyond what is remembered.

let rig: DatasetRig;
let service: Service;
let records: Record<string, Allocation[]>;

beforeAll(async () => {
  rig = createDatasetRig();
  writeManyDatapoints(rig.database);
  service = await startService(rig.database);
  records = {
    [CA]: await walk(service, `${CA}?limit=1000`),
    [TX]: await walk(service, `${TX}?limit=1000`),
  };
});

afterAll(async () => {
  await service.close();
  rig.remove();
});

interface Filter {
  query: string;
  fits: (record: Allocation) => boolean;
}

const EVERYTHING: Filter = { query: '', fits: () => true };

/** Filters that leave most datapoints, in pairs that look alike. */
function filtersOf(path: string): Filter[] {
  const name = path === TX ? 'period_between' : 'between';
  const months = (from: string, to: string): Filter => ({
    query: `&${name}=${from}-01,${to}-01`,
    fits: ({ dates }) => dates.allocation_period >= `${from}-01` && dates.allocation_period <= `${to}-01`,
  });
  const all = [...new Set((records[path] ?? []).map(idOf))].sort((a, b) => a - b);
  const some = (ids: readonly number[]): Filter => ({
    query: `&jurisdictions=${ids.join()}`,
    fits: (record) => ids.includes(idOf(record)),
  });
  return [
    EVERYTHING,
    months('2018-06', '2026-11'),
    months('2018-10', '2027-01'),
    some(all.filter((_, at) => at !== 3)),
    some(all.filter((_, at) => at !== 30)),
    some(all.slice(0, -2)),
    some(all.slice(2)),
  ];
}

function idOf({ jurisdiction, entity }: Allocation): number {
  return (jurisdiction ?? entity)?.id ?? Number.NaN;
}

/** Where a run of at least 500 equal values begins and ends. */
function largeGroups(listed: readonly Allocation[], sort: string): { start: number; end: number }[] {
  const name = sort.replace(/^-/, '');
  const values = listed.map((record) => sortedValue(record, name));
  const starts = values.flatMap((value, at) => (at > 0 && values[at - 1] === value ? [] : [at]));
  return starts
    .map((start, at) => ({ start, end: starts[at + 1] ?? values.length }))
    .filter(({ start, end }) => end - start >= 500);
}

/** The largest page up to 20 records that can begin there. */
function limitFor(position: number): number {
  for (let limit = 20; limit > 1; limit--) if (position % limit === 0) return limit;
  return 1;
}

/** Pages inside each group, so that it is known, then pages that begin or end at its ends and next to them. */
function windowsOf(listed: readonly Allocation[], sort: string): { offset: number; limit: number }[] {
  const groups = largeGroups(listed, sort);
  const inside = groups.flatMap(({ start, end }) =>
    [start + 250, start + 1500, end - 250]
      .filter((position) => position > start && position < end)
      .map((position) => ({ offset: position - (position % 20), limit: 20 })),
  );
  const ends = groups.flatMap(({ start, end }) => [start, end]);
  const edges = [...ends, 4000, listed.length - 4000, listed.length / 2].map(Math.floor);
  const around = edges.flatMap((edge) =>
    [-1, 0, 1].flatMap((shift) => {
      const limit = limitFor(edge + shift);
      return [
        { offset: edge + shift, limit },
        { offset: edge + shift - limit, limit },
      ];
    }),
  );
  return [...inside, ...around].filter(({ offset }) => offset >= 0 && offset < listed.length);
}

test.each([
  [CA, '-current_distributions'],
  [CA, '-state_pool'],
  [TX, '-prior_collections'],
  [TX, 'prior_collections'],
  [TX, '-current_collections'],
  [TX, '-audit_collections'],
  [TX, '-single_local_rate_collections'],
])('%s by %s: successive pages of similar lists', async (path, sort) => {
  const sorted = sortNaively(records[path] ?? [], sort);
  const lists = filtersOf(path).map(({ query, fits }) => ({ query, listed: sorted.filter(fits) }));
  for (const { query, listed } of lists) {
    for (const { offset, limit } of windowsOf(listed, sort)) {
      const url = `${path}?sort=${sort}&limit=${limit}&page=${offset / limit + 1}${query}`;
      const { data, meta }: Page<Allocation> = await service.json(url);
      expect(meta.total).toBe(listed.length);
      const wanted = listed.slice(offset, offset + limit);
      expect([url, ...data.map(keyOf)].join('\n')).toBe([url, ...wanted.map(keyOf)].join('\n'));
    }
  }
});
