import { expect, test } from 'vitest';
import { stateOf } from '../../../src/states/index.ts';
import { writeManyDatapoints } from '../../rig/datasets/many-datapoints.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { type Allocation, CA, type Page, TX, TX_HEADED } from '../../rig/service.ts';

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
/** As SPEC.md lists them. */
const TEXAN_NAMES = [
  'revenue_period',
  'net_payment',
  'prior_collections',
  'current_collections',
  'future_collections',
  'audit_collections',
  'single_local_rate_collections',
];
/** Fields that SPEC.md does not list. */
const NOT_SORTABLE = [
  [CA, 'countywide_pool_percentage'],
  [CA, 'administrative_cost'],
  [TX, 'deltas.net_payment'],
] as const;

/** Names that mean a field of another name, as SPEC.md has them. */
const ALIASES: Readonly<Record<string, string>> = {
  county_pool: 'countywide_pool',
  state_pool: 'statewide_pool',
  prior_collections: 'prior_collection',
};

// test/store/allocation-list.test.ts compares the orders with SQL
const { service } = serveForAll((rig) => {
  writeManyDatapoints(rig.database);
});

/** What a record is sorted by under a name, read from what the service shows. */
function sortedValue(record: Allocation, name: string): string | number | null {
  if (name === 'allocation_period' || name === 'revenue_period') return record.dates[name];
  const [last = '', family] = name.split('.').reverse();
  const holder = family === undefined ? record : Reflect.get(record, family);
  return Reflect.get(holder, ALIASES[last] ?? last);
}

/** Whether each value is known and not before the next one, or all that follow are missing. */
function isSorted(values: readonly (string | number | null)[], sign: 1 | -1): boolean {
  return values.every((value, at) => {
    const next = values[at + 1];
    if (next === undefined || next === null) return true;
    return value !== null && (sign === 1 ? value <= next : value >= next);
  });
}

test.each([
  ...CALIFORNIAN_NAMES.map((name) => [CA, name]),
  ...[...NESTED_NAMES, 'deltas.county_pool', 'ytd.state_pool'].map((name) => [CA, name]),
  ...TEXAN_NAMES.flatMap((name) => [TX, TX_HEADED].map((path) => [path, name])),
])('%s by %s, ascending and descending', async (path = '', name = '') => {
  for (const sign of [1, -1] as const) {
    const sort = sign === 1 ? name : `-${name}`;
    const { data }: Page<Allocation> = await service.json(`${path}?sort=${sort}&limit=1000`);
    const values = data.map((record) => sortedValue(record, name));
    expect(values).not.toContain(undefined);
    expect(isSorted(values, sign)).toBe(true);
  }
});

test.each(NOT_SORTABLE)('%s cannot be sorted by %s', async (path, name) => {
  for (const sort of [name, `-${name}`])
    expect((await service.get(`${path}?sort=${sort}`)).statusCode).toBe(422);
});
