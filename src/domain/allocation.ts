/** The dataset's record: one jurisdiction in one allocation period. */

import type { Figure } from './money.ts';
import { addMonths, type Month, monthOfYear } from './month.ts';

export type Unit = 'amount' | 'percent';

/** How many of what is kept make one of what is shown: cents a dollar, millionths of a percent a percent. */
export const UNIT_SCALES: Readonly<Record<Unit, number>> = { amount: 100, percent: 1_000_000 };

/** Deltas and rates are kept in millionths. */
export const RATIO_SCALE = 1_000_000;

/**
 * One numeric field of a state's allocation record. One list of these per state drives the table, the insert,
 * the query and the JSON.
 */
export interface FieldDefinition<Name extends string = string> {
  name: Name;
  /** Amounts are integer cents, percentages integer millionths of a percent. */
  unit: Unit;
  /** Whether the field exists at quarter ends only, and is 0 in other months. */
  quarterEndOnly?: boolean;
  /** Whether lists may be sorted by the field itself, not only by what is derived from it. */
  isSortable?: boolean;
  /** Another name by which sorting knows the field. */
  sortAlias?: string;
  /** What the figure is, for the data dictionary. */
  meaning: string;
  /** Which report and column gives it. */
  source: string;
}

/** The figures of one record by field name; `null` where no report gives the figure. */
export type Figures<Name extends string = string> = Record<Name, Figure | null>;

/** Derived figures of one datapoint, each in the order of the state's fields; `null` where undefined. */
export interface DerivedFigures {
  /** Fractional change to the same month a year before, in millionths. */
  deltas: (number | null)[];
  /** Mean of the trailing twelve months, in the unit of the field. */
  trends: (number | null)[];
  /** Sum of the calendar year so far (percentages: mean of its quarter ends), in the unit of the field. */
  ytd: (number | null)[];
}

/** The families of derived figures. */
export type DerivedFamily = keyof DerivedFigures;

/** How a state's payment months relate to its sales, quarters and fiscal year. */
export interface Calendar {
  /** Months from the month of reporting, and from the month of the sale, to the payment. */
  lags: { revenue: number; sales: number };
  /** Calendar month in which the fiscal year starts, 1 to 12. */
  fiscalYearStart: number;
  /** Whether a quarter's figures are settled in this allocation period. */
  isQuarterEnd(month: Month): boolean;
}

/** The month in which the allocation was reported. */
export function revenuePeriod(allocationPeriod: Month, { lags }: Calendar): Month {
  return addMonths(allocationPeriod, -lags.revenue);
}

/** The month in which the sales occurred. */
export function salesPeriod(allocationPeriod: Month, { lags }: Calendar): Month {
  return addMonths(allocationPeriod, -lags.sales);
}

/** Whether the sales period ends a calendar quarter: allocation in February, May, August or November. */
export function settlesCalendarQuarter(allocationPeriod: Month): boolean {
  return monthOfYear(allocationPeriod) % 3 === 2;
}

/** Fiscal quarter of the sales period, 1 to 4. */
export function fiscalQuarter(allocationPeriod: Month, calendar: Calendar): number {
  const monthsIn =
    (monthOfYear(salesPeriod(allocationPeriod, calendar)) - calendar.fiscalYearStart + 12) % 12;
  return Math.floor(monthsIn / 3) + 1;
}
