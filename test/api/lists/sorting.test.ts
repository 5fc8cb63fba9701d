import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { stateOf } from '../../../src/states/index.ts';
import { nameVersion, writeManyDatapoints } from '../../rig/datasets/many-datapoints.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { openChance } from '../../rig/reports/chance.ts';
import { type Allocation, CA, keyOf, type Page, TX, TX_HEADED, walk } from '../../rig/service.ts';
import { sortNaively } from './naive-order.ts';

/** As SPEC.md lists them, and the two pools under the names of their fields. */
const CALIFORNIAN_NAMES = [
  'allocation_period',
  'net_payment',
  'current_distributions',
  'current_advance',
  'county_pool',
  'state_pool',
  'county_share',
  'net_prior_allocations',
  'countywide_pool',
  'statewide_pool',
];
const NESTED_NAMES = ['deltas', 'trends', 'ytd'].flatMap((family) =>
  stateOf('ca').fields.map(({ name }) => `${family}.${name}`),
);
/** As SPEC.md lists them, and the record's spelling of one. */
const TEXAN_NAMES = [
  'revenue_period',
  'net_payment',
  'prior_collections',
  'current_collections',
  'future_collections',
  'audit_collections',
  'single_local_rate_collections',
  'prior_collection',
];
/** Fields that SPEC.md does not list. */
const NOT_SORTABLE = [
  [CA, 'countywide_pool_percentage'],
  [CA, 'statewide_pool_percentage'],
  [CA, 'administrative_cost'],
  [CA, 'other_adjustments'],
  [TX, 'service_fee'],
  [TX, 'unidentified_collections'],
  [TX, 'deltas.net_payment'],
] as const;

let records: Record<string, Allocation[]>;

const { rig, service } = serveForAll((rig) => {
  writeManyDatapoints(rig.database);
});

beforeAll(async () => {
  const [californian, texan] = [
    await walk(service, `${CA}?limit=1000`),
    await walk(service, `${TX}?limit=1000`),
  ];
  records = { [CA]: californian, [TX]: texan, [TX_HEADED]: texan };
});

const keysOf = (listed: readonly Allocation[]) => listed.map(keyOf);

const expectedBefore = new Map<string, readonly string[]>();

/** All keys in the order wanted. */
function expectedKeys(path: string, sort: string): readonly string[] {
  const list = `${path === CA ? CA : TX} ${sort}`;
  const expected = expectedBefore.get(list) ?? keysOf(sortNaively(records[path] ?? [], sort));
  expectedBefore.set(list, expected);
  return expected;
}

/** Compares pages all over the list with the order wanted, the first and the last among them. */
async function comparePages(path: string, sort: string, count: number): Promise<void> {
  const expected = expectedKeys(path, sort);
  const chance = openChance(expected.length + sort.length);
  for (let at = 0; at < count; at++) {
    const limit = chance.between(1, 40);
    const last = Math.ceil(expected.length / limit);
    const page = [1, last][at] ?? chance.between(1, last);
    const url = `${path}?sort=${sort}&limit=${limit}&page=${page}`;
    const { data }: Page<Allocation> = await service.json(url);
    compare(url, keysOf(data), expected.slice((page - 1) * limit, page * limit));
  }
}

/** As texts, which is faster than as lists. */
function compare(url: string, keys: readonly string[], expected: readonly string[]): void {
  expect([url, ...keys].join('\n')).toBe([url, ...expected].join('\n'));
}

test('lists every datapoint once, newest first, then by jurisdiction', () => {
  const sqlite = new Database(rig.database, { readonly: true });
  for (const [path, table] of [
    [CA, 'ca_allocation'],
    [TX, 'tx_allocation'],
  ] as const) {
    const rows = sqlite
      .prepare<[], string>(
        `SELECT jurisdiction_id || ' ' || substr(allocation_period, 1, 7) FROM ${table}
         ORDER BY allocation_period DESC, jurisdiction_id`,
      )
      .pluck()
      .all();
    expect(rows.length).toBeGreaterThan(4000);
    expect(keysOf(records[path] ?? [])).toEqual(rows);
  }
  sqlite.close();
});

describe('California', () => {
  test.each([...CALIFORNIAN_NAMES, ...NESTED_NAMES])('by %s, ascending and descending', async (name) => {
    for (const sort of [name, `-${name}`]) await comparePages(CA, sort, 3);
  });

  test.each(['deltas', 'trends', 'ytd'])('%s.county_pool sorts like its long name', async (family) => {
    for (const name of [`${family}.county_pool`, `-${family}.state_pool`]) await comparePages(CA, name, 3);
  });
});

describe('Texas', () => {
  test.each(TEXAN_NAMES)('by %s, ascending and descending', async (name) => {
    for (const sort of [name, `-${name}`]) {
      await comparePages(TX_HEADED, sort, 3);
      await comparePages(TX, sort, 1);
    }
  });
});

test.each([
  [CA, '-current_distributions', 250],
  [TX, '-net_payment', 999],
] as const)('all pages of %s by %s, %i at a time', async (path, sort, limit) => {
  const url = `${path}?sort=${sort}&limit=${limit}`;
  compare(url, keysOf(await walk(service, url)), expectedKeys(path, sort));
});

test('the default order is -allocation_period, under each of its names', async () => {
  for (const path of [CA, TX, TX_HEADED]) {
    const { data }: Page<Allocation> = await service.json(`${path}?limit=500&page=3`);
    for (const name of ['allocation_period', 'revenue_period']) {
      const sorted: Page<Allocation> = await service.json(`${path}?limit=500&page=3&sort=-${name}`);
      expect(sorted.data).toEqual(data);
    }
  }
});

test.each(NOT_SORTABLE)('%s cannot be sorted by %s', async (path, name) => {
  for (const sort of [name, `-${name}`])
    expect((await service.get(`${path}?sort=${sort}`)).statusCode).toBe(422);
});

test('an order of one version is not used for another', async () => {
  const url = `${CA}?sort=-current_distributions&limit=25&page=100`;
  await service.json(url);
  const sqlite = new Database(rig.database);
  const zeros = records[CA]?.filter((record) => Reflect.get(record, 'current_distributions') === 0) ?? [];
  const moved = new Set(keysOf(zeros.slice(0, 700)));
  const move = sqlite.prepare(
    'UPDATE ca_allocation SET current_distributions = ? WHERE jurisdiction_id = ? AND allocation_period = ?',
  );
  const write = sqlite.transaction((value: number) => {
    for (const key of moved) {
      const [id, month] = key.split(' ');
      move.run(value, Number(id), `${month}-01`);
    }
    nameVersion(sqlite);
  });
  write(9_999);
  try {
    const changed = (records[CA] ?? []).map((record) =>
      moved.has(keyOf(record)) ? { ...record, current_distributions: 99.99 } : record,
    );
    const expected = keysOf(sortNaively(changed, '-current_distributions'));
    for (const page of [100, 60, 110, 40]) {
      const { data }: Page<Allocation> = await service.json(url.replace('page=100', `page=${page}`));
      expect(keysOf(data)).toEqual(expected.slice((page - 1) * 25, page * 25));
    }
  } finally {
    write(0);
    sqlite.close();
  }
});
