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
const WHOLE = { there: 'there', absent: null };

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

/** Reads both tables side by side, in the order of their keys. */
function* compareAllocations(
  state: State,
  before: Dataset,
  after: Dataset,
  jurisdictions: ReadonlyMap<number, StoredJurisdiction>,
): Generator<Difference> {
  const columns = figureColumns(state);
  const [a, b] = [walk(before, state, columns), walk(after, state, columns)];
  let [left, right] = [a.next().value, b.next().value];
  while (left || right) {
    const order = compareKeys(left, right);
    const [id, period] = (order <= 0 ? left : right) ?? [];
    const place = {
      state: state.code,
      jurisdiction_id: Number(id),
      jurisdiction: jurisdictions.get(Number(id))?.name ?? '',
      month: monthOfDate(String(period)),
    };
    if (order !== 0) yield { ...place, field: 'datapoint', ...presence(order < 0, order > 0) };
    else
      for (const [at, { field }] of columns.entries()) {
        const [was = null, is = null] = [left?.[at + 2], right?.[at + 2]];
        if (was !== is) yield { ...place, field, before: was, after: is };
      }
    if (order <= 0) left = a.next().value;
    if (order >= 0) right = b.next().value;
  }
}

function walk({ sqlite }: Dataset, state: State, columns: readonly { column: string }[]) {
  return sqlite
    .prepare<[], SqlValue[]>(
      `SELECT jurisdiction_id, allocation_period, ${columns.map(({ column }) => column).join(', ')}
       FROM ${getTableName(allocationTableOf(state))} ORDER BY jurisdiction_id, allocation_period`,
    )
    .raw()
    .iterate();
}

/** Negative if only the left one exists, or if it comes first. */
function compareKeys(left: SqlValue[] | undefined, right: SqlValue[] | undefined): number {
  if (!left || !right) return left ? -1 : 1;
  const ids = Number(left[0]) - Number(right[0]);
  return ids || (left[1] === right[1] ? 0 : String(left[1]) < String(right[1]) ? -1 : 1);
}

function presence(before: unknown, after: unknown): Pick<Difference, 'before' | 'after'> {
  return { before: before ? WHOLE.there : WHOLE.absent, after: after ? WHOLE.there : WHOLE.absent };
}

function figureColumns({ fields }: State): { field: string; column: string }[] {
  const families: readonly (DerivedFamily | null)[] = [null, 'deltas', 'trends', 'ytd'];
  return families.flatMap((family) =>
    fields.map(({ name }) => ({
      field: family === null ? name : `${family}.${name}`,
      column: figureColumn(name, family),
    })),
  );
}
