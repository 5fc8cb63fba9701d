/** Where the figures of states come from, in words. */
import type { StateOverview } from '../../client/generated/types.gen.ts';

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
