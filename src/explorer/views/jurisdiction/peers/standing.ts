import { linear } from '../../../chart/scales.ts';

/** Where a change stands among those of all places of its type. Changes are fractions. */
export interface StandingOfChange {
  /** How many have a change, this place among them. */
  places: number;
  grew: number;
  /** The one in the middle. */
  middle: number;
  /** The share of the other places whose change is lower; `null` without a change of this place. */
  lowerShare: number | null;
  /** The ends of a scale that nine of ten changes fit into, with a margin; others stand at its ends. */
  scale: readonly [least: number, most: number];
}

/** Compares a change with all changes, its own among them; `null` if there are fewer than three. */
export function standingOf(changes: readonly number[], own: number | null): StandingOfChange | null {
  const sorted = [...changes].sort((a, b) => a - b);
  const { length } = sorted;
  if (length < 3) return null;
  const at = (share: number) => sorted[Math.round((length - 1) * share)] ?? 0;
  const half = length / 2;
  const middle = ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
  const [low, high] = [Math.min(at(0.05), own ?? 0, 0), Math.max(at(0.95), own ?? 0, 0)];
  const margin = (high - low) * 0.05 || 0.01;
  return {
    places: length,
    grew: sorted.filter((change) => change > 0).length,
    middle,
    lowerShare: own === null ? null : sorted.filter((change) => change < own).length / (length - 1),
    scale: [low - margin, high + margin],
  };
}

/** Where a change stands on the scale, from 0 to 100. One beyond the scale stands at its end. */
export function placeOnScale({ scale: [least, most] }: StandingOfChange, change: number): number {
  return linear([least, most], [0, 100])(Math.min(most, Math.max(least, change)));
}
