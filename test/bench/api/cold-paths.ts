import { type Chance, openChance } from '../../rig/reports/chance.ts';
import { type BenchState, LIMIT, pathOf } from './cases.ts';

/** Returns up to `count` different paths of pages, of any state, sort and filter. */
export function coldPaths(states: readonly BenchState[], count: number): string[] {
  const chance = openChance(7);
  const paths = new Set<string>();
  for (let tries = 0; paths.size < count && tries < 10 * count; tries += 1)
    paths.add(choosePath(states, chance));
  return [...paths];
}

function choosePath(states: readonly BenchState[], chance: Chance): string {
  const { state, sorts, filters } = choose(states, chance);
  const { query, total } = choose(choose(filters, chance).variants, chance);
  const page = chance.between(1, Math.max(1, Math.ceil(total / LIMIT)));
  return pathOf(state, query, choose(sorts, chance), page);
}

function choose<Item>(items: readonly Item[], chance: Chance): Item {
  const item = items[chance.between(0, items.length - 1)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}
