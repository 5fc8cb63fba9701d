import { distance } from 'fastest-levenshtein';
import { type ReadName, readName } from '../domain/jurisdiction-name.ts';

const MOST_NEAR = 5;
/** The share of a name that may differ. */
const DIFFERENT_SHARE = 0.4;
/** Only this many characters of a name are compared. */
const LONGEST_COMPARED = 100;

/** An item, and whichever of its names is most similar to the one asked for. */
export interface NearName<Item> {
  item: Item;
  name: string;
}

/** Finds items with a name similar to an unknown one: at most five, the most similar first. */
export function nearNames<Item>(
  unknown: string,
  items: readonly Item[],
  namesOf: (item: Item) => readonly [string, ...string[]],
): NearName<Item>[] {
  const asked = readName(unknown.slice(0, LONGEST_COMPARED));
  // numbers are codes or ids, not misspelled names
  if (/^\d*$/.test(asked.slug)) return [];
  const most = Math.max(2, Math.floor(asked.place.length * DIFFERENT_SHARE));
  const nearest = (item: Item) =>
    namesOf(item)
      .map((name) => ({ item, name, difference: differenceOf(asked, readName(name)) }))
      .reduce((best, other) => (other.difference < best.difference ? other : best));
  return items
    .map(nearest)
    .filter(({ difference }) => difference <= most)
    .sort((a, b) => a.difference - b.difference)
    .slice(0, MOST_NEAR);
}

function differenceOf(asked: ReadName, known: ReadName): number {
  return Math.min(distance(asked.spelled, known.spelled), distance(asked.place, known.place));
}
