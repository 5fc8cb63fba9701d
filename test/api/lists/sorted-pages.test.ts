import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeManyDatapoints } from '../../rig/datasets/many-datapoints.ts';
import { FEW_REPORTS } from '../../rig/few-reports.ts';
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
import { sortedValue, sortNaively } from './naive-order.ts';

const RUNS = 60;

/** One sort name for each filling of the columns, and the list's own order. */
const SORTS: Readonly<Record<string, readonly string[]>> = {
  [CA]: [
    'allocation_period',
    'net_payment',
    'current_distributions',
    'current_advance',
    'county_pool',
    'state_pool',
    'county_share',
    'net_prior_allocations',
    ...['deltas', 'trends', 'ytd'].flatMap((family) =>
      ['net_payment', 'county_pool', 'countywide_pool_percentage', 'other_adjustments'].map(
        (field) => `${family}.${field}`,
      ),
    ),
  ],
  [TX]: [
    'revenue_period',
    'net_payment',
    'prior_collections',
    'current_collections',
    'future_collections',
    'audit_collections',
    'single_local_rate_collections',
  ],
};

let rig: DatasetRig;
let service: Service;
let records: Record<string, Allocation[]>;
const sorted = new Map<string, Allocation[]>();

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

/** All records of a list in an order, sorted once. */
function inOrder(path: string, sort: string): Allocation[] {
  const key = `${path} ${sort}`;
  const known = sorted.get(key) ?? sortNaively(records[path] ?? [], sort);
  sorted.set(key, known);
  return known;
}

const idOf = (record: Allocation) => (record.jurisdiction ?? record.entity)?.id ?? 0;
const idsOf = (path: string) => [...new Set((records[path] ?? []).map(idOf))].sort((a, b) => a - b);

/** Which jurisdictions: all, some in any order, a run of neighbours, or a type. */
type Who =
  | { kind: 'all' }
  | { kind: 'some'; seed: number; count: number }
  | { kind: 'run'; start: number; count: number }
  | { kind: 'type'; type: string };

interface Filter {
  who: Who;
  /** Months from the first on to leave out at either end; `null` is no filter. */
  months: { skipped: number; count: number } | null;
}

const TYPES = ['city', 'county', 'transit', 'special_district'];

const who: fc.Arbitrary<Who> = fc.oneof(
  fc.constant<Who>({ kind: 'all' }),
  // around the forty that are looked up one by one
  fc.record({
    kind: fc.constant('some' as const),
    seed: fc.nat(1000),
    count: fc.oneof(fc.integer({ min: 38, max: 45 }), fc.integer({ min: 1, max: 110 })),
  }),
  fc.record({
    kind: fc.constant('run' as const),
    start: fc.nat(20),
    count: fc.oneof(fc.integer({ min: 38, max: 45 }), fc.integer({ min: 1, max: 110 })),
  }),
  fc.record({ kind: fc.constant('type' as const), type: fc.constantFrom(...TYPES) }),
);

const filter: fc.Arbitrary<Filter> = fc.record({
  who,
  months: fc.oneof(
    fc.constant(null),
    // near to all of them: just above or below 4,000 datapoints
    fc.record({ skipped: fc.nat(6), count: fc.integer({ min: 90, max: 104 }) }),
    fc.record({ skipped: fc.nat(100), count: fc.integer({ min: 1, max: 104 }) }),
  ),
});

const MONTHS = Array.from({ length: 104 }, (_, at) => {
  const index = 2018 * 12 + 5 + at;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;
});

/** The query of a filter, and whether a record fits it. */
function understand(
  path: string,
  { who, months }: Filter,
): { query: string; fits: (record: Allocation) => boolean } {
  const tests: ((record: Allocation) => boolean)[] = [];
  const parts: string[] = [];
  const ids = idsOf(path);
  if (who.kind === 'type' && path === TX) {
    parts.push(`jurisdiction_type=${who.type}`);
    tests.push(({ entity }) => entity?.type === who.type);
  } else if (who.kind === 'some' || who.kind === 'run') {
    const chosen =
      who.kind === 'run'
        ? ids.slice(who.start, who.start + who.count)
        : ids
            .toSorted((a, b) => ((a * (who.seed + 3)) % 1009) - ((b * (who.seed + 3)) % 1009))
            .slice(0, who.count);
    const asked = new Set(chosen);
    parts.push(`jurisdictions=${chosen.join() || '1'}`);
    tests.push((record) => asked.has(idOf(record)));
  }
  if (months) {
    const [from, to] = [
      MONTHS[months.skipped] ?? '',
      MONTHS[Math.min(MONTHS.length, months.skipped + months.count) - 1] ?? '',
    ];
    parts.push(`${path === TX ? 'period_between' : 'between'}=${from},${to}`);
    tests.push(({ dates }) => dates.allocation_period >= from && dates.allocation_period <= to);
  }
  return { query: parts.join('&'), fits: (record) => tests.every((fits) => fits(record)) };
}

/** Where in the order to look: around the ends, the middle, the ends of groups, a thousand into one, 4,000 deep. */
type Place = {
  at: 'start' | 'middle' | 'end' | 'group' | 'thousand' | 'deep' | 'anywhere';
  shift: number;
  pick: number;
};

const place: fc.Arbitrary<Place> = fc.record({
  at: fc.constantFrom('start', 'middle', 'end', 'group', 'thousand', 'deep', 'anywhere'),
  shift: fc.integer({ min: -3, max: 3 }),
  pick: fc.nat(100_000),
});

function positionOf({ at, shift, pick }: Place, groupStarts: readonly number[], total: number): number {
  const group = groupStarts[pick % Math.max(1, groupStarts.length)] ?? 0;
  const positions = {
    start: 0,
    middle: Math.floor(total / 2),
    end: total,
    group,
    thousand: group + 1000 * (1 + (pick % 3)),
    deep: pick % 2 === 0 ? 4000 : total - 4000,
    anywhere: pick % Math.max(1, total),
  };
  return Math.min(Math.max(0, positions[at] + shift), Math.max(0, total - 1));
}

/** Positions at which another value begins. */
function startsOfGroups(listed: readonly Allocation[], sort: string): number[] {
  const name = sort.replace(/^-/, '');
  const values = listed.map((record) => sortedValue(record, name));
  return values.flatMap((value, at) => (at > 0 && values[at - 1] === value ? [] : [at]));
}

const limit = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 4, arbitrary: fc.integer({ min: 40, max: 200 }) },
  { weight: 1, arbitrary: fc.constantFrom(999, 1000, 500) },
);

describe.each([CA, TX])('any page of %s', (path) => {
  test('equals that of a naive sort', async () => {
    const sort = fc
      .tuple(fc.constantFrom('', '-'), fc.constantFrom(...(SORTS[path] ?? [])))
      .map(([direction, name]) => `${direction}${name}`);
    await fc.assert(
      fc.asyncProperty(
        sort,
        filter,
        fc.array(fc.tuple(place, limit), { minLength: 1, maxLength: 4 }),
        async (by, asked, looks) => {
          const { query, fits } = understand(path, asked);
          const listed = inOrder(path, by).filter(fits);
          const starts = startsOfGroups(listed, by);
          for (const [where, size] of looks) {
            const position = positionOf(where, starts, listed.length);
            const page = Math.floor(position / size) + 1;
            const url = `${path}?sort=${by}&limit=${size}&page=${page}&${query}`;
            const { data, meta }: Page<Allocation> = await service.json(url);
            expect(meta.total).toBe(listed.length);
            const wanted = listed.slice((page - 1) * size, page * size);
            expect([url, ...data.map(keyOf)].join('\n')).toBe([url, ...wanted.map(keyOf)].join('\n'));
            expect(JSON.stringify(data.at(-1))).toBe(JSON.stringify(wanted.at(-1)));
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});

test('pages stay the same after VACUUM moved the rows', async () => {
  const moved = createDatasetRig();
  await moved.load(FEW_REPORTS);
  const asking = await startService(moved.database);
  const first: Page = await asking.json(`${CA}?sort=net_payment&limit=1000`);
  expect(first.data).toHaveLength(90);
  const sqlite = new Database(moved.database);
  // every second row goes, so that the others have new numbers
  sqlite.exec('DELETE FROM ca_allocation WHERE rowid % 2 = 1; VACUUM');
  sqlite.close();
  const anew = await startService(moved.database);
  const url = `${CA}?sort=net_payment&limit=999`;
  const expected: Page = await anew.json(url);
  expect(expected.data).toHaveLength(45);
  expect(await asking.json(url)).toEqual(expected);
  await asking.close();
  await anew.close();
  moved.remove();
});
