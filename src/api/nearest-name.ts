import { closest } from 'fastest-levenshtein';

const LONGEST_COMPARED = 100;
const MOST_LISTED = 12;

/** A shorter text is part of too many names. */
const SHORTEST_PART = 4;

/** A hint for an unknown name: the nearest known name, and all names if there are few. */
export function nearestName(name: string, known: readonly string[]): string {
  const asked = name.slice(0, LONGEST_COMPARED).toLowerCase();
  const names = new Map(known.map((other) => [other.toLowerCase(), other]));
  const lower = [...names.keys()];
  const beginning = lower.find((other) => asked !== '' && other.startsWith(asked));
  const containing = lower.find((other) => asked.length >= SHORTEST_PART && other.includes(asked));
  const nearest = names.get(beginning ?? containing ?? closest(asked, lower));
  const all = known.length > MOST_LISTED ? 'See /docs for all names.' : `All names: ${known.join(', ')}.`;
  return `Did you mean "${nearest}"? ${all}`;
}
