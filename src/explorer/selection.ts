import type { Jurisdiction, StateOverview } from '../client/generated/types.gen.ts';
import { parseJurisdictionType } from '../domain/jurisdiction.ts';
import { nameGroup } from '../domain/text/wording.ts';

/** What a view is about: one place, or a group of places, whose id is a text such as `nc:city:Wake`. */
export type PlaceOrGroup = Pick<Jurisdiction, 'name' | 'slug' | 'county' | 'type'> & {
  id: number | string;
  state: string;
};

/** The places of a state, or those of one type, or of one type in one county. */
export interface PlaceGroup {
  state: string;
  type: Jurisdiction['type'];
  county: string | null;
}

const MARK = ':';

/** How an address names a group: `tx:city:Travis`, `tx:city`, `tx:`. */
export function idOfGroup({ state, type, county }: Record<keyof PlaceGroup, string | null>): string {
  return [state, type ?? '', ...(county === null ? [] : [county])].join(MARK);
}

/** The group that an id names; `null` for the id of a place. */
export function groupOfId(id: number | string): PlaceGroup | null {
  const [state = '', text, county] = String(id).split(MARK);
  const type = parseJurisdictionType(text ?? '') ?? null;
  const isGroup = text === '' || type !== null;
  return isGroup ? { state, type, county: county || null } : null;
}

/** `Cities of Alameda County`; a whole state has its own name. */
export function nameOfGroup(group: PlaceGroup, { name }: Pick<StateOverview, 'name'>): string {
  return nameGroup(group, name);
}

/** The group of an id; `null` if the dataset has no such group. */
export function groupNamed(id: string, states: readonly StateOverview[]): PlaceOrGroup | null {
  const group = groupOfId(id);
  const state = group && states.find((known) => known.state === group.state && known.newest !== null);
  if (!group || !state) return null;
  const { type, county } = group;
  const isKnown =
    (type === null || state.types.some((known) => known === type)) &&
    (county === null || state.counties.includes(county));
  return isKnown ? asSelection(group, state) : null;
}

function asSelection(group: PlaceGroup, state: StateOverview): PlaceOrGroup {
  const name = nameOfGroup(group, state);
  return { ...group, id: idOfGroup(group), name, slug: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') };
}

/** The groups of a place, from the smallest: its county, its type and its state. */
export function groupsOf({ state, type, county }: Pick<PlaceOrGroup, keyof PlaceGroup>): PlaceGroup[] {
  return [
    ...(type !== null && county !== null ? [{ state, type, county }] : []),
    ...(type !== null ? [{ state, type, county: null }] : []),
    { state, type: null, county: null },
  ];
}

/** The groups of a state: itself, its types, and each type in each county. */
export function groupsIn(state: StateOverview): PlaceOrGroup[] {
  const types = [null, ...state.types];
  const counties = state.has_counties ? state.counties : [];
  return [null, ...counties].flatMap((county) =>
    types
      .filter((type) => county === null || type !== 'county')
      .map((type) => asSelection({ state: state.state, type, county }, state)),
  );
}
