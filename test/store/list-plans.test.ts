import { getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { STATES } from '../../src/states/index.ts';
import { type Dataset, openForWriting } from '../../src/store/dataset.ts';
import { readReadiness } from '../../src/store/query/dataset-status.ts';
import { allocationTableOf } from '../../src/store/schema.ts';
import { StateMonths } from '../../src/store/state-months.ts';
import { RunWriter } from '../../src/store/write/runs.ts';

let dataset: Dataset;
beforeAll(() => {
  dataset = openForWriting(':memory:');
});
afterAll(() => dataset.close());

function planOf(sql: string): string[] {
  const places = sql.split('?').length - 1;
  const plan = dataset.sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array(places).fill(1));
  return (plan as { detail: string }[]).map(({ detail }) => detail);
}

test.each(STATES)('the pipeline uses the two indexes of the datapoints of $code', (state) => {
  const table = getTableName(allocationTableOf(state));
  const indexes = dataset.sqlite
    .prepare<[string], string>(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
    )
    .pluck()
    .all(table);
  expect(indexes.sort()).toEqual([`${table}_by_period`, `${table}_of_run`]);
  const prepare = vi.spyOn(dataset.sqlite, 'prepare');
  new StateMonths(dataset, state).months();
  readReadiness(dataset);
  new RunWriter(dataset);
  const prepared = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes(table));
  prepare.mockRestore();
  const plans = prepared.flatMap(planOf);
  for (const index of indexes)
    expect(plans).toContainEqual(expect.stringContaining(`SEARCH ${table} USING COVERING INDEX ${index} `));
});
