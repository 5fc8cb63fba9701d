import { getTableName } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Month, monthAt, monthIndex } from '../../src/domain/month.ts';
import { STATES } from '../../src/states/index.ts';
import type { State } from '../../src/states/state.ts';
import { type Dataset, openForWriting } from '../../src/store/dataset.ts';
import { type AllocationFilter, openAllocationList } from '../../src/store/query/allocations.ts';
import { openReader } from '../../src/store/query/view.ts';
import { allocationTableOf } from '../../src/store/schema.ts';

/** Pages of large lists against a plain sort of all rows, with groups of thousands of equal values. */
const JURISDICTIONS = 300;
const CITIES = 220;
const MONTHS = 40;
const FIRST = monthIndex('2021-01' as Month);

interface Row {
  id: number;
  month: Month;
  type: string;
  county: string | null;
  value: number | null;
  /** `null` where no run is known. */
  run: number | null;
}

let dataset: Dataset;
/** When each of the runs that made the rows finished. */
const RUN_DATES = ['2026-01-10', '2026-02-10', '2026-03-10'];
const rowsOf = new Map<State, Row[]>();

beforeAll(() => {
  dataset = openForWriting(':memory:');
  const run = dataset.sqlite.prepare(
    "INSERT INTO run (command, started_at, finished_at, outcome, program_version, summary, dataset_version) VALUES ('ingest', ?, ?, 'ok', '0', '{}', ?)",
  );
  for (const date of RUN_DATES) run.run(`${date}T01:00:00.000Z`, `${date}T02:00:00.000Z`, date);
  for (const state of STATES) rowsOf.set(state, fill(state));
});

afterAll(() => dataset.close());

function idOf(state: State, at: number): number {
  return state.fips * 10_000_000 + 1000 + at * 7;
}

/** Half zeros, a quarter missing, the others from few values, so that most rows have equals. */
function figureOf(at: number, month: number): number | null {
  const chance = (at * 7919 + month * 104_729 + at * month * 31) % 97;
  if (chance < 48) return 0;
  if (chance < 72) return null;
  return chance < 90 ? chance - 80 : (at * 1009 + month) % 4001;
}

function fill(state: State): Row[] {
  const { sqlite } = dataset;
  const jurisdiction = sqlite.prepare(
    "INSERT INTO jurisdiction (id, state, sales_tax_id, name, slug, type, printed_name, county) VALUES (?, ?, ?, 'A', 'a', ?, 'A', ?)",
  );
  const allocation = sqlite.prepare(
    `INSERT INTO ${getTableName(allocationTableOf(state))}
     (jurisdiction_id, allocation_period, revenue_period, sales_period, quarter, ${state.headline}, run_id)
     VALUES (?, ?, '2020-01-01', '2020-01-01', 1, ?, ?)`,
  );
  const rows: Row[] = [];
  for (let at = 0; at < JURISDICTIONS; at += 1) {
    const [id, type] = [idOf(state, at), at < CITIES ? 'city' : 'county'];
    const county = state.code === 'ca' ? (at % 2 === 0 ? 'Orange' : 'Los Angeles') : null;
    jurisdiction.run(id, state.code, String(at), type, county);
    for (let count = 0; count < MONTHS; count += 1) {
      const row = {
        id,
        type,
        county,
        month: monthAt(FIRST + count),
        value: figureOf(at, count),
        run: (at * 7 + count) % 11 === 0 ? null : 1 + ((at + count) % 3),
      };
      rows.push(row);
    }
  }
  // in no order: rows of later runs have later numbers, whatever their month and jurisdiction
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[(at * 7919) % rows.length];
    if (row) allocation.run(row.id, `${row.month}-01`, row.value, row.run);
  }
  return rows;
}

function fits(
  row: Row,
  { jurisdictions, type, county, from, to, updatedSince, afterRun }: AllocationFilter,
): boolean {
  return (
    (jurisdictions?.includes(row.id) ?? true) &&
    (type === null || row.type === type) &&
    (county === null || row.county === county) &&
    (from === null || `${row.month}-01` >= from) &&
    (to === null || `${row.month}-01` <= to) &&
    (updatedSince === null || (row.run !== null && (RUN_DATES[row.run - 1] ?? '') >= updatedSince)) &&
    (afterRun === null || (row.run !== null && row.run > afterRun))
  );
}

/** As DESIGN says: nulls last in both directions, equal ones newest first, then by id. */
function inOrder(rows: readonly Row[], byValue: boolean, descending: boolean): Row[] {
  const sign = descending ? -1 : 1;
  const newest = (a: Row, b: Row) => monthIndex(b.month) - monthIndex(a.month) || a.id - b.id;
  const byMonth = (a: Row, b: Row) => sign * (monthIndex(a.month) - monthIndex(b.month)) || a.id - b.id;
  return rows.toSorted((a, b) => {
    if (!byValue) return byMonth(a, b);
    if (a.value === null || b.value === null)
      return Number(a.value === null) - Number(b.value === null) || newest(a, b);
    return sign * (a.value - b.value) || newest(a, b);
  });
}

/** Any day of a month. */
const date = fc
  .tuple(fc.integer({ min: -2, max: MONTHS + 1 }), fc.constantFrom('01', '02', '15', '28'))
  .map(([at, day]) => `${monthAt(FIRST + at)}-${day}`);
const everyNth = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 11 }));
const stretch = fc.tuple(fc.nat(JURISDICTIONS), fc.nat(JURISDICTIONS));

function filters(state: State): fc.Arbitrary<AllocationFilter> {
  const at = Array.from({ length: JURISDICTIONS }, (_, index) => index);
  const ids = fc.oneof(
    everyNth.map(([step, start]) => at.filter((index) => index % step === start % step)),
    stretch.map(([a, b]) => at.slice(Math.min(a, b), Math.max(a, b))),
    fc.constant([1, 99_999]),
  );
  return fc.record({
    jurisdictions: fc.option(ids.map((chosen) => chosen.map((index) => idOf(state, index)))),
    type: fc.option(fc.constantFrom('city' as const, 'county' as const)),
    county: fc.option(fc.constantFrom('Orange', 'Yuba')),
    from: fc.option(fc.oneof(date, fc.constantFrom('0000-01-01', '0000-01-02'))),
    to: fc.option(date),
    // before, between and after the runs, and the very day of one
    updatedSince: fc.option(
      fc.constantFrom('2025-01-01', '2026-01-11', '2026-02-10', '2026-02-11', '2026-03-11'),
    ),
    afterRun: fc.option(fc.constantFrom(0, 1, 2, 3)),
  });
}

describe.each(STATES)('$code', (state) => {
  test('any page equals the same part of all sorted rows', () => {
    const reader = openReader(dataset);
    const list = openAllocationList(state, []);
    const sorts = fc.record({ byValue: fc.boolean(), descending: fc.boolean() });
    const place = fc.double({ min: 0, max: 1.05, noNaN: true });
    fc.assert(
      fc.property(
        filters(state),
        sorts,
        place,
        fc.constantFrom(1, 25, 1000),
        (filter, { byValue, descending }, part, limit) => {
          const wanted = inOrder(
            (rowsOf.get(state) ?? []).filter((row) => fits(row, filter)),
            byValue,
            descending,
          );
          const offset = Math.floor(wanted.length * part);
          const sort = { field: byValue ? state.headline : null, family: null, descending };
          const page = reader.read((view) => {
            const { total, rowids } = list.find(view, filter, sort, { offset, limit });
            return { total, allocations: list.read(view, rowids) };
          });
          expect(page.total).toBe(wanted.length);
          expect(page.allocations.map(({ jurisdictionId, month: of }) => [of, jurisdictionId])).toEqual(
            wanted.slice(offset, offset + limit).map(({ id, month: of }) => [of, id]),
          );
        },
      ),
      { numRuns: 250, seed: 20_261_101 },
    );
  });

  test.each<[boolean, { type?: 'city'; from?: string; to?: string; jurisdictions?: 'most' }]>([
    [false, {}],
    [true, {}],
    // so many rows that pages in their midst are deep from both ends
    [false, { type: 'city' }],
    [true, { type: 'city' }],
    [true, { from: `${monthAt(FIRST + 3)}-01` }],
    [true, { to: `${monthAt(FIRST + 30)}-01`, jurisdictions: 'most' }],
  ])('every page of a whole list, descending: %s, of %j', (descending, { jurisdictions, ...restriction }) => {
    const reader = openReader(dataset);
    const list = openAllocationList(state, []);
    const filter: AllocationFilter = {
      type: null,
      county: null,
      from: null,
      to: null,
      updatedSince: null,
      afterRun: null,
      ...restriction,
      jurisdictions: jurisdictions
        ? Array.from({ length: JURISDICTIONS }, (_, at) => idOf(state, at)).filter((_, at) => at % 17 !== 0)
        : null,
    };
    const rows = (rowsOf.get(state) ?? []).filter((row) => fits(row, filter));
    expect(rows.length).toBeGreaterThan(8100);
    const wanted = inOrder(rows, true, descending);
    const sort = { field: state.headline, family: null, descending };
    const walked: unknown[] = [];
    for (let offset = 0; offset < wanted.length; offset += 77) {
      const allocations = reader.read((view) =>
        list.read(view, list.find(view, filter, sort, { offset, limit: 77 }).rowids),
      );
      walked.push(...allocations.map(({ jurisdictionId, month: of }) => [of, jurisdictionId]));
    }
    expect(walked).toEqual(wanted.map(({ id, month: of }) => [of, id]));
  });
});
