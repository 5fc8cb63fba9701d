import { afterEach, beforeEach, expect, test } from 'vitest';
import { STATES } from '../../../../src/states/index.ts';
import type { State } from '../../../../src/states/state.ts';
import { type Dataset, openForWriting } from '../../../../src/store/dataset.ts';
import { rowIndexOf as placesOfState } from '../../../../src/store/query/columns/row-index.ts';
import { openOrders } from '../../../../src/store/query/order/orders.ts';
import { ORDER_BYTES_A_ROW } from '../../../../src/store/query/order/row-order.ts';
import { type DatasetReader, type DatasetView, openReader } from '../../../../src/store/query/view.ts';

const ROWS = 10;
const COLUMNS = ['net_payment', 'current_distributions', 'current_advance'] as const;
const STATE = STATES.find(({ code }) => code === 'ca') as State;

let dataset: Dataset;
let reader: DatasetReader;
/** The columns read since it was emptied. */
let read: string[];

beforeEach(() => {
  dataset = openForWriting(':memory:');
  reader = openReader(dataset);
  nameVersion('one');
  dataset.sqlite.exec(
    "INSERT INTO jurisdiction (id, state, sales_tax_id, name, slug, type, printed_name) VALUES (1, 'ca', '1', 'A', 'a', 'city', 'A')",
  );
  for (let month = 0; month < ROWS; month += 1)
    dataset.sqlite.exec(
      `INSERT INTO ca_allocation (jurisdiction_id, allocation_period, revenue_period, sales_period, quarter)
       VALUES (1, '2020-${String(month + 1).padStart(2, '0')}-01', '', '', 1)`,
    );
  read = [];
  const prepare = dataset.sqlite.prepare.bind(dataset.sqlite);
  dataset.sqlite.prepare = ((sql: string) => {
    const [, column] = /SELECT (\w+) AS value/.exec(sql) ?? [];
    if (column !== undefined) read.push(column);
    return prepare(sql);
  }) as typeof dataset.sqlite.prepare;
});

afterEach(() => dataset.close());

function nameVersion(name: string): void {
  dataset.sqlite
    .prepare(
      "INSERT INTO run (command, started_at, finished_at, outcome, program_version, summary, dataset_version) VALUES ('', '', '', '', '', '', ?)",
    )
    .run(name);
}

function open(ordersKept: number) {
  const placesOf = (view: DatasetView) => placesOfState(view, STATE);
  const orders = openOrders(STATE, placesOf, ordersKept * (ORDER_BYTES_A_ROW * ROWS + 1));
  return {
    ask: (column: string) => reader.read((view) => orders.byFigure(view, column)),
    prepareAll: () =>
      reader.read((view) => {
        for (const column of COLUMNS) orders.prepare(view, column);
      }),
  };
}

test('an order is made when it is asked for, once of each version', () => {
  const { ask } = open(3);
  for (const column of [COLUMNS[0], COLUMNS[1], COLUMNS[0]]) ask(column);
  expect(read).toEqual([COLUMNS[0], COLUMNS[1]]);
  nameVersion('two');
  ask(COLUMNS[0]);
  expect(read).toEqual([COLUMNS[0], COLUMNS[1], COLUMNS[0]]);
});

test('beyond the bound, the order that was used longest ago is dropped', () => {
  const { ask } = open(2);
  for (const column of [COLUMNS[0], COLUMNS[1], COLUMNS[0], COLUMNS[2]]) ask(column);
  expect(read).toEqual([...COLUMNS]);
  ask(COLUMNS[0]);
  expect(read).toEqual([...COLUMNS]);
  ask(COLUMNS[1]);
  expect(read).toEqual([...COLUMNS, COLUMNS[1]]);
});

test('of a new version, those that requests asked for of the one before are prepared', () => {
  const { ask, prepareAll } = open(3);
  prepareAll();
  expect(read).toEqual([]);
  ask(COLUMNS[1]);
  nameVersion('two');
  prepareAll();
  expect(read).toEqual([COLUMNS[1], COLUMNS[1]]);
  ask(COLUMNS[1]);
  expect(read).toHaveLength(2);
  nameVersion('three');
  prepareAll();
  nameVersion('four');
  prepareAll();
  // nobody asked for it of the third version
  expect(read).toHaveLength(3);
});
