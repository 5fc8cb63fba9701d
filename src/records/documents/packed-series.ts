import type { FigureSeries } from '../../domain/allocation.ts';

/**
 * Numbers as differences from the entry some places before, which are shorter. `null`: there is no figure; `false`: the
 * month has no datapoint.
 */
export type PackedColumn = readonly (number | null | false)[];

/** The figures of a series, each as the difference from the year before. */
export interface PackedSeries {
  /** The `monthIndex` of the first datapoint. */
  first: number;
  slots: PackedColumn;
}

type Column = readonly (number | null | undefined)[];

const YEAR = 12;

export function packColumn(column: Column, step: number): PackedColumn {
  return Array.from(column, (entry, at) => {
    if (entry === undefined) return false;
    return entry === null ? null : entry - (column[at - step] ?? 0);
  });
}

export function unpackColumn(packed: PackedColumn, step: number): Column {
  const column: (number | null | undefined)[] = [];
  for (const [at, entry] of packed.entries())
    if (entry === false) column.push(undefined);
    else column.push(entry === null ? null : entry + (column[at - step] ?? 0));
  return column;
}

export function packSeries({ first, slots }: FigureSeries): PackedSeries {
  return { first, slots: packColumn(slots, YEAR) };
}

export function unpackSeries({ first, slots }: PackedSeries): FigureSeries {
  return { first, slots: unpackColumn(slots, YEAR) };
}

/** What a payment is made of. */
export interface SignedSeries {
  sign: 1 | -1;
  series: FigureSeries;
}

/** A payment less its parts: zeros, if they add up. */
export function lessParts(payment: FigureSeries, parts: readonly SignedSeries[]): FigureSeries {
  return plusParts(
    payment,
    parts.map(({ sign, series }) => ({ sign: sign === 1 ? -1 : 1, series })),
  );
}

/** The payment of which `lessParts` left this rest. */
export function plusParts({ first, slots }: FigureSeries, parts: readonly SignedSeries[]): FigureSeries {
  const sumIn = (month: number) =>
    parts.reduce((sum, { sign, series }) => sum + sign * (series.slots[month - series.first] ?? 0), 0);
  return {
    first,
    slots: Array.from(slots, (slot, at) => (typeof slot === 'number' ? slot + sumIn(first + at) : slot)),
  };
}
