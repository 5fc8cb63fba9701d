import { getTableName } from 'drizzle-orm';
import { DERIVED_PREFIXES, type DerivedFamily } from '../../domain/allocation.ts';
import { isInCounty } from '../../domain/jurisdiction.ts';
import { monthOfDate } from '../../domain/month.ts';
import { perContentAndKey } from '../../domain/reading/once.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { figureColumn } from '../../store/allocation-columns.ts';
import { type DatasetView, perView } from '../../store/query/view.ts';
import { allocationTableOf } from '../../store/schema.ts';
import type { SqlValue } from '../../store/statements.ts';
import { type AskedOf, chooseMembers } from '../description.ts';
import { type AllocationRow, describeAllocations } from '../descriptions/allocation.ts';
import { sortKeysOf } from '../descriptions/allocation-filters.ts';
import { listOf } from '../list.ts';
import { listingOf } from '../listings.ts';

type Asked = AskedOf<ReturnType<typeof describeAllocations>>;

/** The datapoints of each state, newest first. Only the rows of a page are read. */
export const allocations = STATES.map((state) => {
  const listing = listingOf(state);
  const description = describeAllocations(state, listing);
  const readerOf = perView((view) => openRowReader(view, state, listing.shownFamilies));
  return listOf(description, {
    find: (view, { fields, ...asked }, { offset, limit }) => {
      const all = findAll(view, state, asked);
      const rowids = all.subarray(offset, offset + limit);
      return {
        total: all.length,
        length: rowids.length,
        ...(fields && { members: chooseMembers(description.members, fields) }),
        read: (held, start, end) => readerOf(held)(rowids.subarray(start, end)),
      };
    },
  });
});

/** Found once for a list, so that its further pages need not sort it again. */
const findAll = perContentAndKey(
  selectAll,
  (state, asked) => JSON.stringify([state.code, asked]),
  ({ byteLength }) => byteLength,
);

/**
 * The `rowid` of all datapoints that match all conditions of a request. Nulls come last in both directions. Ties: newest
 * period, then jurisdiction id.
 */
function selectAll(view: DatasetView, state: State, asked: Omit<Asked, 'fields'>): Uint32Array {
  const { allocation_period, between, period_between, since, updated_since, since_version, sort } = asked;
  const ids = idsOf(view, state, asked);
  const spans = [allocation_period, between, period_between, { from: since ?? null, to: null }];
  const given = {
    ids: ids && JSON.stringify(ids),
    from: spans
      .flatMap((span) => span?.from ?? [])
      .sort()
      .at(-1),
    to: spans.flatMap((span) => span?.to ?? []).sort()[0],
    updatedSince: updated_since,
    afterRun: since_version?.run,
  };
  const conditions = Object.entries(CONDITIONS).flatMap(([name, condition]) =>
    given[name as keyof typeof given] === undefined ? [] : [condition],
  );
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const { field = null, family = null } = sortKeysOf(state).get(sort?.column ?? '') ?? {};
  const direction = (sort?.descending ?? true) ? 'DESC' : 'ASC';
  const order = field
    ? `${figureColumn(field, family)} ${direction} NULLS LAST, allocation_period DESC`
    : `allocation_period ${direction}`;
  // one JSON text: eight times as fast as row by row
  const rowids = view.dataset.sqlite
    .prepare<[object], string>(
      `SELECT json_group_array(listed) FROM (
         SELECT rowid AS listed FROM ${getTableName(allocationTableOf(state))} ${where}
         ORDER BY ${order}, jurisdiction_id)`,
    )
    .pluck()
    .get(given);
  return Uint32Array.from(JSON.parse(rowids ?? '[]'));
}

/** The SQL condition of each part of a request. */
const CONDITIONS = {
  ids: 'jurisdiction_id IN (SELECT value FROM json_each(@ids))',
  from: 'allocation_period >= @from',
  to: 'allocation_period <= @to',
  updatedSince: 'run_id >= (SELECT min(id) FROM run WHERE finished_at >= @updatedSince)',
  afterRun: 'run_id > @afterRun',
};

/** The ids of the jurisdictions that match a request; undefined if all do. */
function idsOf(
  { jurisdictions: known }: DatasetView,
  { code }: State,
  { jurisdictions, jurisdiction_type: type, county }: Omit<Asked, 'fields'>,
): readonly number[] | undefined {
  if (type === undefined && county === undefined) return jurisdictions;
  return [...(jurisdictions ?? known.keys())].filter((id) => {
    const stored = known.get(id);
    return (
      stored?.state === code &&
      (type ?? stored.type) === stored.type &&
      (county === undefined || isInCounty(stored, county))
    );
  });
}

/** Reads whole datapoints by `rowid`, in the given order. One statement for all rows is three times as fast as one each. */
function openRowReader(
  { dataset: { sqlite }, jurisdictions }: DatasetView,
  state: State,
  families: readonly DerivedFamily[],
) {
  const table = getTableName(allocationTableOf(state));
  const names = state.fields.map(({ name }) => name);
  const figures = ['', ...families.map((family) => DERIVED_PREFIXES[family])].flatMap((prefix) =>
    names.map((name) => `${prefix}${name}`),
  );
  // CROSS JOIN keeps the order of the listed rows
  const byRowid = sqlite
    .prepare<[string], SqlValue[]>(
      `SELECT jurisdiction_id, allocation_period, quarter, ${figures.join(', ')}
       FROM json_each(?) AS listed CROSS JOIN ${table} ON ${table}.rowid = listed.value`,
    )
    .raw();
  const toRow = ([id, period, quarter, ...values]: SqlValue[]): AllocationRow => {
    const jurisdiction = jurisdictions.get(Number(id));
    if (!jurisdiction) throw new Error(`no jurisdiction ${id}`);
    const group = (at: number) => values.slice(at * names.length, (at + 1) * names.length);
    return {
      jurisdiction,
      month: monthOfDate(String(period)),
      quarter: Number(quarter),
      figures: group(0),
      derived: Object.fromEntries(families.map((family, at) => [family, group(at + 1)])),
    };
  };
  return (rowids: Uint32Array): AllocationRow[] => {
    const found = byRowid.all(JSON.stringify([...rowids]));
    if (found.length !== rowids.length)
      throw new Error(`${table} has ${found.length} of the ${rowids.length} rows of a page`);
    return found.map(toRow);
  };
}
