import { closest } from 'fastest-levenshtein';

const LONGEST_COMPARED = 100;
const MOST_LISTED = 12;

/** A hint for an unknown name: the nearest known name, and all names if there are few. */
export function nearestName(name: string, known: readonly string[]): string {
  const asked = name.slice(0, LONGEST_COMPARED).toLowerCase();
  const names = new Map(known.map((other) => [other.toLowerCase(), other]));
  const lower = [...names.keys()];
  const nearest = names.get(
    lower.find((other) => asked !== '' && other.startsWith(asked)) ?? closest(asked, lower),
  );
  const all = known.length > MOST_LISTED ? 'See /docs for all names.' : `All names: ${known.join(', ')}.`;
  return `Did you mean "${nearest}"? ${all}`;
}
