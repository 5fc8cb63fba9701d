import { closest, distance } from 'fastest-levenshtein';

const LONGEST_COMPARED = 100;
/** A message lists all names if there are no more than this. */
export const MOST_LISTED = 12;

/** The share of a name that may differ. A name that differs more is not a misspelling. */
const DIFFERENT_SHARE = 0.5;
/** A shorter text is part of too many names. */
const SHORTEST_PART = 4;

/** Where clients of the service find names that are too many for a message. */
export const SEE_ALL = 'See /docs for all names.';

/** A hint for an unknown name: the nearest known name if it is similar, and all names if there are few. */
export function nearestName(name: string, known: readonly string[], mostListed = MOST_LISTED): string {
  const asked = name.slice(0, LONGEST_COMPARED).toLowerCase();
  const names = new Map(known.map((other) => [other.toLowerCase(), other]));
  const lower = [...names.keys()];
  const beginning = lower.find((other) => asked !== '' && other.startsWith(asked));
  const containing = lower.find((other) => asked.length >= SHORTEST_PART && other.includes(asked));
  const closestName = closest(asked, lower);
  const isSimilar = distance(asked, closestName) <= Math.max(2, asked.length * DIFFERENT_SHARE);
  const contained = lower.find((other) => other.length >= SHORTEST_PART && asked.includes(other));
  const nearest = beginning ?? containing ?? (isSimilar ? closestName : contained);
  const all = known.length > mostListed ? SEE_ALL : `All names: ${known.join(', ')}.`;
  return nearest === undefined ? all : `Did you mean "${names.get(nearest)}"? ${all}`;
}
