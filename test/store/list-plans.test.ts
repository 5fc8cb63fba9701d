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
import { readReadiness } from '../../src/store/query/dataset-status.ts';
import { openReader } from '../../src/store/query/view.ts';
import { allocationTableOf } from '../../src/store/schema.ts';
import { StateMonths } from '../../src/store/state-months.ts';
import { RunWriter } from '../../src/store/write/runs.ts';

/** How SQLite reaches the rows of every list: it reads columns whole and rows by number, and sorts nothing. */
const JURISDICTIONS = 120;
const CITIES = 100;
const MONTHS = 50;
const FIRST = monthIndex('2020-01' as Month);
const EVERYTHING: AllocationFilter = {
  jurisdictions: null,
  type: null,
  county: null,
  from: null,
  to: null,
  updatedSince: null,
  afterRun: null,
};

let dataset: Dataset;
/** The SQL of the statements prepared since it was emptied. */
const prepared: string[] = [];

beforeAll(() => {
  dataset = openForWriting(':memory:');
  dataset.sqlite.exec(
    "INSERT INTO run (id, command, started_at, finished_at, outcome, program_version, summary, dataset_version) VALUES (1, 'ingest', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', 'ok', '0', '{}', 'one')",
  );
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
    `INSERT INTO ${table} (jurisdiction_id, allocation_period, revenue_period, sales_period, quarter, ${state.headline}, run_id)
     VALUES (?, ?, '2020-01-01', '2020-01-01', 1, ?, 1)`,
  );
  for (let at = 0; at < JURISDICTIONS; at += 1) {
    const id = idOf(state, at);
    jurisdiction.run(id, state.code, String(at), at < CITIES ? 'city' : 'county');
    for (let month = 0; month < MONTHS; month += 1)
      allocation.run(id, `${monthAt(FIRST + month)}-01`, (at * 7919 + month * 104_729) % 1000);
  }
}

function sortKeysOf({ fields, sortedFamilies }: State): SortKey[] {
  return [
    { field: null, family: null },
    ...fields.filter(({ isSortable }) => isSortable).map(({ name }) => ({ field: name, family: null })),
    ...sortedFamilies.flatMap((family) => fields.map(({ name }) => ({ field: name, family }))),
  ];
}

/** The plans of the statements that one page takes, of a version that nobody asked for anything yet. */
function plansOf(state: State, filter: AllocationFilter, sort: AllocationSort, offset: number): string[] {
  const reader = openReader(dataset);
  const list = openAllocationList(state, ['deltas']);
  prepared.length = 0;
  const { total } = reader.read((view) => {
    const selected = list.find(view, filter, sort, { offset, limit: 25 });
    list.read(view, selected.rowids);
    return selected;
  });
  expect(total).toBeGreaterThan(offset);
  return statementsOn(getTableName(allocationTableOf(state))).flatMap(planOf);
}

/** The statements prepared that name a table. */
function statementsOn(table: string): string[] {
  return prepared.filter((sql) => sql.includes(table));
}

function planOf(sql: string): string[] {
  const places = sql.split('?').length - 1;
  const plan = dataset.sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array(places).fill(1));
  return (plan as { detail: string }[]).map(({ detail }) => detail);
}

const FILTERS = {
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
  'updated since': () => ({ ...EVERYTHING, updatedSince: '2000-01-01' }),
};

describe.each(STATES)('$code', (state) => {
  const table = getTableName(allocationTableOf(state));

  test.each(Object.entries(FILTERS))('%s: reads one column for each order, in table order', (_, filterOf) => {
    for (const key of sortKeysOf(state))
      for (const descending of [false, true]) {
        const plans = plansOf(state, filterOf(state), { ...key, descending }, 1000);
        const what = `${JSON.stringify(key)} ${descending}`;
        expect(plans, what).toContain(`SEARCH ${table} USING INTEGER PRIMARY KEY (rowid=?)`);
        expect(plans, what).toContainEqual(
          expect.stringMatching(`^SCAN ${table} USING COVERING INDEX ${table}_by_period$`),
        );
        const columns = plans.filter((detail) => detail === `SCAN ${table}`);
        const readsRuns = filterOf(state).updatedSince !== null;
        expect(columns, what).toHaveLength(Number(key.field !== null) + Number(readsRuns));
        expect(plans.filter((detail) => detail.includes('TEMP B-TREE'), what)).toEqual([]);
      }
  });

  test('a page of a known list reads only its own rows', () => {
    const reader = openReader(dataset);
    const list = openAllocationList(state, ['deltas']);
    reader.read((view) => {
      const askAll = () => {
        for (const key of sortKeysOf(state))
          for (const filterOf of Object.values(FILTERS)) {
            const window = { offset: 1000, limit: 25 };
            const { rowids } = list.find(view, filterOf(state), { ...key, descending: true }, window);
            list.read(view, rowids);
          }
      };
      askAll();
      prepared.length = 0;
      askAll();
    });
    expect(statementsOn(table)).toEqual([]);
  });

  test('the pipeline uses its two indexes', () => {
    const indexes = dataset.sqlite
      .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL")
      .pluck();
    expect(indexes.all(table).sort()).toEqual([`${table}_by_period`, `${table}_of_run`]);
    prepared.length = 0;
    new StateMonths(dataset, state).months();
    readReadiness(dataset);
    new RunWriter(dataset);
    const plans = statementsOn(table).flatMap(planOf);
    for (const index of indexes.all(table))
      expect(plans).toContainEqual(expect.stringContaining(`SEARCH ${table} USING COVERING INDEX ${index} `));
  });
});
