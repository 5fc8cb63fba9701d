import type { AnalyzedMonth, MonthTotal, StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo, type Parameters } from '../../address/address.ts';
import { currentAddress } from '../../address/navigation.ts';
import { showTypes } from '../../words/figures.ts';
import type { MonthDate } from '../../words/months.ts';
import { rankingPath } from '../rankings/ranking.ts';
import type { ComparedPlace } from './compared-series.ts';

/** The jurisdictions of a state, or those of one type, or of one type in one county. */
export interface PlaceGroup {
  state: string;
  type: string | null;
  county: string | null;
}

const MARK = ':';

/** How an address names a group among the ids of places: `tx:city:Travis`, `tx:city`, `tx:`. */
export function idOfGroup({ state, type, county }: PlaceGroup): string {
  return [state, type ?? '', ...(county === null ? [] : [county])].join(MARK);
}

/** The group that an id names; `null` for the id of a place. */
export function groupOfId(id: string): PlaceGroup | null {
  const [state = '', type, county] = id.split(MARK);
  return type === undefined ? null : { state, type: type || null, county: county || null };
}

/** The parameters that choose the members. */
export function filterOfGroup({ type, county }: PlaceGroup): Parameters {
  return { type, county };
}

/** `Cities of Alameda County`. */
export function nameOfGroup({ type, county }: PlaceGroup, { name }: Pick<StateOverview, 'name'>): string {
  if (type === null) return `All of ${name}`;
  return `${showTypes(type)} of ${county === null ? name : `${county} County`}`;
}

/** A group as something to compare. It has an id and a name, as a place has. */
export function asPlace(group: PlaceGroup, state: StateOverview): ComparedPlace {
  const name = nameOfGroup(group, state);
  return { ...group, id: idOfGroup(group), name, slug: name.toLowerCase().replaceAll(' ', '-') };
}

/** A month of a group in the form of that of a place. A sum has no rank, no share and no quarters. */
export function asRecord(total: MonthTotal): AnalyzedMonth {
  return {
    ...total,
    ...{ share_of_county: null, share_of_state: null, rank: null, ranked: null, doubt: null },
    ...{ quarter_total: null, quarter_total_ago: null, quarter_total_change: null },
    ...{ quarter_total_comparable_change: null, quarter_total_tax_changes: null, quarter_total_doubtful: 0 },
  };
}

/** The members of a group and their payments of a month, by the basis of the address. */
export function membersLink(group: PlaceGroup, month: MonthDate): string {
  const basis = currentAddress().parameters.get('basis');
  return linkTo(rankingPath(group.state, month), { ...filterOfGroup(group), basis });
}

/** The groups of a place, from the smallest: its county, its type and its state. */
export function groupsOf({ state, type, county }: Pick<ComparedPlace, keyof PlaceGroup>): PlaceGroup[] {
  return [
    ...(type !== null && county !== null ? [{ state, type, county }] : []),
    ...(type !== null ? [{ state, type, county: null }] : []),
    { state, type: null, county: null },
  ];
}
