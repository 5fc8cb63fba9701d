/** Figures as they would be without changes of tax. */

import { YEAR } from './span.ts';

/** A figure of a month, with its change from a year before and the comparable one, as fractions; `null` is not known. */
export interface ChangedFigure {
  /** The `monthIndex` of the month. */
  month: number;
  value: number | null;
  change: number | null;
  comparable: number | null;
}

/** Whether a change of tax is known to be part of a change. */
export function haveTaxChange(figures: readonly ChangedFigure[]): boolean {
  return figures.some(
    ({ change, comparable }) => change !== null && comparable !== null && change !== comparable,
  );
}

/**
 * The figures at the tax of the first year: each times what the comparable changes since then leave of its change. They
 * have the order of time. `null` where a comparable change is not known.
 */
export function withoutTaxChanges(figures: readonly ChangedFigure[]): (number | null)[] {
  const factors: Record<number, number | null> = {};
  return figures.map(({ month, value, change, comparable }) => {
    const { [month - YEAR]: before = 1 } = factors;
    const own = partOfChange(change, comparable);
    const factor = before && own && before * own;
    factors[month] = factor;
    return value === null || factor === null ? null : value * factor;
  });
}

/** By what a figure is multiplied, so that it has the comparable change; `null` if that is not known. */
function partOfChange(change: number | null, comparable: number | null): number | null {
  if (change === comparable) return 1;
  return change === null || change === -1 || comparable === null ? null : (1 + comparable) / (1 + change);
}
