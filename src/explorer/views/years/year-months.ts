import type { StateOverview, TotalYear, Year } from '../../../client/generated/types.gen.ts';
import { lastDue } from '../../service/overview.ts';
import { calendarMonth, dateOfMonth, type MonthDate, monthNumber } from '../../words/months.ts';
import { countedMonth, salesLagOf } from '../../words/sales.ts';

const MONTHS_OF_YEAR = 12;

/** A year of a place, or of the sum of several. */
export type ShownYear = Year | TotalYear;

/** What tells where a year ends, and whether that month could be there. */
export interface YearsOfState {
  state: Pick<StateOverview, 'state' | 'first_period' | 'newest' | 'expected'>;
  fiscalYearStart: number;
  /** By which month the years count a payment: `payment` or `sales`. */
  basis: string;
}

/** `4 of 12 months so far`, `1 of 12 months loaded` of a year that is over, or `12 months`. */
export function monthsOf(year: ShownYear, of: YearsOfState): string {
  const { months, closed } = year;
  const { state } = of;
  if (months === MONTHS_OF_YEAR) return `${months} months`;
  const counted = `${months} of ${MONTHS_OF_YEAR} months`;
  if (closed === 'no') return `${counted} ${isOver(year, of) ? 'loaded' : 'so far'}`;
  const first = dateOfMonth(monthNumber(endOf(year, of)) - MONTHS_OF_YEAR + 1);
  return first < (state.first_period ?? '') ? `${counted} loaded` : counted;
}

/** Whether all months of a year are due, whether or not they are loaded. */
export function isOver(year: ShownYear, of: YearsOfState): boolean {
  return endOf(year, of) <= lastDue(of.state);
}

/** The month that pays for the last month of a year. */
function endOf({ years, last_month: month }: ShownYear, of: YearsOfState): MonthDate {
  const counted = countedMonth({ lag: salesLagOf(of.state), basis: of.basis }, month);
  const start = years === 'calendar' ? 1 : of.fiscalYearStart;
  const left = (start - 1 - calendarMonth(counted) + MONTHS_OF_YEAR) % MONTHS_OF_YEAR;
  return dateOfMonth(monthNumber(month) + left);
}
