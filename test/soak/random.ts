import { createHash } from 'node:crypto';

/** Numbers that look random and are the same again for the same seed. */
export interface Random {
  /** From `least` up to, but not, `most`. */
  between(least: number, most: number): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True so often of a hundred times. */
  chance(percent: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** A source of its own for what the parts name together. */
export function randomOf(...parts: readonly (string | number)[]): Random {
  let state = createHash('sha256').update(parts.join(' ')).digest().readUInt32LE(0);
  /** Mulberry32: from 0 up to 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + next() * (most - least);
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1));
  return {
    between,
    whole,
    chance: (percent) => next() * 100 < percent,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
  };
}
