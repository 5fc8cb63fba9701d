import { ID_SPAN } from '../../domain/jurisdiction.ts';
import { type FigureReading, type KnownState, knownStateOf } from '../../domain/reading/figure-reading.ts';
import { WrongFilter } from './wrong-filter.ts';

const MOST_NAMED = 10;

/**
 * Throws a `WrongFilter` that names the ids that are not in the state's list: a wrong id must not look like "no data".
 * `addressOf` is the address for another state.
 */
export function requireListed(
  parameter: string,
  ids: readonly number[],
  { jurisdictions, states }: FigureReading,
  state: KnownState,
  addressOf: (other: KnownState) => string,
): void {
  const byState = new Map<string | undefined, number[]>();
  for (const id of ids) {
    const code = jurisdictions.get(id)?.state;
    if (code === state.code) continue;
    const grouped = byState.get(code);
    if (grouped) grouped.push(id);
    else byState.set(code, [id]);
  }
  const faults = [...byState].map(([code, grouped]) => {
    if (code === undefined) return unknownFault(grouped);
    const other = knownStateOf({ states }, code);
    return `This address lists ${state.name}. For ${named(grouped)} of ${other.name}, use ${addressOf(other)}.`;
  });
  refuse(parameter, faults);
}

/** Throws a `WrongFilter` that names the ids that are not known. */
export function requireKnown(
  parameter: string,
  ids: readonly number[],
  isKnown: (id: number) => boolean,
): void {
  const unknown = ids.filter((id) => !isKnown(id));
  refuse(parameter, unknown.length > 0 ? [unknownFault(unknown)] : []);
}

/** Throws a `WrongFilter` if ids belong to another state than the one that the parameter `state` names. */
export function requireOfState(
  { states }: FigureReading,
  parameter: string,
  ids: readonly number[],
  code: string | undefined,
): void {
  const stateOfId = (id: number) => states.find(({ fips }) => fips === Math.trunc(id / ID_SPAN));
  if (code === undefined) return;
  const others = ids.filter((id) => stateOfId(id)?.code !== code);
  const owners = new Set(others.map(stateOfId));
  const faults = [...owners].flatMap((owner) =>
    owner ? [otherStateFault(named(others.filter((id) => stateOfId(id) === owner)), owner, code)] : [],
  );
  refuse(parameter, faults);
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

function refuse(parameter: string, faults: string[]): void {
  if (faults.length === 0) return;
  throw new WrongFilter(parameter, faults);
}
