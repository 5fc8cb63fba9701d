/** Where the figures of states come from, in words. */
import type { Overview, StateOverview } from '../../client/generated/types.gen.ts';
import { describeSample, joinNames } from '../../records/files/source.ts';
import { longDay } from './months.ts';

/** The line under a saved chart. */
export function creditOf(states: readonly Pick<StateOverview, 'name' | 'agency' | 'has_invented'>[]): string {
  const source = states.some(({ has_invented }) => has_invented)
    ? `a sample with invented figures of ${joinNames(states.map(({ name }) => name))}`
    : joinNames(states.map(({ agency }) => agency));
  return `Source: ${source}, loaded by Sales tax allocations.`;
}

/** Says exactly which figures somebody used: the version of the dataset, and the address they come from. */
export function citationOf(
  { states, version, updated_at, program_version }: Overview,
  address: string,
): string {
  const names = states.filter(({ newest }) => newest).map(({ name }) => name);
  const day = updated_at === null ? '' : `, updated on ${longDay(updated_at)}`;
  const of = names.length === 0 ? '' : ` Compiled from reports of ${joinNames(names)}.`;
  const sample = describeSample(states);
  return `Sales tax allocations, version ${version}${day} (program ${program_version}).${of}${sample === null ? '' : ` ${sample}`} ${address}`;
}
