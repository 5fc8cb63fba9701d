import { DERIVED_PREFIXES, fiscalYearToDateStart } from '../../domain/allocation.ts';
import type { State } from '../../states/state.ts';
import { countDoubts, DOUBTS_OF_PLACES, JOIN_DOUBTS } from './doubted-payment.ts';
import { fiscalYearStart, fiscalYearToDate, yearToDateAgo } from './fiscal-year.ts';
import {
  changeInSql,
  datapointTable,
  fromDatapoints,
  inDollars,
  JURISDICTION_COLUMNS,
  unionOfStates,
  viewColumn,
} from './of-states.ts';

// SQLite reads columns outside of sums from the row with the maximum: the last month
const LAST_MONTH = 'max(now.allocation_period)';
const yearNow = ({ headline }: State) => `now.${DERIVED_PREFIXES.ytd}${headline}`;
const yearAgo = (state: State) => yearToDateAgo(state, 'now.allocation_period', 1);

function lastSalesMonth(month: string) {
  return ({ calendar: { lags } }: State) =>
    lags.sales === null ? 'NULL' : `date(${month}, '-${lags.sales} months')`;
}

/** The payments of each jurisdiction by calendar year of the allocation period, against the year before. */
export const paymentByYear = unionOfStates(
  'payment_by_year',
  [
    ...JURISDICTION_COLUMNS,
    viewColumn('year', () => 'CAST(substr(now.allocation_period, 1, 4) AS INTEGER)'),
    viewColumn('last_month', () => LAST_MONTH),
    viewColumn('last_sales_month', lastSalesMonth(LAST_MONTH)),
    viewColumn('months', ({ headline }) => `count(now.${headline})`),
    viewColumn('payment', ({ headline }) => inDollars(`sum(now.${headline})`)),
    viewColumn('closed', () => `CASE substr(${LAST_MONTH}, 6, 2) WHEN '12' THEN 'yes' ELSE 'no' END`),
    viewColumn('year_ago', (state) => inDollars(yearAgo(state))),
    viewColumn('difference', (state) => inDollars(`(${yearNow(state)} - ${yearAgo(state)})`)),
    viewColumn('change', (state) => changeInSql(yearNow(state), yearAgo(state))),
    viewColumn('doubtful', () => countDoubts("substr(now.allocation_period, 1, 4) || '-01-01'", LAST_MONTH)),
  ],
  (state) =>
    `${fromDatapoints(state)} ${JOIN_DOUBTS} GROUP BY now.jurisdiction_id, substr(now.allocation_period, 1, 4)`,
  `WITH ${DOUBTS_OF_PLACES} `,
);

/** The months of each jurisdiction by fiscal year, as `now`. */
function fromFiscalYears(state: State): string {
  const start = fiscalYearToDateStart(state.calendar);
  const first = `CAST(strftime('%Y', allocation_period, '-${start - 1} months') AS INTEGER)`;
  const year = start === 1 ? first : `${first} || '-' || printf('%02d', (${first} + 1) % 100)`;
  return `FROM (SELECT jurisdiction_id, ${year} AS year, count(${state.headline}) AS months,
      sum(${state.headline}) AS payment, max(allocation_period) AS last
    FROM ${datapointTable(state)} GROUP BY jurisdiction_id, year) AS now
    JOIN jurisdiction ON jurisdiction.id = now.jurisdiction_id ${JOIN_DOUBTS}`;
}

const soFar = (state: State) => fiscalYearToDate(state, 'now.last');
const soFarAgo = (state: State) => yearToDateAgo(state, 'now.last', fiscalYearToDateStart(state.calendar));
const nextMonth = "date(now.last, '+1 month')";

/** The payments of each jurisdiction by fiscal year of the allocation period, against the year before. */
export const paymentByFiscalYear = unionOfStates(
  'payment_by_fiscal_year',
  [
    ...JURISDICTION_COLUMNS,
    viewColumn('fiscal_year', () => 'now.year'),
    viewColumn('last_month', () => 'now.last'),
    viewColumn('last_sales_month', lastSalesMonth('now.last')),
    viewColumn('months', () => 'now.months'),
    viewColumn('payment', () => inDollars('now.payment')),
    viewColumn(
      'closed',
      (state) => `CASE ${fiscalYearStart(state, nextMonth)} WHEN ${nextMonth} THEN 'yes' ELSE 'no' END`,
    ),
    viewColumn('year_ago', (state) => inDollars(soFarAgo(state))),
    viewColumn('difference', (state) => inDollars(`(${soFar(state)} - ${soFarAgo(state)})`)),
    viewColumn('change', (state) => changeInSql(soFar(state), soFarAgo(state))),
    viewColumn('doubtful', (state) => countDoubts(fiscalYearStart(state, 'now.last'), 'now.last')),
  ],
  fromFiscalYears,
  `WITH ${DOUBTS_OF_PLACES} `,
);
