import { getTableName } from 'drizzle-orm';
import type { DerivedFamily } from '../../domain/allocation.ts';
import { type Month, monthOfDate } from '../../domain/month.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { figureColumn } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { listJurisdictions, type StoredJurisdiction } from '../query/jurisdictions.ts';
import { allocationTableOf } from '../schema.ts';
import type { SqlValue } from '../statements.ts';
import { compareTables, ROW } from './table-differences.ts';

/**
 * One difference between two datasets. `field` is a field of the record, `deltas.<field>`, `trends.<field>` or
 * `ytd.<field>`. Without a month it is a property of the jurisdiction. `datapoint` and `jurisdiction` mean that only
 * one dataset has the datapoint or jurisdiction.
 */
export interface Difference {
  state: string;
  jurisdiction_id: number;
  jurisdiction: string;
  month: Month | null;
  field: string;
  /** Figures in the unit of the field, as stored; `null` if there is none. */
  before: SqlValue;
  after: SqlValue;
}

const PROPERTIES = ['name', 'type', 'sales_tax_id', 'sales_tax_rate'] as const;

/** Lists all differences between two datasets: first those of jurisdictions, then those of datapoints by state. */
export function* compareDatasets(before: Dataset, after: Dataset): Generator<Difference> {
  const byId = (dataset: Dataset) => new Map(listJurisdictions(dataset).map((stored) => [stored.id, stored]));
  const [a, b] = [byId(before), byId(after)];
  const all = new Map([...b, ...a]);
  for (const stored of all.values()) yield* compareJurisdictions(stored, a.get(stored.id), b.get(stored.id));
  for (const state of STATES) yield* compareAllocations(state, before, after, all);
}

function* compareJurisdictions(
  { id, state, name }: StoredJurisdiction,
  before: StoredJurisdiction | undefined,
  after: StoredJurisdiction | undefined,
): Generator<Difference> {
  const place = { state, jurisdiction_id: id, jurisdiction: name, month: null };
  if (!before || !after) {
    yield { ...place, field: 'jurisdiction', ...presence(before, after) };
    return;
  }
  for (const field of PROPERTIES)
    if (before[field] !== after[field]) yield { ...place, field, before: before[field], after: after[field] };
}

function* compareAllocations(
  state: State,
  before: Dataset,
  after: Dataset,
  jurisdictions: ReadonlyMap<number, StoredJurisdiction>,
): Generator<Difference> {
  const fields = figureFields(state);
  const compared = {
    name: getTableName(allocationTableOf(state)),
    key: ['jurisdiction_id', 'allocation_period'],
    others: [...fields.keys()],
  };
  for (const { key, column, stored, expected } of compareTables(before, after, compared)) {
    const [id, period] = key;
    yield {
      state: state.code,
      jurisdiction_id: Number(id),
      jurisdiction: jurisdictions.get(Number(id))?.name ?? '',
      month: monthOfDate(String(period)),
      field: column === null ? 'datapoint' : (fields.get(column) ?? column),
      before: stored,
      after: expected,
    };
  }
}

function presence(before: unknown, after: unknown): Pick<Difference, 'before' | 'after'> {
  return { before: before ? ROW.there : ROW.absent, after: after ? ROW.there : ROW.absent };
}

/** Maps each column of figures to the name of its field. */
function figureFields({ fields }: State): Map<string, string> {
  const families: readonly (DerivedFamily | null)[] = [null, 'deltas', 'trends', 'ytd'];
  return new Map(
    families.flatMap((family) =>
      fields.map(({ name }) => [figureColumn(name, family), family === null ? name : `${family}.${name}`]),
    ),
  );
}
