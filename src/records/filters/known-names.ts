import { ID_SPAN } from '../../domain/jurisdiction.ts';
import type { FigureReading, KnownState } from '../../domain/reading/figure-reading.ts';
import { WrongFilter } from './wrong-filter.ts';

const MOST_NAMED = 10;

/** What a list knows of jurisdictions, and which of them it has. */
interface ListedIds {
  states: FigureReading['states'];
  isKnown(id: number): boolean;
  /** The code of the only state. Default: all states. */
  state: string | undefined;
  /** What is said of ids of another state. */
  faultOf(named: string, owner: KnownState): string;
}

/** Throws a `WrongFilter` that names the ids that a list does not have: a wrong id must not look like "no data". */
export function requireIds(
  parameter: string,
  ids: readonly number[],
  { states, isKnown, state, faultOf }: ListedIds,
): void {
  const ownerOf = (id: number) => states.find(({ fips }) => fips === Math.trunc(id / ID_SPAN));
  const unknown = ids.filter((id) => !isKnown(id));
  const others = ids.filter((id) => isKnown(id) && (state ?? ownerOf(id)?.code) !== ownerOf(id)?.code);
  const faults = [
    ...(unknown.length > 0 ? [unknownFault(unknown)] : []),
    ...[...new Set(others.map(ownerOf))].flatMap((owner) =>
      owner ? [faultOf(named(others.filter((id) => ownerOf(id) === owner)), owner)] : [],
    ),
  ];
  if (faults.length > 0) throw new WrongFilter(parameter, faults);
}

/** The message for what belongs to another state than the one that the parameter `state` names. */
export function otherStateFault(
  name: string,
  owner: Pick<KnownState, 'name' | 'code'>,
  asked: string,
): string {
  return `${name} belongs to ${owner.name}, but state is ${asked}. Set state to ${owner.code}, or leave it out.`;
}

function unknownFault(ids: readonly number[]): string {
  return `No jurisdiction has the id ${named(ids)}. Find ids by name with /api/jurisdictions?q=<name>.`;
}

function named(ids: readonly number[]): string {
  const different = [...new Set(ids)];
  const shown = different.slice(0, MOST_NAMED).join(', ');
  const more = different.length - MOST_NAMED;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
