import { closest, distance } from 'fastest-levenshtein';

const LONGEST_COMPARED = 100;
const MOST_LISTED = 12;

/** What to say of a name that is none of those known: the nearest, where one is near, else what there is. */
export function nearestName(name: string, known: readonly string[]): string {
  const nearest = name.length > LONGEST_COMPARED ? '' : closest(name, [...known]);
  if (nearest !== '' && distance(name, nearest) <= Math.max(2, name.length / 2))
    return `the nearest one is "${nearest}"`;
  return known.length > MOST_LISTED ? '/docs lists them' : `there are ${known.join(', ')}`;
}
