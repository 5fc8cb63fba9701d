import type { Month } from '../client/generated/types.gen.ts';

/** A figure as the service gives it. */
export type FigureOfRecord = Month['payment'];

/** A month of a place or a group, with the figure of the quarter that it settles. */
export type MonthRecord = Month & { quarter?: FigureOfRecord | undefined };

/** The figures of a month. */
export type FigureName = 'payment' | 'fiscal_year_to_date' | 'twelve_months' | 'quarter';

/** A figure that views show. */
export interface ComparedFigure {
  /** Its chart, and how an address names it. */
  id: string;
  /** `Twelve months`. */
  name: string;
  of: FigureName;
}

export const PAYMENT: ComparedFigure = { id: 'payments', name: 'Month', of: 'payment' };
export const FISCAL_YEAR_TO_DATE: ComparedFigure = {
  ...{ id: 'fiscal-year', name: 'Fiscal year to date', of: 'fiscal_year_to_date' },
};
export const ROLLING_YEAR: ComparedFigure = {
  id: 'rolling-year',
  name: 'Twelve months',
  of: 'twelve_months',
};
export const QUARTER: ComparedFigure = { id: 'quarters', name: 'Quarter', of: 'quarter' };

/** The figures that groups have too. */
export const SHARED = [PAYMENT, FISCAL_YEAR_TO_DATE, ROLLING_YEAR] as const;

/** The figures that are made of several months. */
export const SUMS: readonly ComparedFigure[] = [FISCAL_YEAR_TO_DATE, ROLLING_YEAR, QUARTER];

/** The figure of a chart or of an address: the payment of the month if it is none of the sums. */
export function figureNamed(id: string | null): ComparedFigure {
  return SUMS.find((known) => known.id === id) ?? PAYMENT;
}

/** A figure of a record; `null` without the record or the figure. */
export function figureOf(
  record: MonthRecord | null | undefined,
  { of }: ComparedFigure,
): FigureOfRecord | null {
  return record?.[of] ?? null;
}

/** What is drawn or shown of a figure. */
export type FigurePart = 'value' | 'ago' | 'change';
