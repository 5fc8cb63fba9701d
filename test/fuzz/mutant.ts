import { Random } from '../rig/random.ts';
import { type Base, bytesOf } from './bases.ts';
import { FAMILIES } from './mutations/index.ts';
import type { Mutation } from './mutations/mutation.ts';
import { csvText, jsonText } from './table.ts';
import { packZip } from './zip.ts';

/** A base report with one to four mutations. */
export interface Mutant {
  base: Base;
  mutations: string[];
  bytes: Buffer;
}

const MOST_MUTATIONS = 4;
/** Number of attempts if mutations leave the report unchanged. */
const ATTEMPTS = 5;

/** Makes the mutant of a seed and a number, always the same. */
export function makeMutant(bases: readonly [Base, ...Base[]], seed: number, number: number): Mutant {
  const random = Random.ofMutant(seed, number);
  const base = random.pick(bases);
  const original = bytesOf(base);
  const other = () => bytesOf(random.pick(bases));
  let mutant: Mutant = { base, mutations: [], bytes: original };
  for (let attempt = 0; attempt < ATTEMPTS && mutant.bytes.equals(original); attempt += 1) {
    const mutations = choose(base, random);
    mutant = {
      base,
      mutations: mutations.map(({ name }) => name),
      bytes: apply(base, mutations, random, other),
    };
  }
  return mutant;
}

function choose({ format }: Base, random: Random): Mutation[] {
  const count = random.pick([1, 1, 1, 2, 2, 3, MOST_MUTATIONS]);
  return Array.from({ length: count }, () => {
    const family = chooseByWeight(FAMILIES[format], ({ share }) => share, random);
    return chooseByWeight(family.mutations, ({ weight = 1 }) => weight, random);
  });
}

function chooseByWeight<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
  random: Random,
): Item {
  let left = random.next() * items.reduce((sum, item) => sum + weightOf(item), 0);
  for (const item of items) {
    left -= weightOf(item);
    if (left < 0) return item;
  }
  throw new Error('Nothing to choose from');
}

/** Applies the mutations by stage, from the cells to the bytes. */
function apply(base: Base, mutations: readonly Mutation[], random: Random, other: () => Buffer): Buffer {
  let bytes =
    base.format === 'xlsx' ? packWorkbook(base.parts, mutations, random) : writeText(base, mutations, random);
  for (const mutation of mutations) {
    if (mutation.stage === 'bytes') bytes = mutation.apply(bytes, random, other);
  }
  return bytes;
}

function writeText(
  base: Exclude<Base, { format: 'xlsx' }>,
  mutations: readonly Mutation[],
  random: Random,
): Buffer {
  let { table } = base;
  for (const mutation of mutations) {
    if (mutation.stage === 'table') table = mutation.apply(table, random);
  }
  let text = base.format === 'csv' ? csvText(table) : jsonText(table, base);
  for (const mutation of mutations) {
    if (mutation.stage === base.format) text = mutation.apply(text, random);
  }
  const encoding = mutations.find((mutation) => mutation.stage === 'encoding');
  return encoding ? encoding.apply(text, random) : Buffer.from(text);
}

function packWorkbook(
  original: Extract<Base, { format: 'xlsx' }>['parts'],
  mutations: readonly Mutation[],
  random: Random,
): Buffer {
  let parts = original;
  let directory = {};
  for (const mutation of mutations) {
    if (mutation.stage === 'parts') parts = mutation.apply(parts, random);
  }
  for (const mutation of mutations) {
    if (mutation.stage !== 'zip') continue;
    const packing = mutation.apply(parts, random);
    parts = packing.parts;
    directory = { ...directory, ...packing.directory };
  }
  return packZip(parts, directory);
}
