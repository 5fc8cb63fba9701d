import { createHash } from 'node:crypto';
import { mulberry32 } from '../rig/reports/chance.ts';

/** Random-looking numbers that depend on the seed alone. */
export interface Random {
  /** A number from `least` to below `most`. */
  between(least: number, most: number): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True in this percentage of calls. */
  chance(percent: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** Returns the stream of random numbers that the parts name. */
export function randomOf(...parts: readonly (string | number)[]): Random {
  const draw = mulberry32(createHash('sha256').update(parts.join(' ')).digest().readUInt32LE(0));
  const next = () => draw() / 2 ** 32;
  const between = (least: number, most: number) => least + next() * (most - least);
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1));
  return {
    between,
    whole,
    chance: (percent) => next() * 100 < percent,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
  };
}
