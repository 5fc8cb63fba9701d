/** Where the figures of states come from, in words. */
import type { Overview, StateOverview } from '../../client/generated/types.gen.ts';

type Known = Pick<StateOverview, 'name' | 'newest' | 'has_invented'>;

/** `A, B and C`. */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Tells invented from published figures; `null` if no figure is invented. */
export function describeSample(states: readonly Known[]): string | null {
  const invented = states.filter(({ has_invented }) => has_invented);
  if (invented.length === 0) return null;
  const published = states.filter(({ has_invented, newest }) => newest && !has_invented);
  return [
    `Sample: ${have(invented)} invented places and figures.`,
    ...(published.length > 0 ? [`${have(published)} figures that the state published.`] : []),
  ].join(' ');
}

/** The beginning of the names of saved files: a CSV file cannot say inside that its figures are invented. */
export function fileStartOf({ states }: Pick<Overview, 'states'>): string {
  return describeSample(states) === null ? '' : 'sample-';
}

function have(states: readonly Known[]): string {
  return `${joinNames(states.map(({ name }) => name))} ${states.length === 1 ? 'has' : 'have'}`;
}

/** The line under a saved chart. */
export function creditOf(states: readonly Pick<Known, 'name' | 'has_invented'>[]): string {
  const names = joinNames(states.map(({ name }) => name));
  const source = states.some(({ has_invented }) => has_invented)
    ? `a sample with invented figures of ${names}`
    : `reports of ${names}`;
  return `Source: ${source}, loaded by Sales tax allocations.`;
}

/** Says exactly which figures somebody used: the version of the dataset, and the address they come from. */
export function citationOf(
  { states, version, updated_at, program_version }: Overview,
  address: string,
): string {
  const names = states.filter(({ newest }) => newest).map(({ name }) => name);
  const day = updated_at === null ? '' : `, updated ${updated_at.slice(0, 10)}`;
  const of = names.length === 0 ? '' : ` Compiled from reports of ${joinNames(names)}.`;
  const sample = describeSample(states);
  return `Sales tax allocations, version ${version}${day} (program ${program_version}).${of}${sample === null ? '' : ` ${sample}`} ${address}`;
}
