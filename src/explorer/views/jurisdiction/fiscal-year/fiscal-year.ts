import type { Projection } from '../../../../client/generated/types.gen.ts';
import { budgetMonths } from '../../../../derive/budget.ts';
import { SpanSums } from '../../../../derive/span.ts';
import type { MonthRecord } from '../../../figures.ts';
import { dateOfMonth, labelOfYear, type MonthDate, monthNumber } from '../../../words/months.ts';

/** A month of a fiscal year. Amounts are dollars; `null` if not known. */
export interface YearMonth {
  /** The month by which sums count it. */
  counted: MonthDate;
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
  counted: MonthDate;
  record: Pick<MonthRecord, 'payment' | 'fiscal_year_to_date'> | null;
  doubted: number;
}

/** What is used of an estimate. That of another year does not count. */
export type Expected = Pick<
  Projection,
  'year' | 'method' | 'projected' | 'low' | 'high' | 'usual_error' | 'rest' | 'budget' | 'budget_note'
>;

const YEAR = 12;
const CENTS = 100;

/**
 * The fiscal year of a place's newest month, with its months oldest first. `newest` is the newest month of the state, by
 * which sums count it.
 */
export function toFiscalYear(
  { months, fiscalYearStart }: { months: readonly CountedMonth[]; fiscalYearStart: number },
  newest: MonthDate,
  projection?: Pick<Expected, 'year' | 'low' | 'high' | 'rest' | 'budget'>,
): FiscalYear {
  const last = monthNumber(months.at(-1)?.counted ?? newest);
  const start = last - ((last + YEAR + 1 - fiscalYearStart) % YEAR);
  const known = Math.min(YEAR, monthNumber(newest) - start + 1);
  const year = labelOfYear(dateOfMonth(start), fiscalYearStart);
  const byMonth = new Map(months.map((each) => [monthNumber(each.counted), each]));
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
      ...{ counted: dateOfMonth(month), thisYear, lastYear: toDate(month - YEAR), projected },
      paidLess: less(paidIn(month), against),
      expectedLess: less(rest, against),
      low: less(ends?.low ?? null, againstToDate),
      high: less(ends?.high ?? null, againstToDate),
      ...{ budget: budget ? budget.budgetToDate / CENTS : null, difference },
      differenceShare: difference === null || !againstToDate ? null : difference / againstToDate,
      ...{ isDoubtful, isMonthDoubtful: (own?.doubted ?? 0) > 0 },
    };
  });
  const lastYear = labelOfYear(dateOfMonth(start - YEAR), fiscalYearStart);
  return { year, lastYear, known, hasBudget: budgets !== null, months: rows };
}

/** The payments in cents, by which a budget is spread. */
function sumsOf(months: readonly CountedMonth[]): SpanSums {
  const slots = months.map(({ record }) => {
    const { value = null } = record?.payment ?? {};
    return value === null ? null : Math.round(value * CENTS);
  });
  return new SpanSums({ first: monthNumber(months[0]?.counted ?? ''), slots });
}

function less(value: number | null, against: number | null): number | null {
  return value === null || against === null ? null : toTheCent(value - against);
}

/** Without the errors of adding dollars. */
export function toTheCent(dollars: number): number {
  return Math.round(dollars * CENTS) / CENTS;
}
