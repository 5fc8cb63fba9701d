import type { ComparedFigure, FigureName, MonthRecord } from '../../figures.ts';
import { monthNumber } from '../../words/months.ts';

const MONTHS_OF_YEAR = 12;

/** What is used of a month of a series. */
interface MonthWithFigures {
  month: string;
  record: Pick<MonthRecord, FigureName> | null;
}

/** The choice of the address, for months of which some have another change without their change of tax. */
export const TAX_CHOICE = {
  label: 'Changes of tax',
  parameter: 'tax',
  options: [
    ['', 'With changes of tax'],
    ['without', 'Without changes of tax'],
  ],
} as const;

function changesOf({ record }: MonthWithFigures, { of }: ComparedFigure) {
  const { value = null, change = null, comparable_change: comparable = null } = record?.[of] ?? {};
  return { value, change, comparable };
}

/** By what a figure is multiplied, so that it has the comparable change; `null` if that is not known. */
function partOfChange(change: number | null, comparable: number | null): number | null {
  if (change === comparable) return 1;
  return change === null || change === -1 || comparable === null ? null : (1 + comparable) / (1 + change);
}

/** Whether a change of tax is known to be part of a change. */
export function haveTaxChange(months: readonly MonthWithFigures[], figure: ComparedFigure): boolean {
  return months.some((month) => {
    const { change, comparable } = changesOf(month, figure);
    return change !== null && comparable !== null && change !== comparable;
  });
}

/**
 * The figures at the tax of the first year: each times what the comparable changes since then leave of its change. Months
 * have the order of time. `null` where a comparable change is not known.
 */
export function withoutTaxChanges(
  months: readonly MonthWithFigures[],
  figure: ComparedFigure,
): (number | null)[] {
  const factors: Record<number, number | null> = {};
  return months.map((one) => {
    const { value, change, comparable } = changesOf(one, figure);
    const number = monthNumber(one.month);
    const { [number - MONTHS_OF_YEAR]: before = 1 } = factors;
    const own = partOfChange(change, comparable);
    const factor = before && own && before * own;
    factors[number] = factor;
    return value === null || factor === null ? null : value * factor;
  });
}
