import { getTableName } from 'drizzle-orm';
import { codeKey, type JurisdictionType, slugOf } from '../../domain/jurisdiction.ts';
import { type Month, monthOfDate } from '../../domain/month.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { STATES, stateOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf } from '../schema.ts';
import { openJurisdictions, type StoredJurisdiction } from '../write/jurisdictions.ts';

export type { StoredJurisdiction };

/** Every jurisdiction, by state and id. */
export function listJurisdictions(dataset: Dataset): StoredJurisdiction[] {
  return STATES.flatMap((state) => openJurisdictions(dataset, state.code).list());
}

/** The county of a jurisdiction, without "County"; `null` if nothing names it. */
export function countyOf({ state, sales_tax_id }: StoredJurisdiction): string | null {
  return stateOf(state).countyOf(sales_tax_id);
}

/** What jurisdictions to search for; what is `null` does not restrict. */
export interface JurisdictionSearch {
  /** Part of the name, without regard to case, accents and punctuation. */
  name: string | null;
  state: string | null;
  type: JurisdictionType | null;
  /** One of a state's `counties`. */
  county: string | null;
  /** The state's code, with or without leading zeros. */
  salesTaxId: string | null;
}

/** The jurisdictions searched for: names that begin with what was asked first, then by name and id. */
export function searchJurisdictions(
  jurisdictions: Iterable<StoredJurisdiction>,
  { name, state, type, county, salesTaxId }: JurisdictionSearch,
): StoredJurisdiction[] {
  const asked = name === null ? null : slugOf(name);
  const code = salesTaxId === null ? null : codeKey(salesTaxId);
  const fits = (stored: StoredJurisdiction) =>
    (state === null || stored.state === state) &&
    (type === null || stored.type === type) &&
    (county === null || countyOf(stored) === county) &&
    (code === null || codeKey(stored.sales_tax_id) === code) &&
    (asked === null || (asked !== '' && stored.slug.includes(asked)));
  const rank = ({ slug }: StoredJurisdiction) => (asked === null || slug.startsWith(asked) ? 0 : 1);
  return [...jurisdictions]
    .filter(fits)
    .sort((a, b) => rank(a) - rank(b) || compareText(a.slug, b.slug) || a.id - b.id);
}

/** Tells the first and last month a jurisdiction of a state has a datapoint of, `null` where it has none. */
export function openSpans(
  { sqlite }: Dataset,
  state: State,
): (jurisdictionId: number) => [Month, Month] | null {
  const table = getTableName(allocationTableOf(state));
  // two questions: each is one step in the index, both in one are a walk through the series
  const ends = sqlite
    .prepare<[number, number], [string | null, string | null]>(
      `SELECT (SELECT min(allocation_period) FROM ${table} WHERE jurisdiction_id = ?),
       (SELECT max(allocation_period) FROM ${table} WHERE jurisdiction_id = ?)`,
    )
    .raw();
  return (jurisdictionId) => {
    const [first, last] = ends.get(jurisdictionId, jurisdictionId) ?? [null, null];
    return first === null || last === null ? null : [monthOfDate(first), monthOfDate(last)];
  };
}
