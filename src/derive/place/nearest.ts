/** A place with its size: a sum above zero. */
interface Sized {
  id: number;
  size: number;
}

/**
 * The places that are nearest in size, nearest first. What counts is the ratio of the larger size to the smaller one, so
 * that half and double are equally near. Of equally near places, the larger comes first, then the lower id.
 */
export function nearestInSize<Place extends Sized>(
  { id, size }: Sized,
  places: readonly Place[],
  count: number,
): Place[] {
  if (size <= 0) return [];
  const distanceTo = (other: number) => Math.max(other, size) / Math.min(other, size);
  return places
    .filter((place) => place.id !== id && place.size > 0)
    .map((place) => ({ place, distance: distanceTo(place.size) }))
    .sort((a, b) => a.distance - b.distance || b.place.size - a.place.size || a.place.id - b.place.id)
    .slice(0, count)
    .map(({ place }) => place);
}
