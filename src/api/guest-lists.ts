import { ID, LIST_COMMA } from '../records/filters/readers.ts';
import { listingOf } from '../records/listings.ts';
import { STATES, stateOfId } from '../states/index.ts';
import { splitAddress } from './http/addresses.ts';

/** Returns the address of the list that has every requested id, if this address answers for it. */
export function atOwnAddress(url: string): string {
  const [path, query] = splitAddress(url);
  const guest = STATES.find((state) => listingOf(state).guestPaths.includes(path));
  if (!guest || query === '') return url;
  const parameters = new URLSearchParams(query);
  const ids = ['jurisdictions', 'entities'].flatMap((name) =>
    parameters.getAll(name).flatMap((list) => list.split(LIST_COMMA)),
  );
  const hasAllIds = ids.length > 0 && ids.every((id) => ID.test(id) && stateOfId(Number(id)) === guest);
  return hasAllIds ? `${listingOf(guest).paths[0]}${query}` : url;
}
