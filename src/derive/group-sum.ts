import type { FigureSeries } from '../domain/allocation.ts';
import type { AnalysisContext, ComparedFigures, YearOverYear } from './analysis.ts';
import { changeOf, YEAR } from './slots.ts';

/** The sums of several jurisdictions in one month. */
export interface GroupTotal extends ComparedFigures {
  members: number;
  /** Members without a payment in the month that have not ended. */
  missing: number;
}

/** A jurisdiction belongs to a group if it has a datapoint in the month, or in as many months before. */
export const MONTHS_OF_MEMBERS = 2 * YEAR;
/** A jurisdiction has ended if it has no datapoint for longer than this. */
const MONTHS_UNTIL_ENDED = YEAR;

/** Whether a jurisdiction belongs to the groups of a month. `month` is a `monthIndex`. */
export function isMember({ first, slots }: FigureSeries, month: number): boolean {
  for (
    let at = Math.max(0, month - MONTHS_OF_MEMBERS - first);
    at <= month - first && at < slots.length;
    at += 1
  )
    if (slots[at] !== undefined) return true;
  return false;
}

/** Whether a member should have a payment in a month and has none. */
export function lacksPayment(
  { first, slots }: FigureSeries,
  month: number,
  { payment }: ComparedFigures,
): boolean {
  const hasEnded = first + slots.length - 1 < month - MONTHS_UNTIL_ENDED;
  return payment.value === null && !hasEnded;
}

/** Adds up the figures of the members of a group in one month, exactly. */
export class GroupSum {
  private readonly month: number;
  private members = 0;
  private missing = 0;
  private readonly parts = {
    payment: new YearOverYearSum(),
    yearToDate: new YearOverYearSum(),
    fiscalYearToDate: new YearOverYearSum(),
    rollingYear: new YearOverYearSum(),
  };

  /** `month` is a `monthIndex`. */
  constructor(month: number) {
    this.month = month;
  }

  /** Adds a member with its figures. `began` is the `monthIndex` of its first datapoint. */
  add(figures: ComparedFigures, began: number, isMissing: boolean): void {
    this.members += 1;
    if (isMissing) this.missing += 1;
    const { payment, yearToDate, fiscalYearToDate, rollingYear } = this.parts;
    const isNew = began > this.month - YEAR;
    payment.add(figures.payment, isNew);
    yearToDate.add(figures.yearToDate, isNew);
    fiscalYearToDate.add(figures.fiscalYearToDate, isNew);
    // a rolling year needs twelve months before the year before
    rollingYear.add(figures.rollingYear, began > this.month - 2 * YEAR + 1);
  }

  total({ fiscalYearStart, stateMonths }: AnalysisContext): GroupTotal {
    const { month, members, missing, parts } = this;
    const stateFirst = Math.min(...stateMonths);
    const sumsFrom = (part: keyof ComparedFigures, monthsBefore: number): YearOverYear => {
      const sum = parts[part];
      // where the dataset begins within a year, only new jurisdictions have its sum
      const isKnown = (end: number) => end - monthsBefore >= stateFirst;
      const value = isKnown(month) ? sum.value : null;
      const yearAgo = isKnown(month - YEAR) ? sum.yearAgo : null;
      return { value, yearAgo, change: sum.isComplete && missing === 0 ? changeOf(value, yearAgo) : null };
    };
    return {
      payment: sumsFrom('payment', 0),
      yearToDate: sumsFrom('yearToDate', month % YEAR),
      fiscalYearToDate: sumsFrom('fiscalYearToDate', (month + YEAR + 1 - fiscalYearStart) % YEAR),
      rollingYear: sumsFrom('rollingYear', YEAR - 1),
      members,
      missing,
    };
  }
}

/** The sum of one figure and of the same a year before. */
class YearOverYearSum {
  value: number | null = null;
  yearAgo: number | null = null;
  /** Whether each member has both figures or none. A new member may lack the earlier one. */
  isComplete = true;

  add({ value, yearAgo }: YearOverYear, isNew: boolean): void {
    if (value !== null) this.value = (this.value ?? 0) + value;
    if (yearAgo !== null) this.yearAgo = (this.yearAgo ?? 0) + yearAgo;
    if (value === null ? yearAgo !== null : yearAgo === null && !isNew) this.isComplete = false;
  }
}
