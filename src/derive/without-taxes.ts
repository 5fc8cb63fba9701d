/** Figures as they would be without changes of tax. */

import { YEAR } from './span.ts';

/** A figure with that of a year before, its change and the comparable one, as fractions; `null` is not known. */
export interface ChangedFigure {
  value: number | null;
  ago: number | null;
  change: number | null;
  comparable_change: number | null;
}

/** Whether a change of tax is known to be part of a change. */
export function haveTaxChange(figures: readonly (ChangedFigure | null)[]): boolean {
  return figures.some((figure) => {
    const { change = null, comparable_change: comparable = null } = figure ?? {};
    return change !== null && comparable !== null && change !== comparable;
  });
}

/**
 * Figures in the order of time at the tax of the first year: each times what the comparable changes since then leave of its
 * change. Its value is `null` where a comparable change is not known. Each has the `monthIndex` of a month.
 */
export function withoutTaxChanges<Figure extends ChangedFigure>(
  figures: readonly (Figure | null)[],
  months: readonly number[],
): (Figure | null)[] {
  const factors: Record<number, number | null> = {};
  const kept: Record<number, number | null> = {};
  return figures.map((figure, at) => {
    const month = months[at] ?? 0;
    const { [month - YEAR]: before = 1 } = factors;
    const own = partOfChange(figure);
    const factor = before && own && before * own;
    factors[month] = factor;
    const value = factor === null || figure?.value == null ? null : figure.value * factor;
    kept[month] = value;
    const ago = kept[month - YEAR] ?? null;
    return figure && { ...figure, value, ago, change: figure.comparable_change };
  });
}

/** By what a figure is multiplied, so that it has the comparable change; `null` if that is not known. */
function partOfChange(figure: ChangedFigure | null): number | null {
  const { change = null, comparable_change: comparable = null } = figure ?? {};
  if (change === comparable) return 1;
  return change === null || change === -1 || comparable === null ? null : (1 + comparable) / (1 + change);
}
