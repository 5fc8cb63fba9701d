import { UNIT_SCALES } from '../../domain/allocation.ts';
import { STATES } from '../../states/index.ts';
import type { DatabaseFile } from '../database-file.ts';
import { comparisonLatest } from './comparison-latest.ts';
import { doubtedPayment } from './doubted-payment.ts';
import {
  fromDatapoints,
  inDollars,
  inUnit,
  JURISDICTION_COLUMNS,
  unionOfStates,
  type ViewColumn,
  type ViewDefinition,
  viewColumn,
} from './of-states.ts';
import { paymentByFiscalYear, paymentByYear } from './payment-by-year.ts';

/** Every field of every state, in the order of the states. A state without a field has NULL. */
const FIELDS: readonly ViewColumn[] = [
  ...new Set(STATES.flatMap(({ fields }) => fields.map(({ name }) => name))),
].map((name) =>
  viewColumn(name, ({ fields }) => {
    const field = fields.find((one) => one.name === name);
    return field ? inUnit(`now.${name}`, UNIT_SCALES[field.unit]) : 'NULL';
  }),
);

/** All datapoints of all states, with amounts in dollars and percentages in percent. */
const allocationView = unionOfStates(
  'allocation',
  [
    ...JURISDICTION_COLUMNS,
    ...['allocation_period', 'revenue_period', 'sales_period'].map((name) =>
      viewColumn(name, () => `now.${name}`),
    ),
    viewColumn('quarter', () => 'now.quarter'),
    viewColumn('payment', ({ headline }) => inDollars(`now.${headline}`)),
    ...FIELDS,
  ],
  fromDatapoints,
);

/** Every view of the dataset, for people with SQL. */
export const DATASET_VIEWS: readonly ViewDefinition[] = [
  allocationView,
  comparisonLatest,
  paymentByYear,
  paymentByFiscalYear,
  doubtedPayment,
];

/** Creates the views, and makes those anew that another version of the program made. */
export function createViews({ sqlite }: DatabaseFile): void {
  const found = sqlite.prepare<[string], string>(
    "SELECT sql FROM sqlite_master WHERE type = 'view' AND name = ?",
  );
  const wanted = DATASET_VIEWS.map(({ name, query }) => ({ name, sql: `CREATE VIEW ${name} AS ${query}` }));
  const changed = wanted.filter(({ name, sql }) => found.pluck().get(name) !== sql);
  sqlite.transaction(() => {
    for (const { name, sql } of changed) sqlite.exec(`DROP VIEW IF EXISTS ${name}; ${sql}`);
  })();
}
