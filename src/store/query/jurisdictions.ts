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

/** Which jurisdictions to search for; `null` does not filter. */
export interface JurisdictionSearch {
  /** Part of the name. Case, accents and punctuation do not matter. */
  name: string | null;
  state: string | null;
  type: JurisdictionType | null;
  /** One of a state's `counties`. */
  county: string | null;
  /** The state's code, with or without leading zeros. */
  salesTaxId: string | null;
}

/** Finds jurisdictions. Names that begin with the text come first, then by name and id. */
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

/** Looks up the first and last month with a datapoint of a jurisdiction; `null` if it has none. */
export function openSpans(
  { sqlite }: Dataset,
  state: State,
): (jurisdictionId: number) => [Month, Month] | null {
  const table = getTableName(allocationTableOf(state));
  // two queries take one index step each; a single one would scan the series
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
