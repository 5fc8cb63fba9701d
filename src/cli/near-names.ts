import { distance } from 'fastest-levenshtein';
import { type ReadName, readName } from '../domain/jurisdiction-name.ts';

const MOST_NEAR = 5;
/** How much of a name may differ from a near one. */
const DIFFERENT_SHARE = 0.4;
/** Longer names are compared by their beginning. */
const LONGEST_COMPARED = 100;

/** An item with that of its names which is nearest to the asked one. */
export interface NearName<Item> {
  item: Item;
  name: string;
}

/** The items with a name much like an unknown one: at most five, the nearest first. */
export function nearNames<Item>(
  unknown: string,
  items: readonly Item[],
  namesOf: (item: Item) => readonly [string, ...string[]],
): NearName<Item>[] {
  const asked = readName(unknown.slice(0, LONGEST_COMPARED));
  // no name is near a number
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
