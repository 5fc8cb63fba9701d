import { DERIVED_PREFIXES, fiscalYearToDateStart, UNIT_SCALES } from '../domain/allocation.ts';
import { STATES } from '../states/index.ts';
import type { State } from '../states/state.ts';
import type { DatabaseFile } from './database-file.ts';

const YEAR = 12;

/** A column of a view, and its SQL expression for a state. */
interface ViewColumn {
  name: string;
  of(state: State): string;
}

/** A view of the dataset. */
interface DatasetView {
  name: string;
  columns: readonly string[];
  query: string;
}

function column(name: string, of: (state: State) => string): ViewColumn {
  return { name, of };
}

/** The columns that tell whose figures these are. */
const JURISDICTION: readonly ViewColumn[] = [
  column('state', ({ code }) => `'${code}'`),
  column('jurisdiction_id', () => 'jurisdiction.id'),
  ...['sales_tax_id', 'name', 'type', 'county'].map((name) => column(name, () => `jurisdiction.${name}`)),
];

/** Every field of every state, in the order of the states. A state without a field has NULL. */
const FIELDS: readonly ViewColumn[] = [
  ...new Set(STATES.flatMap(({ fields }) => fields.map(({ name }) => name))),
].map((name) =>
  column(name, ({ fields }) => {
    const field = fields.find((one) => one.name === name);
    return field ? shown(`now.${name}`, UNIT_SCALES[field.unit]) : 'NULL';
  }),
);

/** All datapoints of all states, with amounts in dollars and percentages in percent. */
const allocationView = unionOfStates(
  'allocation',
  [
    ...JURISDICTION,
    ...['allocation_period', 'revenue_period', 'sales_period'].map((name) =>
      column(name, () => `now.${name}`),
    ),
    column('quarter', () => 'now.quarter'),
    column('payment', ({ headline }) => dollars(`now.${headline}`)),
    ...FIELDS,
  ],
  (state) => fromDatapoints(state),
);

/** The payments of each jurisdiction by calendar year of the allocation period. */
const paymentByYear = unionOfStates(
  'payment_by_year',
  [
    ...JURISDICTION,
    column('year', () => 'CAST(substr(now.allocation_period, 1, 4) AS INTEGER)'),
    column('months', ({ headline }) => `count(now.${headline})`),
    column('payment', ({ headline }) => dollars(`sum(now.${headline})`)),
  ],
  (state) => `${fromDatapoints(state)} GROUP BY now.jurisdiction_id, substr(now.allocation_period, 1, 4)`,
);

/** What `comparison_latest` compares with the year before. Sums are in cents. */
const COMPARED: readonly Compared[] = [
  {
    name: 'payment',
    ...{ ago: 'year_ago', change: 'change' },
    nowOf: ({ headline }) => `now.${headline}`,
    agoOf: ({ headline }) => `past.${headline}`,
  },
  {
    ...namesOf('year_to_date'),
    nowOf: ({ headline }) => `now.${DERIVED_PREFIXES.ytd}${headline}`,
    agoOf: ({ headline }) => `past.${DERIVED_PREFIXES.ytd}${headline}`,
  },
  {
    ...namesOf('fiscal_year_to_date'),
    nowOf: (state) => fiscalYearToDate(state, 'now.allocation_period'),
    agoOf: (state) => fiscalYearToDate(state, yearBefore('now.allocation_period')),
  },
  {
    ...namesOf('rolling_year'),
    nowOf: (state) => rollingYear(state, 'now.allocation_period'),
    agoOf: (state) => rollingYear(state, yearBefore('now.allocation_period')),
  },
];

/** The payments of each state's newest month against the year before. */
const comparisonLatest = compareLatest([
  ...JURISDICTION,
  column('allocation_period', () => 'now.allocation_period'),
]);

/** Every view of the dataset, for people with SQL. */
export const DATASET_VIEWS: readonly DatasetView[] = [allocationView, comparisonLatest, paymentByYear];

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
): DatasetView {
  return { name, columns: columns.map((one) => one.name), query: selectOfStates(columns, from) };
}

function selectOfStates(columns: readonly ViewColumn[], from: (state: State) => string): string {
  const selects = STATES.map((state) => {
    const expressions = columns.map((one) => `${one.of(state)} AS ${one.name}`);
    return `SELECT ${expressions.join(', ')} ${from(state)}`;
  });
  return selects.join(' UNION ALL ');
}

/** Computes each sum once, in cents, before it compares them. */
function compareLatest(columns: readonly ViewColumn[]): DatasetView {
  const sums = COMPARED.flatMap(({ name, ago, nowOf, agoOf }) => [column(name, nowOf), column(ago, agoOf)]);
  const inDollars = COMPARED.flatMap(({ name, ago, change }) => [
    ...[name, ago].map((sum) => `${dollars(sum)} AS ${sum}`),
    `${changeOf(name, ago)} AS ${change}`,
  ]);
  const shownColumns = [...columns.map(({ name }) => name), ...inDollars].join(', ');
  return {
    name: 'comparison_latest',
    columns: [
      ...columns.map(({ name }) => name),
      ...COMPARED.flatMap(({ name, ago, change }) => [name, ago, change]),
    ],
    query: `WITH sums AS MATERIALIZED (${selectOfStates([...columns, ...sums], fromNewest)}) SELECT ${shownColumns} FROM sums`,
  };
}

/** The datapoints of the newest month, each with the one of a year before. */
function fromNewest(state: State): string {
  const table = tableOf(state);
  return `${fromDatapoints(state)} LEFT JOIN ${table} AS past ON past.jurisdiction_id = now.jurisdiction_id AND past.allocation_period = ${yearBefore('now.allocation_period')} WHERE now.allocation_period = (SELECT max(allocation_period) FROM ${table})`;
}

function tableOf({ code }: State): string {
  return `${code}_allocation`;
}

function fromDatapoints(state: State): string {
  return `FROM ${tableOf(state)} AS now JOIN jurisdiction ON jurisdiction.id = now.jurisdiction_id`;
}

function shown(value: string, scale: number): string {
  return `${value} / ${scale}.0`;
}

function dollars(cents: string): string {
  return shown(cents, UNIT_SCALES.amount);
}

/** A sum in cents, now and a year before, and the names of its columns. */
interface Compared {
  name: string;
  ago: string;
  change: string;
  nowOf: (state: State) => string;
  agoOf: (state: State) => string;
}

function namesOf(name: string) {
  return { name, ago: `${name}_ago`, change: `${name}_change` };
}

/** (now − ago) ÷ ago, rounded to six decimals in integers, half away from zero; NULL if `ago` is 0 or negative. */
function changeOf(now: string, ago: string): string {
  const millionths = `(abs(${now} - ${ago}) * 2000000 + ${ago}) / (2 * ${ago})`;
  const sign = `CASE WHEN ${now} < ${ago} THEN -1 ELSE 1 END`;
  return `CASE WHEN ${ago} > 0 THEN (${sign}) * (${millionths}) / 1e6 END`;
}

function yearBefore(month: string): string {
  return `date(${month}, '-${YEAR} months')`;
}

/** The sum of the twelve months up to one; NULL if one has no payment. */
function rollingYear(state: State, month: string): string {
  return sumOf(state, `date(${month}, '-${YEAR - 1} months')`, month, `${YEAR}`);
}

/**
 * The sum since the first month of the fiscal year, or since the first month of the jurisdiction; NULL if a month
 * lacks a payment, or if the dataset may begin later than the jurisdiction.
 */
function fiscalYearToDate(state: State, month: string): string {
  const table = tableOf(state);
  const start = fiscalYearToDateStart(state.calendar);
  const since = `((strftime('%m', ${month}) - ${start} + ${YEAR}) % ${YEAR})`;
  const yearStart = `date(${month}, '-' || ${since} || ' months')`;
  const first = `(SELECT min(allocation_period) FROM ${table} AS first WHERE first.jurisdiction_id = now.jurisdiction_id)`;
  const from = `max(${yearStart}, ${first})`;
  const months = `(strftime('%Y', ${month}) - strftime('%Y', ${from})) * ${YEAR} + strftime('%m', ${month}) - strftime('%m', ${from}) + 1`;
  const begins = `EXISTS (SELECT 1 FROM ${table} AS earlier WHERE earlier.allocation_period = date(${first}, '-1 month'))`;
  return `CASE WHEN ${first} <= ${yearStart} OR ${begins} THEN ${sumOf(state, from, month, months)} END`;
}

/** The sum of a number of months; NULL if one of them has no payment. */
function sumOf(state: State, from: string, to: string, months: string): string {
  const payment = `summed.${state.headline}`;
  return `(SELECT CASE WHEN count(${payment}) = ${months} THEN sum(${payment}) END FROM ${tableOf(state)} AS summed WHERE summed.jurisdiction_id = now.jurisdiction_id AND summed.allocation_period BETWEEN ${from} AND ${to})`;
}
