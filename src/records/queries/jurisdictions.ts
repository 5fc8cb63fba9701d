import { salesDate } from '../../domain/allocation.ts';
import { codeKey } from '../../domain/jurisdiction.ts';
import {
  type FigureReading,
  type KnownJurisdiction,
  knownStateOf,
} from '../../domain/reading/figure-reading.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import type { AskedOf } from '../description.ts';
import { jurisdictionRecord, type ListedJurisdiction } from '../descriptions/jurisdiction.ts';
import { listOfFigures } from '../found-rows.ts';

/** The jurisdictions by name and id; those that a search finds, best matches first, and the largest of equal ones. */
export const jurisdictions = listOfFigures(jurisdictionRecord, {
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

function search(view: FigureReading, asked: AskedOf<typeof jurisdictionRecord>) {
  const { q = null, state = null, type = null, county = null, sales_tax_id: taxId } = asked;
  return view
    .search()
    .search(q, { state, type, county })
    .filter(
      ({ jurisdiction }) => taxId === undefined || codeKey(jurisdiction.sales_tax_id) === codeKey(taxId),
    )
    .sort(
      ({ rank: a, jurisdiction: one }, { rank: b, jurisdiction: other }) =>
        a - b ||
        (q === null ? 0 : view.sizeOf(other) - view.sizeOf(one)) ||
        compareText(one.slug, other.slug) ||
        one.id - other.id,
    );
}

function withMonths(
  view: FigureReading,
  known: KnownJurisdiction,
  former: string | null,
): ListedJurisdiction {
  const { calendar } = knownStateOf(view, known.state);
  const life = view.lifeOf(known);
  const last = life.newest?.allocation_period;
  return {
    ...known,
    ...life,
    first_sales_period: salesDate(life.first_period, calendar),
    last_sales_period: salesDate(last ? String(last) : null, calendar),
    former_name: former,
  };
}
