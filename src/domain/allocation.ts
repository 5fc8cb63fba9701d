/** Datapoints: one jurisdiction in one allocation period. */

import type { Cents, Figure } from './money.ts';
import { addMonths, firstDay, type Month, monthOfDate, monthOfYear } from './month.ts';

export type Unit = 'amount' | 'percent';

/** Stored units in one shown unit: cents in a dollar, millionths of a percent in a percent. */
export const UNIT_SCALES: Readonly<Record<Unit, number>> = { amount: 100, percent: 1_000_000 };

/** Deltas and rates are stored in millionths. */
export const RATIO_SCALE = 1_000_000;

/** One numeric field of a state. A state's list of fields drives its table, insert, query and JSON. */
export interface FieldDefinition<Name extends string = string> {
  name: Name;
  /** Amounts are integer cents, percentages integer millionths of a percent. */
  unit: Unit;
  /** Whether the field exists only at quarter ends. It is 0 in other months. */
  quarterEndOnly?: boolean;
  /** Whether lists can be sorted by the field itself, and not only by figures derived from it. */
  isSortable?: boolean;
  /** Another name of the field in sort parameters. */
  sortAlias?: string;
  /** Computes it from other figures of its row: no report prints it, and records in JSON leave it out. */
  compute?(row: Figures): Figure | null;
  /** The meaning of the figure, for the data dictionary. */
  meaning: string;
  /** The report and the column that the figure is read from. */
  readFrom: string;
}

export function isFromReport({ compute }: FieldDefinition): boolean {
  return compute === undefined;
}

/** The figures of one datapoint by field name; `null` if no report gives the figure. */
export type Figures<Name extends string = string> = Record<Name, Figure | null>;

/** Derived figures of one datapoint, in the order of the state's fields; `null` if undefined. */
export interface DerivedFigures {
  /** Relative change from the same month of the year before, in millionths. */
  deltas: (number | null)[];
  /** Mean of the trailing twelve months, in the unit of the field. */
  trends: (number | null)[];
  /** Sum of the calendar year so far (percentages: mean of its quarter ends), in the unit of the field. */
  ytd: (number | null)[];
}

/** One field of one jurisdiction, month by month from its first datapoint to its last. */
export interface FigureSeries {
  /** The `monthIndex` of the first datapoint. */
  first: number;
  /** `null` if the datapoint lacks the figure, `undefined` if the month has no datapoint. */
  slots: readonly (number | null | undefined)[];
}

export type DerivedFamily = keyof DerivedFigures;

/** The prefix of each family before the name of its field, in tables and flat files. */
export const DERIVED_PREFIXES = { deltas: 'delta_', trends: 'trend_', ytd: 'ytd_' } as const satisfies Record<
  DerivedFamily,
  string
>;

/** How allocation periods of a state relate to sales, quarters and fiscal years. */
export interface Calendar {
  /** Months from the revenue period and from the sales period to the allocation period; `null` if no source states it. */
  lags: { revenue: number; sales: number | null };
  /** Calendar month in which the fiscal year starts, 1 to 12. */
  fiscalYearStart: number;
  /** First calendar month of the fiscal year of most local governments. Default: `fiscalYearStart`. */
  localFiscalYearStart?: number;
  /** Whether the cleanup payment of a quarter falls into this allocation period. */
  isQuarterEnd(month: Month): boolean;
}

/** The month in which the sales were reported. */
export function revenuePeriod(allocationPeriod: Month, { lags }: Calendar): Month {
  return addMonths(allocationPeriod, -lags.revenue);
}

/** The month in which the sales occurred; `null` if no source states it. */
export function salesPeriod(allocationPeriod: Month, { lags }: Pick<Calendar, 'lags'>): Month | null {
  return lags.sales === null ? null : addMonths(allocationPeriod, -lags.sales);
}

/** The first day of the month of the sales behind the payments of a month. */
export function salesDate(allocationPeriod: string | null, calendar: Pick<Calendar, 'lags'>): string | null {
  const month = allocationPeriod && salesPeriod(monthOfDate(allocationPeriod), calendar);
  return month && firstDay(month);
}

/** Whether the allocation period is February, May, August or November, so that its sales period ends a quarter. */
export function settlesCalendarQuarter(allocationPeriod: Month): boolean {
  return monthOfYear(allocationPeriod) % 3 === 2;
}

/** Fiscal quarter of the sales period, 1 to 4; of the allocation period if no source states the other. */
export function fiscalQuarter(allocationPeriod: Month, calendar: Calendar): number {
  const month = salesPeriod(allocationPeriod, calendar) ?? allocationPeriod;
  const monthsIn = (monthOfYear(month) - calendar.fiscalYearStart + 12) % 12;
  return Math.floor(monthsIn / 3) + 1;
}

/** The calendar month in which fiscal years to date begin, unless a request names another. */
export function fiscalYearToDateStart({ fiscalYearStart, localFiscalYearStart }: Calendar): number {
  return localFiscalYearStart ?? fiscalYearStart;
}

/** What an operator expects a jurisdiction to get in one year. */
export interface Budget {
  state: string;
  /** The code that the state gives the jurisdiction. */
  code: string;
  /** `2026-27`, or `2026` for a calendar year. */
  fiscalYear: string;
  amount: Cents;
  /** Empty without one. */
  note: string;
}

/** What an operator knows of some months: of a place, of all places of a state, or of all states. */
export interface OwnEvent {
  /** Months of payment, both included. */
  from: Month;
  to: Month;
  state: string | null;
  /** The code that the state gives the jurisdiction. */
  code: string | null;
  /** Of at most `EVENT_WORDS` words. */
  text: string;
}

export const EVENT_WORDS = 12;

/** Whether a text names a year: `2026-27` or `2026`. */
export function isFiscalYear(text: string): boolean {
  const [, first, second] = /^(\d{4})(?:-(\d{2}))?$/.exec(text) ?? [];
  return first !== undefined && (second === undefined || Number(second) === (Number(first) + 1) % 100);
}

/** `fiscal year 2026-27`, or `calendar year 2026`. */
export function yearInWords(year: string): string {
  return `${year.includes('-') ? 'fiscal' : 'calendar'} year ${year}`;
}

/** The index of consumer prices in a month. */
export interface PriceIndex {
  month: Month;
  index: number;
}

/** How many people a place had in a year. `id` is that of the jurisdiction. */
export interface Population {
  id: number;
  year: number;
  people: number;
}
