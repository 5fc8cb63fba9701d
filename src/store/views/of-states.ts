import { UNIT_SCALES } from '../../domain/allocation.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';

/** A column of a view, and its SQL expression for a state. */
export interface ViewColumn {
  name: string;
  of(state: State): string;
}

export interface ViewDefinition {
  name: string;
  columns: readonly string[];
  query: string;
}

export function viewColumn(name: string, of: (state: State) => string): ViewColumn {
  return { name, of };
}

/** The columns that tell whose figures these are. */
export const JURISDICTION_COLUMNS: readonly ViewColumn[] = [
  viewColumn('state', ({ code }) => `'${code}'`),
  viewColumn('jurisdiction_id', () => 'jurisdiction.id'),
  ...['sales_tax_id', 'name', 'type', 'county'].map((name) => viewColumn(name, () => `jurisdiction.${name}`)),
];

export function selectOfStates(columns: readonly ViewColumn[], from: (state: State) => string): string {
  const selects = STATES.map((state) => {
    const expressions = columns.map((one) => `${one.of(state)} AS ${one.name}`);
    return `SELECT ${expressions.join(', ')} ${from(state)}`;
  });
  return selects.join(' UNION ALL ');
}

export function datapointTable({ code }: State): string {
  return `${code}_allocation`;
}

/** The datapoints of a state as `now`, with their jurisdictions. */
export function fromDatapoints(state: State): string {
  return `FROM ${datapointTable(state)} AS now JOIN jurisdiction ON jurisdiction.id = now.jurisdiction_id`;
}

/** Joins the datapoint of a year before as `past`. */
export function joinYearAgo(state: State): string {
  return `LEFT JOIN ${datapointTable(state)} AS past ON past.jurisdiction_id = now.jurisdiction_id AND past.allocation_period = ${monthYearAgo('now.allocation_period')}`;
}

export function monthYearAgo(month: string): string {
  return `date(${month}, '-12 months')`;
}

/** A stored integer in its shown unit. */
export function inUnit(value: string, scale: number): string {
  return `${value} / ${scale}.0`;
}

export function inDollars(cents: string): string {
  return inUnit(cents, UNIT_SCALES.amount);
}

/** (now − ago) ÷ ago, rounded to six decimals in integers, half away from zero; NULL if `ago` is 0 or negative. */
export function changeInSql(now: string, ago: string): string {
  const millionths = `(abs(${now} - ${ago}) * 2000000 + ${ago}) / (2 * ${ago})`;
  const sign = `CASE WHEN ${now} < ${ago} THEN -1 ELSE 1 END`;
  return `CASE WHEN ${ago} > 0 THEN (${sign}) * (${millionths}) / 1e6 END`;
}

/** A view of the same columns of each state. `before` stands before the query. */
export function unionOfStates(
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
