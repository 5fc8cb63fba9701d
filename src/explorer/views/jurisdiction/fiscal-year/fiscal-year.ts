import type { Projection } from '../../../../client/generated/types.gen.ts';
import type { MonthRecord } from '../../../figures.ts';
import { dateOfMonth, labelOfYear, type MonthDate, monthNumber } from '../../../words/months.ts';

/** A month of a fiscal year. Amounts are dollars from the start of the year to the month; `null` if not known. */
export interface YearMonth {
  /** The month by which sums count it. */
  counted: MonthDate;
  thisYear: number | null;
  lastYear: number | null;
  /** The least and the most of the whole years before. */
  least: number | null;
  most: number | null;
  /** Of a month to come. */
  projected: number | null;
  /** The range of the projection, in the last month only. */
  low: number | null;
  high: number | null;
  budget: number | null;
  /** This year, or its projection, less the budget; the share is a fraction of the budget. */
  difference: number | null;
  differenceShare: number | null;
  /** Whether the checks doubt a payment that a sum has, by its name. */
  doubtful: Readonly<Record<string, boolean>>;
}

/** The fiscal year of a place, and how many of the five before have every month. */
export interface FiscalYear {
  /** `2026-27`. */
  year: string;
  lastYear: string;
  /** Whether it is that of the newest month of the state. */
  isCurrent: boolean;
  /** How many of its months are known. */
  known: number;
  wholeYears: number;
  months: readonly YearMonth[];
}

/** What is used of a month of a series. */
interface CountedMonth {
  counted: MonthDate;
  record: Pick<MonthRecord, 'payment' | 'fiscal_year_to_date'> | null;
  doubted: number;
}

/** What is used of the answer of the service. That of another year does not count. */
type Expected = Pick<Projection, 'year' | 'low' | 'high' | 'rest' | 'budget' | 'budget_to_date'>;

const YEAR = 12;
const CENTS = 100;
/** The months of a year by number. */
const AT = Array.from({ length: YEAR }, (_, at) => at);
const YEARS_BEFORE = [1, 2, 3, 4, 5];
const FEWEST_OF_BAND = 2;

/**
 * The fiscal year of a place's newest month, with its months oldest first. `newest` is the newest month of the state, by
 * which sums count it.
 */
export function toFiscalYear(
  { months, fiscalYearStart }: { months: readonly CountedMonth[]; fiscalYearStart: number },
  newest: MonthDate,
  projection?: Expected,
): FiscalYear {
  const last = monthNumber(months.at(-1)?.counted ?? newest);
  const start = last - ((last + YEAR + 1 - fiscalYearStart) % YEAR);
  const known = Math.min(YEAR, monthNumber(newest) - start + 1);
  const labelOf = (month: number) => labelOfYear(dateOfMonth(month), fiscalYearStart);
  const year = labelOf(start);
  const byMonth = new Map(months.map((each) => [monthNumber(each.counted), each]));
  const monthOf = (ago: number, at: number) => byMonth.get(start - ago * YEAR + at);
  const toDate = (ago: number, at: number) => monthOf(ago, at)?.record?.fiscal_year_to_date.value ?? null;
  const isDoubtful = (ago: number, last: number) =>
    AT.some((at) => at <= last && (monthOf(ago, at)?.doubted ?? 0) > 0);
  const wholeYears = YEARS_BEFORE.filter((ago) =>
    AT.every((at) => typeof monthOf(ago, at)?.record?.payment.value === 'number'),
  );
  const expected = projection?.year === year ? projection : null;
  let soFar = toDate(0, known - 1);
  const rows = AT.map((at): YearMonth => {
    const thisYear = toDate(0, at);
    const earlier = wholeYears.length < FEWEST_OF_BAND ? [] : wholeYears.map((ago) => toDate(ago, at) ?? 0);
    const amount = expected?.rest?.[at - known]?.amount ?? null;
    const projected = soFar === null || amount === null ? null : toTheCent(soFar + amount);
    soFar = projected ?? soFar;
    const budgets = { [known - 1]: expected?.budget_to_date, [YEAR - 1]: expected?.budget };
    const budgeted = budgets[at] ?? null;
    const ends = at === YEAR - 1 ? expected : null;
    const paid = thisYear ?? projected;
    const difference = paid === null || budgeted === null ? null : toTheCent(paid - budgeted);
    return {
      ...{ counted: dateOfMonth(start + at), thisYear, lastYear: toDate(1, at), projected },
      least: earlier.length === 0 ? null : Math.min(...earlier),
      most: earlier.length === 0 ? null : Math.max(...earlier),
      low: ends?.low ?? null,
      high: ends?.high ?? null,
      ...{ budget: budgeted, difference },
      differenceShare: difference === null || !budgeted ? null : difference / budgeted,
      doubtful: { thisYear: isDoubtful(0, at), lastYear: isDoubtful(1, at) },
    };
  });
  const isCurrent = monthNumber(newest) < start + YEAR;
  const lastYear = labelOf(start - YEAR);
  return { year, isCurrent, lastYear, known, wholeYears: wholeYears.length, months: rows };
}

/** Without the errors of adding dollars. */
export function toTheCent(dollars: number): number {
  return Math.round(dollars * CENTS) / CENTS;
}
