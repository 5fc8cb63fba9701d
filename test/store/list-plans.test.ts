import { getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Month, monthAt, monthIndex } from '../../src/domain/month.ts';
import { STATES } from '../../src/states/index.ts';
import type { State } from '../../src/states/state.ts';
import { type Dataset, openForWriting } from '../../src/store/dataset.ts';
import {
  type AllocationFilter,
  type AllocationSort,
  openAllocationList,
  type SortKey,
} from '../../src/store/query/allocations.ts';
import { openReader } from '../../src/store/query/view.ts';
import { allocationTableOf } from '../../src/store/schema.ts';

/**
 * How SQLite reaches the rows of every list: a sort over a whole table must follow an index. The tables have
 * 6,000 rows, so that the lists are above the number that is sorted when asked for.
 */
const JURISDICTIONS = 120;
const CITIES = 100;
const MONTHS = 50;
const FIRST = monthIndex('2020-01' as Month);
const EVERYTHING: AllocationFilter = {
  jurisdictions: null,
  type: null,
  from: null,
  to: null,
  updatedSince: null,
};

let dataset: Dataset;
/** The SQL of the statements prepared since it was emptied. */
const prepared: string[] = [];

beforeAll(() => {
  dataset = openForWriting(':memory:');
  for (const state of STATES) fill(state);
  const prepare = dataset.sqlite.prepare.bind(dataset.sqlite);
  dataset.sqlite.prepare = ((sql: string) => {
    prepared.push(sql);
    return prepare(sql);
  }) as typeof dataset.sqlite.prepare;
});

afterAll(() => dataset.close());

function idOf(state: State, at: number): number {
  // ids with gaps between them, as the states have
  return state.fips * 10_000_000 + at * 3;
}

function fill(state: State): void {
  const { sqlite } = dataset;
  const table = getTableName(allocationTableOf(state));
  const jurisdiction = sqlite.prepare(
    "INSERT INTO jurisdiction (id, state, sales_tax_id, name, slug, type, printed_name) VALUES (?, ?, ?, 'A', 'a', ?, 'A')",
  );
  const allocation = sqlite.prepare(
    `INSERT INTO ${table} (jurisdiction_id, allocation_period, revenue_period, sales_period, quarter, net_payment)
     VALUES (?, ?, '2020-01-01', '2020-01-01', 1, ?)`,
  );
  for (let at = 0; at < JURISDICTIONS; at += 1) {
    const id = idOf(state, at);
    jurisdiction.run(id, state.code, String(at), at < CITIES ? 'city' : 'county');
    for (let month = 0; month < MONTHS; month += 1)
      allocation.run(id, `${monthAt(FIRST + month)}-01`, (at * 7919 + month * 104_729) % 1000);
  }
}

function sortKeysOf({ fields, listing }: State): SortKey[] {
  return [
    { field: null, family: null },
    ...fields.filter(({ isSortable }) => isSortable).map(({ name }) => ({ field: name, family: null })),
    ...listing.sortedFamilies.flatMap((family) => fields.map(({ name }) => ({ field: name, family }))),
  ];
}

/** The plans of the statements that one page takes. */
function plansOf(state: State, filter: AllocationFilter, sort: AllocationSort, offset: number): string[] {
  const reader = openReader(dataset);
  const list = openAllocationList(reader, state);
  prepared.length = 0;
  const { total } = reader.read((view) => list.list(view, filter, sort, { offset, limit: 25 }));
  expect(total).toBeGreaterThan(offset);
  const statements = prepared.filter((sql) => sql.includes(getTableName(allocationTableOf(state))));
  return statements.flatMap((sql) => {
    const places = sql.split('?').length - 1;
    const plan = dataset.sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array(places).fill(1));
    return (plan as { detail: string }[]).map(({ detail }) => detail);
  });
}

const LARGE_FILTERS = {
  'no filter': () => EVERYTHING,
  'many months': () => ({ ...EVERYTHING, from: '2020-03-01', to: '2023-12-01' }),
  'months from one on': () => ({ ...EVERYTHING, from: '2020-06-01' }),
  'many jurisdictions with gaps': (state: State) => ({
    ...EVERYTHING,
    jurisdictions: Array.from({ length: JURISDICTIONS }, (_, at) => idOf(state, at)).filter(
      (_, at) => at % 6 !== 0,
    ),
  }),
  'a type, many jurisdictions in a row': () => ({ ...EVERYTHING, type: 'city' as const }),
};

describe.each(STATES)('$code', (state) => {
  test.each(Object.entries(LARGE_FILTERS))('%s: no sort of its own', (_, filterOf) => {
    for (const key of sortKeysOf(state))
      for (const descending of [false, true])
        for (const offset of [1000, 4000]) {
          const plans = plansOf(state, filterOf(state), { ...key, descending }, offset);
          expect(plans.length).toBeGreaterThan(0);
          const sorting = plans.filter((detail) => detail.includes('TEMP B-TREE FOR ORDER BY'));
          expect(sorting, `${JSON.stringify(key)} ${descending} ${offset}`).toEqual([]);
        }
  });

  test('a list of one month is reached through its month, one of few jurisdictions through these', () => {
    const month = { ...EVERYTHING, from: '2021-05-01', to: '2021-05-01' };
    const few = { ...EVERYTHING, jurisdictions: [idOf(state, 3), idOf(state, 77)] };
    const sort = { field: 'net_payment', family: null, descending: true };
    const table = getTableName(allocationTableOf(state));
    expect(plansOf(state, month, sort, 50)).toContain(
      `SEARCH ${table} USING INDEX ${table}_by_period (allocation_period>? AND allocation_period<?)`,
    );
    expect(plansOf(state, few, sort, 50)).toContain(
      `SEARCH ${table} USING INDEX sqlite_autoindex_${table}_1 (jurisdiction_id=?)`,
    );
  });
});
