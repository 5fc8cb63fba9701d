import { getTableName } from 'drizzle-orm';
import { YEAR } from '../../derive/slots.ts';
import { codeKey } from '../../domain/jurisdiction.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { STATES, stateOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { openLookup } from '../../store/query/jurisdiction-lookup.ts';
import type { StoredJurisdiction } from '../../store/query/jurisdictions.ts';
import { type DatasetView, perView } from '../../store/query/view.ts';
import { allocationTableOf } from '../../store/schema.ts';
import type { AskedOf, StoredValue } from '../description.ts';
import { jurisdictionRecord, type ListedJurisdiction } from '../descriptions/jurisdiction.ts';
import { listOf } from '../list.ts';
import { listingOf } from '../listings.ts';

const lookupOf = perView(({ dataset }) => openLookup(dataset));

/** The jurisdictions by name and id; those that a search finds, best matches first, and the largest of equal ones. */
export const jurisdictions = listOf(jurisdictionRecord, {
  find: (view, asked, { offset, limit }) => {
    const found = search(view, asked);
    const listed = found.slice(offset, offset + limit);
    return {
      total: found.length,
      length: listed.length,
      read: (held, start, end) =>
        listed
          .slice(start, end)
          .map(({ jurisdiction, formerName }) => withMonths(held, jurisdiction, formerName)),
    };
  },
  findOne: (view, id) => {
    const stored = view.jurisdictions.get(id);
    return stored && withMonths(view, stored, null);
  },
});

function search(view: DatasetView, asked: AskedOf<typeof jurisdictionRecord>) {
  const { q = null, state = null, type = null, county = null, sales_tax_id: taxId } = asked;
  return lookupOf(view)
    .search(q, { state, type, county })
    .filter(
      ({ jurisdiction }) => taxId === undefined || codeKey(jurisdiction.sales_tax_id) === codeKey(taxId),
    )
    .sort(
      ({ rank: a, jurisdiction: one }, { rank: b, jurisdiction: other }) =>
        a - b ||
        (q === null ? 0 : sizeOf(view, other) - sizeOf(view, one)) ||
        compareText(one.slug, other.slug) ||
        one.id - other.id,
    );
}

/** What a jurisdiction got in its last twelve months. */
function sizeOf(view: DatasetView, { id, state }: StoredJurisdiction): number {
  const facts = stateOf(state);
  const figures = view.figures(facts, facts.headline, 0);
  const { slots } = figures.of(id);
  return slots.slice(-YEAR).reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

type Months = Pick<ListedJurisdiction, 'first_period' | 'newest'>;

function withMonths(
  view: DatasetView,
  stored: StoredJurisdiction,
  former: string | null,
): ListedJurisdiction {
  const found = readersOf(view).get(stored.state);
  if (!found) throw new Error(`no state ${stored.state}`);
  return { ...stored, ...found.monthsOf(stored.id), has_numeric_id: found.hasNumericId, former_name: former };
}

const readersOf = perView(
  (view) =>
    new Map(
      STATES.map((state) => [
        state.code,
        { hasNumericId: listingOf(state).hasNumericTaxId, monthsOf: openMonths(view, state) },
      ]),
    ),
);

/** Reads the first month and the newest datapoint of a jurisdiction. Each takes one step in an index. */
function openMonths({ dataset: { sqlite } }: DatasetView, state: State): (id: number) => Months {
  const datapoints = `FROM ${getTableName(allocationTableOf(state))} WHERE jurisdiction_id = ?`;
  const first = sqlite
    .prepare<[number], string | null>(`SELECT min(allocation_period) ${datapoints}`)
    .pluck();
  const fields = state.fields.map(({ name }) => name);
  const newest = sqlite.prepare<[number], Record<string, StoredValue>>(
    `SELECT ${['allocation_period', ...fields].join(', ')} ${datapoints} ORDER BY allocation_period DESC LIMIT 1`,
  );
  return (id) => ({ first_period: first.get(id) ?? null, newest: newest.get(id) ?? null });
}
