/** Where the figures of states come from, in words. */

/** What is known of the figures of a state. */
export interface SourceState {
  name: string;
  /** Not null if the state has figures. */
  newest: unknown;
  has_invented: boolean;
}

/** `A, B and C`. */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Tells invented from published figures; `null` if no figure is invented. */
export function describeSample(states: readonly SourceState[]): string | null {
  const invented = states.filter(({ has_invented }) => has_invented);
  if (invented.length === 0) return null;
  const published = states.filter(({ has_invented, newest }) => newest && !has_invented);
  return [
    `Sample: ${have(invented)} invented places and figures.`,
    ...(published.length > 0 ? [`${have(published)} figures that the state published.`] : []),
  ].join(' ');
}

/** The beginning of the names of saved files: a CSV file cannot say inside that its figures are invented. */
export function fileStartOf(states: readonly SourceState[]): string {
  return describeSample(states) === null ? '' : 'sample-';
}

function have(states: readonly SourceState[]): string {
  return `${joinNames(states.map(({ name }) => name))} ${states.length === 1 ? 'has' : 'have'}`;
}
