import { type ComparedFigure, figureOf, type MonthRecord } from '../../figures.ts';
import { monthNumber } from '../../words/months.ts';

const MONTHS_OF_YEAR = 12;

/** What is used of a month of a series. */
interface MonthWithFigures {
  month: string;
  record: Pick<MonthRecord, 'payment' | 'twelve_months' | 'fiscal_year_to_date' | 'quarter'> | null;
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

/** Whether a change of tax is known to be part of a change. */
export function haveTaxChange(months: readonly MonthWithFigures[], figure: ComparedFigure): boolean {
  return months.some(({ record }) => {
    const { change = null, comparable_change: comparable = null } =
      figureOf(record as MonthRecord | null, figure) ?? {};
    return change !== null && comparable !== null && change !== comparable;
  });
}

/**
 * The figures at the tax of the first year: the figure of a year before, as it stands here, with the comparable change.
 * Months have the order of time. `null` where the comparable change is not known.
 */
export function withoutTaxChanges(
  months: readonly MonthWithFigures[],
  figure: ComparedFigure,
): (number | null)[] {
  const drawn = new Map<number, { plain: number | null; kept: number | null }>();
  for (const { month, record } of months) {
    const {
      value = null,
      change = null,
      comparable_change: comparable = null,
    } = figureOf(record as MonthRecord | null, figure) ?? {};
    const before = drawn.get(monthNumber(month) - MONTHS_OF_YEAR);
    drawn.set(monthNumber(month), { plain: value, kept: keptOf(value, change, comparable, before) });
  }
  return months.map(({ month }) => drawn.get(monthNumber(month))?.kept ?? null);
}

function keptOf(
  value: number | null,
  change: number | null,
  comparable: number | null,
  before: { plain: number | null; kept: number | null } | undefined,
): number | null {
  if (value === null || !before || before.plain === null) return value;
  const { plain, kept } = before;
  if (kept === null || (change !== null && comparable === null)) return null;
  // changes are rounded, so what is the same stays as it is
  if (change === comparable) return kept === plain ? value : plain > 0 ? (kept * value) / plain : null;
  return kept * (1 + (comparable ?? 0));
}
