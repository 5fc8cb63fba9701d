import { UNIT_SCALES } from '../../domain/allocation.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { DatabaseFile } from '../database-file.ts';
import { doubtedPayment } from './doubted-payment.ts';

interface ViewDefinition {
  name: string;
  columns: readonly string[];
  query: string;
}

/** The datapoints of a state, with names, amounts in dollars and percentages in percent. */
function datapointView({ code, headline, fields }: State): ViewDefinition {
  const of = (table: string, ...names: string[]) => names.map((name) => [name, `${table}.${name}`] as const);
  const shown = [
    ['jurisdiction_id', 'jurisdiction.id'] as const,
    ...of('jurisdiction', 'sales_tax_id', 'name', 'type', 'county'),
    ...of('datapoint', 'allocation_period', 'revenue_period', 'sales_period', 'quarter'),
    ['payment', `datapoint.${headline} / ${UNIT_SCALES.amount}.0`] as const,
    ...fields.map(({ name, unit }) => [name, `datapoint.${name} / ${UNIT_SCALES[unit]}.0`] as const),
  ];
  return {
    name: `${code}_datapoint`,
    columns: shown.map(([name]) => name),
    query: `SELECT ${shown.map(([name, value]) => `${value} AS ${name}`).join(', ')}
      FROM ${code}_allocation AS datapoint JOIN jurisdiction ON jurisdiction.id = datapoint.jurisdiction_id`,
  };
}

/** Every view of the dataset, for people with SQL. */
export const DATASET_VIEWS: readonly ViewDefinition[] = [...STATES.map(datapointView), doubtedPayment];

/** Views that older versions of the program made. */
const FORMER_VIEWS = ['allocation', 'comparison_latest', 'payment_by_year', 'payment_by_fiscal_year'];

/** Creates the views, makes those anew that another version of the program made, and removes those of old versions. */
export function createViews({ sqlite }: DatabaseFile): void {
  const found = new Map(
    sqlite.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'view'").raw().all() as [
      string,
      string,
    ][],
  );
  const wanted = DATASET_VIEWS.map(({ name, query }) => ({ name, sql: `CREATE VIEW ${name} AS ${query}` }));
  const changed = wanted.filter(({ name, sql }) => found.get(name) !== sql);
  const former = FORMER_VIEWS.filter((name) => found.has(name));
  if (changed.length + former.length === 0) return;
  sqlite.transaction(() => {
    for (const name of former) sqlite.exec(`DROP VIEW ${name}`);
    for (const { name, sql } of changed) sqlite.exec(`DROP VIEW IF EXISTS ${name}; ${sql}`);
  })();
}
