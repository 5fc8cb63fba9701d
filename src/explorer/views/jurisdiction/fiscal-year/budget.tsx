import type { Projection } from '../../../../client/generated/types.gen.ts';
import { roundedDollars } from '../../../../domain/text/rounded.ts';
import { readStored, store } from '../../../address/browser-storage.ts';
import { BASE, goTo, linkHere, readParameter } from '../../../address/navigation.ts';
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
/** Dollars, with a comma before each three digits or without: `20,100,000`, `$20.1 M`. */
const DOLLARS = /^\$?(\d{1,3}(?:,\d{3})+|\d+|\d+\.\d+(?= ?[a-z]))(?: ?(k|thousand|m|million|b|billion))?$/i;
const TIMES: Readonly<Record<string, number>> = { k: 1e3, t: 1e3, m: 1e6, b: 1e9 };
/** The service takes no more. */
const MOST = 9_000_000_000;

/** The budget of the address, else the one that the browser keeps of the place. */
export function typedBudget(place: number | string, year: string): TypedBudget {
  const given = readParameter(PARAMETER);
  const textOf = (typed: string | null) =>
    typed?.startsWith(`${year}:`) ? typed.slice(year.length + 1) : null;
  const text = textOf(given ?? readStored('localStorage', keyOf(place)));
  return { text, dollars: dollarsOf(text ?? ''), isOfOtherYear: given !== null && text === null };
}

function keyOf(place: number | string): string {
  return `allocations-budget ${BASE.pathname} ${place}`;
}

function dollarsOf(text: string): number | null {
  const [, number = '', unit = ''] = DOLLARS.exec(text) ?? [];
  const dollars = Math.round(Number(number.replaceAll(',', '')) * (TIMES[unit.charAt(0).toLowerCase()] ?? 1));
  return dollars > 0 && dollars <= MOST ? dollars : null;
}

interface BudgetFieldProps {
  place: number | string;
  year: string;
  typed: TypedBudget;
}

/** A budget is typed here. The address and the browser keep it. */
export function BudgetField({ place, year, typed: { text, dollars, isOfOtherYear } }: BudgetFieldProps) {
  return (
    <div class="choices">
      <AmountField
        label={`Budget for fiscal year ${year}`}
        value={dollars?.toLocaleString('en-US') ?? text}
        isText
        onChoose={(given) => {
          const typed = given.trim() && `${year}:${dollarsOf(given.trim()) ?? given.trim()}`;
          store('localStorage', keyOf(place), typed || null);
          goTo(linkHere({ [PARAMETER]: typed }));
        }}
      />
      <span role="status">
        {isOfOtherYear && `The address has a budget for another year than ${year}.`}
        {text !== null &&
          dollars === null &&
          `“${text}” is not a budget. Type dollars, such as 20,100,000 or 20.1 million.`}
      </span>
    </div>
  );
}

type BudgetOfYear = Pick<Projection, 'budget' | 'budget_note' | 'caution'>;

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
          of {roundedDollars(budget.budget ?? 0)}. {budget.caution !== null && `${budget.caution}. `}
        </>
      )}
      <span class="hint">
        {!isTyped && `The budget is from the register${budget.budget_note ? `: ${budget.budget_note}` : ''}.`}
        {isTyped &&
          registered?.budget &&
          `The typed budget counts, not the registered ${roundedDollars(registered.budget)}.`}
      </span>
    </p>
  );
}

/** `$174K above`. */
function showDistance(dollars: number): string {
  return `${roundedDollars(Math.abs(dollars))} ${dollars < 0 ? 'below' : 'above'}`;
}
