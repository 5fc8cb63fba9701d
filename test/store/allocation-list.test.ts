import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SortKey, sortKeysOf } from '../../src/records/descriptions/allocation-filters.ts';
import { allocations } from '../../src/records/queries/allocations.ts';
import { STATES, stateOf } from '../../src/states/index.ts';
import type { State } from '../../src/states/state.ts';
import { figureColumn } from '../../src/store/allocation-columns.ts';
import { type Dataset, openForReading, openForWriting } from '../../src/store/dataset.ts';
import { openReader } from '../../src/store/query/view.ts';
import { nameVersion, writeManyDatapoints } from '../rig/datasets/many-datapoints.ts';

/** Pages of the list against plain SQL, on columns with thousands of equal and missing figures. */
const CODES = ['ca', 'tx'] as const;
const LAST_RUN = 4;

/** What a request asks for; `null` does not filter. */
interface AllocationFilter {
  jurisdictions: readonly number[] | null;
  type: 'city' | 'transit' | null;
  county: string | null;
  from: string | null;
  to: string | null;
  updatedSince: string | null;
  afterRun: number | null;
}
type AllocationSort = SortKey & { column: string; descending: boolean };

let folder: string;
let dataset: Dataset;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allocations-list-'));
  const file = join(folder, 'dataset.sqlite');
  writeManyDatapoints(file);
  const written = openForWriting(file);
  for (let run = 2; run <= LAST_RUN; run += 1) nameVersion(written.sqlite);
  written.sqlite.exec("UPDATE run SET finished_at = '2026-0' || id || '-10T02:00:00.000Z'");
  // no run is known of some; numbers of rows follow neither month nor jurisdiction
  for (const code of CODES)
    written.sqlite.exec(
      `UPDATE ${code}_allocation SET run_id = nullif(1 + (rowid * 7919) % 5, 5);
       UPDATE ${code}_allocation SET rowid = 1000000 + (rowid * 7919) % 900001`,
    );
  written.close();
  dataset = openForReading(file);
});

afterAll(() => {
  dataset.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The key of each row that matches, in order, by plain SQL. */
function bySql(state: State, filter: AllocationFilter, sort: AllocationSort): string[] {
  const column = sort.field && figureColumn(sort.field, sort.family);
  const direction = sort.descending ? 'DESC' : 'ASC';
  const order =
    column === null
      ? `allocation_period ${direction}`
      : `${column} IS NULL, ${column} ${direction}, allocation_period DESC`;
  return dataset.sqlite
    .prepare<[AllocationFilter & { ids: string }], string>(
      `SELECT jurisdiction_id || ' ' || substr(allocation_period, 1, 7)
       FROM ${state.code}_allocation JOIN jurisdiction ON jurisdiction.id = jurisdiction_id
       LEFT JOIN run ON run.id = run_id
       WHERE (@ids = 'null' OR jurisdiction_id IN (SELECT value FROM json_each(@ids)))
         AND (@type IS NULL OR type = @type) AND (@county IS NULL OR county = @county)
         AND (@from IS NULL OR allocation_period >= @from) AND (@to IS NULL OR allocation_period <= @to)
         AND (@updatedSince IS NULL OR finished_at >= @updatedSince) AND (@afterRun IS NULL OR run_id > @afterRun)
       ORDER BY ${order}, jurisdiction_id`,
    )
    .pluck()
    .all({ ...filter, ids: JSON.stringify(filter.jurisdictions) });
}

const date = fc
  .tuple(
    fc.integer({ min: 2018, max: 2027 }),
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom('01', '02', '28'),
  )
  .map(([year, month, day]) => `${year}-${String(month).padStart(2, '0')}-${day}`);

function filters(ids: readonly number[]): fc.Arbitrary<AllocationFilter> {
  const some = fc.oneof(
    // few are looked up by place, many by walking through the order
    fc.subarray([...ids], { minLength: 1, maxLength: 6 }),
    fc.subarray([...ids]),
    fc.constant([1, 999_999_999]),
  );
  return fc.record({
    jurisdictions: fc.option(some),
    type: fc.option(fc.constantFrom('city' as const, 'transit' as const)),
    county: fc.option(fc.constantFrom('Alameda', 'Nowhere'), { freq: 9 }),
    from: fc.option(fc.oneof(date, fc.constantFrom('0000-01-01', '0000-01-02'))),
    to: fc.option(date),
    updatedSince: fc.option(fc.constantFrom('2025-01-01', '2026-02-10', '2026-02-11', '2027-01-01')),
    afterRun: fc.option(fc.integer({ min: 0, max: LAST_RUN })),
  });
}

describe.each(CODES)('%s', (code) => {
  const state = stateOf(code);
  const sorts = [...sortKeysOf(state)].flatMap(([column, key]) =>
    [true, false].map((descending) => ({ ...key, column, descending })),
  );
  const list = allocations[STATES.indexOf(state)] ?? expect.fail();

  test('any page of any filter and sort equals the same part by plain SQL', () => {
    const reader = openReader(dataset);
    const ids = dataset.sqlite
      .prepare<[string], number>('SELECT id FROM jurisdiction WHERE state = ?')
      .pluck()
      .all(code);
    fc.assert(
      fc.property(
        filters(ids),
        fc.constantFrom(...sorts),
        fc.double({ min: 0, max: 1.05, noNaN: true }),
        fc.constantFrom(1, 25, 1000),
        (filter, sort, part, limit) => {
          const wanted = bySql(state, filter, sort);
          const offset = Math.floor(wanted.length * part);
          const page = reader.read((view) => {
            const { jurisdictions, type, county, from, to, updatedSince, afterRun } = filter;
            const asked = {
              ...{ state: code, sort, between: { from, to } },
              ...(jurisdictions && { jurisdictions }),
              ...(type && { jurisdiction_type: type }),
              ...(county && { county }),
              ...(updatedSince && { updated_since: updatedSince }),
              ...(afterRun !== null && { since_version: { run: afterRun, version: 'any' } }),
            };
            const { total, length, read } = list.find(view, asked, { offset, limit });
            const rows = read(view, 0, length);
            return { total, keys: rows.map((one) => `${one.jurisdiction.id} ${one.month}`) };
          });
          expect(page).toEqual({ total: wanted.length, keys: wanted.slice(offset, offset + limit) });
        },
      ),
      { numRuns: 300, seed: 20_261_101 },
    );
  });
});
