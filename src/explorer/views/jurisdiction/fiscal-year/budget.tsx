import type { BudgetMonthPage } from '../../../../client/generated/types.gen.ts';
import { roundedDollars } from '../../../../domain/text/rounded.ts';
import { goTo, linkHere, readParameter } from '../../../address/navigation.ts';
import { AmountField } from '../../../parts/amount-field.tsx';
import { showFigure } from '../../../words/figures.ts';
import { calendarMonth, calendarMonthName } from '../../../words/months.ts';
import type { FiscalYear } from './fiscal-year.ts';

/** A budget as the address has it: `2026-27:20100000`. */
export interface TypedBudget {
  /** What is typed for the shown year. */
  text: string | null;
  /** `null` without a budget that counts. */
  dollars: number | null;
  /** Whether the address has a budget of another year. */
  isOfOtherYear: boolean;
}

const PARAMETER = 'budget';
/** Dollars, with a comma before each three digits or without. */
const WHOLE_DOLLARS = /^\$?(?:\d{1,3}(?:,\d{3})+|\d+)$/;
/** The service takes no more. */
const MOST = 9_000_000_000;

export function typedBudget(year: string): TypedBudget {
  const given = readParameter(PARAMETER);
  const text = given?.startsWith(`${year}:`) ? given.slice(year.length + 1) : null;
  return { text, dollars: dollarsOf(text ?? ''), isOfOtherYear: given !== null && text === null };
}

function dollarsOf(text: string): number | null {
  const dollars = WHOLE_DOLLARS.test(text) ? Number(text.replaceAll(/[$,]/g, '')) : 0;
  return dollars > 0 && dollars <= MOST ? dollars : null;
}

interface BudgetFieldProps {
  year: string;
  typed: TypedBudget;
}

/** A budget is typed here. Only the address keeps it. */
export function BudgetField({ year, typed: { text, dollars, isOfOtherYear } }: BudgetFieldProps) {
  return (
    <div class="choices">
      <AmountField
        label={`Budget for fiscal year ${year}`}
        value={dollars?.toLocaleString('en-US') ?? text}
        isText
        onChoose={(given) => {
          const typed = given.trim();
          goTo(linkHere({ [PARAMETER]: typed && `${year}:${dollarsOf(typed) ?? typed}` }));
        }}
      />
      <span role="status">
        {isOfOtherYear && `The address has a budget for another year than ${year}.`}
        {text !== null &&
          dollars === null &&
          `“${text}” is not a budget. Type whole dollars, such as 20,100,000.`}
      </span>
    </div>
  );
}

type BudgetOfYear = Pick<BudgetMonthPage['data'][number], 'year_budget' | 'note' | 'caution'>;

interface BudgetSentenceProps {
  year: FiscalYear;
  budget: BudgetOfYear;
  /** Undefined if there is none. */
  registered: BudgetOfYear | undefined;
  isTyped: boolean;
}

/** What the budget is to date, what was paid, and where the year may end. */
export function BudgetSentence({ year, budget, registered, isTyped }: BudgetSentenceProps) {
  const { months, known } = year;
  const [now, end] = [months[known - 1], months.at(-1)];
  if (!now || !end || now.budget === null) return null;
  const month = calendarMonthName(calendarMonth(now.counted), 'long');
  return (
    <p class="outlook">
      Through {month}, the budget is {roundedDollars(now.budget)}, and the payments are{' '}
      {now.thisYear === null || now.difference === null ? (
        'not known, because a month is missing'
      ) : (
        <>
          {roundedDollars(now.thisYear)}: <b data-figure="difference">{showDistance(now.difference)} it</b>
          {now.differenceShare !== null && ` (${showFigure(now.differenceShare, 'change')})`}
        </>
      )}
      .{' '}
      {now !== end && end.difference !== null && (
        <>
          The year may end <b data-figure="projected_difference">{showDistance(end.difference)}</b> the budget
          of {roundedDollars(budget.year_budget)}. {budget.caution !== null && `${budget.caution}. `}
        </>
      )}
      <span class="hint">
        {!isTyped && `The budget is from the register${budget.note ? `: ${budget.note}` : ''}.`}
        {isTyped &&
          registered &&
          `The typed budget counts, not the registered ${roundedDollars(registered.year_budget)}.`}
      </span>
    </p>
  );
}

/** `$174K above`. */
function showDistance(dollars: number): string {
  return `${roundedDollars(Math.abs(dollars))} ${dollars < 0 ? 'below' : 'above'}`;
}
