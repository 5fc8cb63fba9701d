import { createHash } from 'node:crypto';
import { mulberry32 } from './reports/chance.ts';

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
