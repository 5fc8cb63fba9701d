import { firstDay, monthAt, monthIndex, monthOfDate } from '../domain/month.ts';
import { budgetMonths } from './budget.ts';
import { fiscalYearOf, SpanSums, YEAR } from './span.ts';

/** A month of a fiscal year. Amounts are dollars; `null` if not known. */
export interface YearMonth {
  /** The month by which sums count it, as a date. */
  counted: string;
  /** What was paid, or is expected of a month to come, less the budget of the month, else less last year's payment. */
  paidLess: number | null;
  expectedLess: number | null;
  /** From the start of the year to the month. */
  thisYear: number | null;
  lastYear: number | null;
  /** To a month to come. */
  projected: number | null;
  /** The range of the projection less the budget, else less last year; in the last month only. */
  low: number | null;
  high: number | null;
  budget: number | null;
  /** This year, or its projection, less the budget, else less last year; the share is a fraction of that. */
  difference: number | null;
  differenceShare: number | null;
  /** Whether the checks doubt a payment of this year to the month, or of the month itself. */
  isDoubtful: boolean;
  isMonthDoubtful: boolean;
}

/** The fiscal year of a place. */
export interface FiscalYear {
  /** `2026-27`. */
  year: string;
  lastYear: string;
  /** How many of its months are known. */
  known: number;
  hasBudget: boolean;
  months: readonly YearMonth[];
}

/** What is used of a month of a series. */
interface CountedMonth {
  counted: string;
  record: Readonly<Record<'payment' | 'fiscal_year_to_date', { value: number | null }>> | null;
  doubted: number;
}

/** What is used of an estimate. That of another year does not count. */
interface YearExpected {
  year: string;
  low: number | null;
  high: number | null;
  rest: readonly { amount: number }[] | null;
  budget: number | null;
}

const CENTS = 100;

/**
 * The fiscal year of a place's newest month, with its months oldest first. `newest` is the newest month of the state, by
 * which sums count it.
 */
export function toFiscalYear(
  { months, fiscalYearStart }: { months: readonly CountedMonth[]; fiscalYearStart: number },
  newest: string,
  projection?: YearExpected,
): FiscalYear {
  const last = indexOf(months.at(-1)?.counted ?? newest);
  const start = last - ((last + YEAR + 1 - fiscalYearStart) % YEAR);
  const known = Math.min(YEAR, indexOf(newest) - start + 1);
  const year = fiscalYearOf(monthAt(start), fiscalYearStart);
  const byMonth = new Map(months.map((each) => [indexOf(each.counted), each]));
  const paidIn = (month: number) => byMonth.get(month)?.record?.payment.value ?? null;
  const toDate = (month: number) => byMonth.get(month)?.record?.fiscal_year_to_date.value ?? null;
  const expected = projection?.year === year ? projection : null;
  const whole = expected?.budget ?? null;
  const budgets =
    whole === null ? null : budgetMonths(Math.round(whole * CENTS), sumsOf(months), { start, known });
  let [soFar, isDoubtful] = [toDate(start + known - 1), false];
  const rows = Array.from({ length: YEAR }, (_, at): YearMonth => {
    const month = start + at;
    const own = byMonth.get(month);
    const rest = expected?.rest?.[at - known]?.amount ?? null;
    const projected = soFar === null || rest === null ? null : toTheCent(soFar + rest);
    soFar = projected ?? soFar;
    isDoubtful ||= (own?.doubted ?? 0) > 0;
    const budget = budgets?.[at];
    const against = budget ? budget.budget / CENTS : paidIn(month - YEAR);
    const againstToDate = budget ? budget.budgetToDate / CENTS : toDate(month - YEAR);
    const ends = at === YEAR - 1 ? expected : null;
    const thisYear = toDate(month);
    const difference = less(thisYear ?? projected, againstToDate);
    return {
      ...{ counted: firstDay(monthAt(month)), thisYear, lastYear: toDate(month - YEAR), projected },
      paidLess: less(paidIn(month), against),
      expectedLess: less(rest, against),
      low: less(ends?.low ?? null, againstToDate),
      high: less(ends?.high ?? null, againstToDate),
      ...{ budget: budget ? budget.budgetToDate / CENTS : null, difference },
      differenceShare: difference === null || !againstToDate ? null : difference / againstToDate,
      ...{ isDoubtful, isMonthDoubtful: (own?.doubted ?? 0) > 0 },
    };
  });
  const lastYear = fiscalYearOf(monthAt(start - YEAR), fiscalYearStart);
  return { year, lastYear, known, hasBudget: budgets !== null, months: rows };
}

/** The payments in cents, by which a budget is spread. */
function sumsOf(months: readonly CountedMonth[]): SpanSums {
  const slots = months.map(({ record }) => {
    const { value = null } = record?.payment ?? {};
    return value === null ? null : Math.round(value * CENTS);
  });
  return new SpanSums({ first: months[0] ? indexOf(months[0].counted) : 0, slots });
}

function indexOf(date: string): number {
  return monthIndex(monthOfDate(date));
}

function less(value: number | null, against: number | null): number | null {
  return value === null || against === null ? null : toTheCent(value - against);
}

/** Without the errors of adding dollars. */
export function toTheCent(dollars: number): number {
  return Math.round(dollars * CENTS) / CENTS;
}
