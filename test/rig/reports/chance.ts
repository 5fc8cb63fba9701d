import { createHash } from 'node:crypto';

/** Random-looking 32-bit numbers that depend on the seed alone (mulberry32). */
export function mulberry32(seed: number): () => number {
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
}

export function openChance(seed: number): Chance {
  const next = mulberry32(seed);
  return { between: (low, high) => low + (next() % (high - low + 1)) };
}

/** Returns the items in random order. */
export function shuffle<Item>(items: readonly Item[], chance: Chance): Item[] {
  return items
    .map((item) => ({ item, rank: chance.between(0, 0xffffffff) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** A stream of random numbers that depends on its seed alone. */
export class Random {
  private readonly draw: () => number;

  constructor(seed: number) {
    this.draw = mulberry32(seed);
  }

  /** The stream that these parts name together. */
  static of(...parts: readonly (string | number)[]): Random {
    return new Random(createHash('sha256').update(parts.join(' ')).digest().readUInt32LE(0));
  }

  /** A number from 0 to below 1. */
  next(): number {
    return this.draw() / 2 ** 32;
  }

  /** A whole number from 0 to below `end`; 0 if `end` is 0. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** A whole number, both bounds included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True in this share of calls. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  /** An item of a list; `undefined` if the list is empty. */
  pickAny<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }
}
