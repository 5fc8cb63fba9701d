import { DERIVED_PREFIXES, fiscalYearToDateStart } from '../../domain/allocation.ts';
import type { State } from '../../states/state.ts';
import { countDoubts, DOUBTS_OF_PLACES, JOIN_DOUBTS } from './doubted-payment.ts';
import { fiscalYearStart, fiscalYearToDate, sumOf, yearToDateAgo } from './fiscal-year.ts';
import {
  changeInSql,
  datapointTable,
  fromDatapoints,
  inDollars,
  JURISDICTION_COLUMNS,
  joinYearAgo,
  monthYearAgo,
  selectOfStates,
  type ViewDefinition,
  viewColumn,
} from './of-states.ts';

const YEAR = 12;
const MONTH = 'now.allocation_period';

/** A sum in cents, now and a year before, and the names of its columns. */
interface Compared {
  name: string;
  ago: string;
  change: string;
  doubtful: string;
  nowOf: (state: State) => string;
  agoOf: (state: State) => string;
  /** Its first month. */
  fromOf: (state: State) => string;
}

function namesOf(name: string) {
  return { name, ago: `${name}_ago`, change: `${name}_change`, doubtful: `${name}_doubtful` };
}

/** What the view compares with the year before. */
const COMPARED: readonly Compared[] = [
  {
    ...{ name: 'payment', ago: 'year_ago', change: 'change', doubtful: 'doubtful' },
    nowOf: ({ headline }) => `now.${headline}`,
    agoOf: ({ headline }) => `past.${headline}`,
    fromOf: () => MONTH,
  },
  {
    ...namesOf('year_to_date'),
    nowOf: ({ headline }) => `now.${DERIVED_PREFIXES.ytd}${headline}`,
    agoOf: (state) => yearToDateAgo(state, MONTH, 1),
    fromOf: () => `substr(${MONTH}, 1, 4) || '-01-01'`,
  },
  {
    ...namesOf('fiscal_year_to_date'),
    nowOf: (state) => fiscalYearToDate(state, MONTH),
    agoOf: (state) => yearToDateAgo(state, MONTH, fiscalYearToDateStart(state.calendar)),
    fromOf: (state) => fiscalYearStart(state, MONTH),
  },
  {
    ...namesOf('rolling_year'),
    nowOf: (state) => rollingYear(state, MONTH),
    agoOf: (state) => rollingYear(state, monthYearAgo(MONTH)),
    fromOf: () => rollingYearStart(MONTH),
  },
];

const PLACES = [
  ...JURISDICTION_COLUMNS,
  ...['allocation_period', 'sales_period'].map((name) => viewColumn(name, () => `now.${name}`)),
];

/** Computes each sum once, in cents, before it compares them. */
const SUMS = COMPARED.flatMap(({ name, ago, doubtful, nowOf, agoOf, fromOf }) => [
  ...[viewColumn(name, nowOf), viewColumn(ago, agoOf)],
  viewColumn(doubtful, (state) => countDoubts(fromOf(state), MONTH)),
]);

const SHOWN = COMPARED.flatMap(({ name, ago, change, doubtful }) => [
  ...[name, ago].map((sum) => `${inDollars(sum)} AS ${sum}`),
  ...[`${changeInSql(name, ago)} AS ${change}`, doubtful],
]);

/** The payments of each state's newest month against the year before. */
export const comparisonLatest: ViewDefinition = {
  name: 'comparison_latest',
  columns: [
    ...PLACES.map(({ name }) => name),
    ...COMPARED.flatMap(({ name, ago, change, doubtful }) => [name, ago, change, doubtful]),
  ],
  query: `WITH ${DOUBTS_OF_PLACES}, sums AS MATERIALIZED (${selectOfStates([...PLACES, ...SUMS], fromNewest)}) SELECT ${[...PLACES.map(({ name }) => name), ...SHOWN].join(', ')} FROM sums`,
};

/** The datapoints of the newest month, each with the one of a year before. */
function fromNewest(state: State): string {
  return `${fromDatapoints(state)} ${joinYearAgo(state)} ${JOIN_DOUBTS} WHERE ${MONTH} = (SELECT max(allocation_period) FROM ${datapointTable(state)})`;
}

function rollingYearStart(month: string): string {
  return `date(${month}, '-${YEAR - 1} months')`;
}

/** The sum of the twelve months up to one; NULL if one has no payment. */
function rollingYear(state: State, month: string): string {
  return sumOf(state, rollingYearStart(month), month, `${YEAR}`);
}
