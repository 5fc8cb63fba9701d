import { DERIVED_PREFIXES, UNIT_SCALES } from '../../domain/allocation.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { DatabaseFile } from '../database-file.ts';
import { comparisonLatest } from './comparison-latest.ts';
import { countDoubts, DOUBTS_OF_PLACES, doubtedPayment, JOIN_DOUBTS } from './doubted-payment.ts';
import {
  changeInSql,
  fromDatapoints,
  inDollars,
  inUnit,
  JURISDICTION_COLUMNS,
  joinYearAgo,
  selectOfStates,
  type ViewColumn,
  type ViewDefinition,
  viewColumn,
} from './of-states.ts';

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

// SQLite reads columns outside of sums from the row with the maximum: the last month
const LAST_MONTH = 'max(now.allocation_period)';
const yearNow = ({ headline }: State) => `now.${DERIVED_PREFIXES.ytd}${headline}`;
const yearAgo = ({ headline }: State) => `past.${DERIVED_PREFIXES.ytd}${headline}`;

/** The payments of each jurisdiction by calendar year of the allocation period, against the year before. */
const paymentByYear = unionOfStates(
  'payment_by_year',
  [
    ...JURISDICTION_COLUMNS,
    viewColumn('year', () => 'CAST(substr(now.allocation_period, 1, 4) AS INTEGER)'),
    viewColumn('months', ({ headline }) => `count(now.${headline})`),
    viewColumn('payment', ({ headline }) => inDollars(`sum(now.${headline})`)),
    viewColumn('closed', () => `CASE substr(${LAST_MONTH}, 6, 2) WHEN '12' THEN 'yes' ELSE 'no' END`),
    viewColumn('year_ago', (state) => inDollars(yearAgo(state))),
    viewColumn('difference', (state) => inDollars(`(${yearNow(state)} - ${yearAgo(state)})`)),
    viewColumn('change', (state) => changeInSql(yearNow(state), yearAgo(state))),
    viewColumn('doubtful', () => countDoubts("substr(now.allocation_period, 1, 4) || '-01-01'", LAST_MONTH)),
  ],
  (state) =>
    `${fromDatapoints(state)} ${joinYearAgo(state)} ${JOIN_DOUBTS} GROUP BY now.jurisdiction_id, substr(now.allocation_period, 1, 4)`,
  `WITH ${DOUBTS_OF_PLACES} `,
);

/** Every view of the dataset, for people with SQL. */
export const DATASET_VIEWS: readonly ViewDefinition[] = [
  allocationView,
  comparisonLatest,
  paymentByYear,
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

function unionOfStates(
  name: string,
  columns: readonly ViewColumn[],
  from: (state: State) => string,
  before = '',
): ViewDefinition {
  return {
    name,
    columns: columns.map((one) => one.name),
    query: `${before}${selectOfStates(columns, from)}`,
  };
}
