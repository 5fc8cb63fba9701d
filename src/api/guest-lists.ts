import { ID, LIST_COMMA } from '../records/filters/parameters.ts';
import { listingOf } from '../records/listings.ts';
import { STATES, stateOfId } from '../states/index.ts';
import type { State } from '../states/state.ts';
import { splitAddress } from './http/addresses.ts';

/** The states whose list another state's address answers with, if every requested id is theirs. */
export function guestsAt(path: string): State[] {
  return STATES.filter((state) => listingOf(state).guestPaths.includes(path));
}

/** Returns the address of the list that has every requested id, if this address answers for it. */
export function atOwnAddress(url: string): string {
  const [path, query] = splitAddress(url);
  const [guest] = guestsAt(path);
  if (!guest || query === '') return url;
  const parameters = new URLSearchParams(query);
  const ids = ['jurisdictions', 'entities'].flatMap((name) =>
    parameters.getAll(name).flatMap((list) => list.split(LIST_COMMA)),
  );
  const hasAllIds = ids.length > 0 && ids.every((id) => ID.test(id) && stateOfId(Number(id)) === guest);
  return hasAllIds ? `${listingOf(guest).paths[0]}${query}` : url;
}
