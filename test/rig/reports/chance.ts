/** Random-looking 32-bit numbers that depend on the seed alone (mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Random-looking whole numbers, the same in every run and on every machine. */
export interface Chance {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True in this share of calls. */
  hits(share: number): boolean;
}

export function openChance(seed: number): Chance {
  const next = mulberry32(seed);
  return {
    between: (low, high) => low + (next() % (high - low + 1)),
    hits: (share) => next() / 2 ** 32 < share,
  };
}

/** Returns the items in random order. */
export function shuffle<Item>(items: readonly Item[], chance: Chance): Item[] {
  return items
    .map((item) => ({ item, rank: chance.between(0, 0xffffffff) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
