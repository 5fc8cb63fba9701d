import { closest } from 'fastest-levenshtein';

const LONGEST_COMPARED = 100;
const MOST_LISTED = 12;

/** What to say of a name that is none of those known: the nearest, and all where they are few. */
export function nearestName(name: string, known: readonly string[]): string {
  const asked = name.slice(0, LONGEST_COMPARED).toLowerCase();
  const names = new Map(known.map((other) => [other.toLowerCase(), other]));
  const lower = [...names.keys()];
  const nearest = names.get(
    lower.find((other) => asked !== '' && other.startsWith(asked)) ?? closest(asked, lower),
  );
  const all = known.length > MOST_LISTED ? '/docs lists them' : `there are ${known.join(', ')}`;
  return `the nearest one is "${nearest}"; ${all}`;
}
