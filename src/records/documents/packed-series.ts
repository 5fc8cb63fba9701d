import type { FigureSeries } from '../../domain/allocation.ts';

/** The figures of a series. `null`: there is no figure; `false`: the month has no datapoint. */
export interface PackedSeries {
  /** The `monthIndex` of the first datapoint. */
  first: number;
  slots: readonly (number | null | false)[];
}

export function packSeries({ first, slots }: FigureSeries): PackedSeries {
  return { first, slots: Array.from(slots, (slot) => (slot === undefined ? false : slot)) };
}

export function unpackSeries({ first, slots }: PackedSeries): FigureSeries {
  return { first, slots: slots.map((slot) => (slot === false ? undefined : slot)) };
}
