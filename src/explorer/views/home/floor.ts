/** A place with less than this share of its state says little of it. */
const LEAST_SHARE = 1 / 10_000;

/** The least payment a year before of places that are listed: a ten-thousandth of the state's, rounded down to one digit. */
export function floorOf(total: number | null): number {
  const least = (total ?? 0) * LEAST_SHARE;
  return least < 1 ? 0 : 10 ** Math.floor(Math.log10(least));
}
