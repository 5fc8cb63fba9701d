import { useEffect, useId, useRef } from 'preact/hooks';
import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { type Address, linkTo, linkWith } from '../../address/address.ts';
import { goTo } from '../../address/navigation.ts';
import { Choice, List } from '../../parts/choice.tsx';
import { showType } from '../../words/figures.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';
import { NEWEST, type RankingChoice, rankingPath } from './ranking.ts';

interface RankingChoicesProps {
  address: Address;
  states: readonly StateOverview[];
  state: StateOverview;
  month: MonthDate;
  choice: RankingChoice;
}

/** Which state, month and places to rank. Each choice is an address. */
export function RankingChoices({ address, states, state, month, choice }: RankingChoicesProps) {
  const inMonth = (other: MonthDate) =>
    linkTo(rankingPath(state.state, other), Object.fromEntries(address.parameters));
  return (
    <div class="choices">
      {states.length > 1 && <StateTabs states={states} current={state} month={month} />}
      <MonthStepper months={state.months} month={month} linkOf={inMonth} />
      <Choice
        label="Type"
        address={address}
        parameter="type"
        options={[['', 'All types'], ...state.types.map((type) => [type, showType(type)] as const)]}
      />
      {state.has_counties && (
        <Choice
          label="County"
          address={address}
          parameter="county"
          options={[['', 'All counties'], ...state.counties.map((county) => [county, county] as const)]}
        />
      )}
      <LeastPayment
        value={choice.least}
        onChoose={(value) => goTo(linkWith(address, { least: value || null }))}
      />
    </div>
  );
}

interface StateTabsProps {
  states: readonly StateOverview[];
  current: StateOverview;
  month: MonthDate;
}

function StateTabs({ states, current, month }: StateTabsProps) {
  return (
    <nav class="tabs" aria-label="States">
      {states.map((other) => (
        <a
          key={other.state}
          href={linkTo(rankingOf(other, month))}
          aria-current={other === current ? 'true' : undefined}
        >
          {other.name}
        </a>
      ))}
    </nav>
  );
}

interface MonthStepperProps {
  /** Newest first. */
  months: StateOverview['months'];
  month: MonthDate;
  linkOf(month: MonthDate): string;
}

function MonthStepper({ months, month, linkOf }: MonthStepperProps) {
  const at = months.findIndex(({ allocation_period }) => allocation_period === month);
  const [later, earlier] = [months[at - 1], months[at + 1]];
  return (
    <div class="stepper">
      <List
        label="Month"
        value={month}
        options={months.map(({ allocation_period }) => [allocation_period, longMonth(allocation_period)])}
        onChoose={(chosen) => goTo(linkOf(chosen))}
      />
      {earlier && (
        <a
          href={linkOf(earlier.allocation_period)}
          aria-label={`Earlier: ${longMonth(earlier.allocation_period)}`}
        >
          ←
        </a>
      )}
      {later && (
        <a href={linkOf(later.allocation_period)} aria-label={`Later: ${longMonth(later.allocation_period)}`}>
          →
        </a>
      )}
    </div>
  );
}

/** The same month of another state, or its newest if it does not have the month. */
function rankingOf({ state, months }: StateOverview, month: MonthDate): string {
  const hasMonth = months.some(({ allocation_period }) => allocation_period === month);
  return hasMonth ? rankingPath(state, month) : `/rankings/${state}/${NEWEST}`;
}

function LeastPayment({ value, onChoose }: { value: number | null; onChoose(value: string): void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // not as a property: an answer that arrives would remove what is being typed
  useEffect(() => {
    if (input.current) input.current.value = String(value ?? '');
  }, [value]);
  return (
    <label for={id}>
      Payment at least{' '}
      <input
        ref={input}
        id={id}
        class="amount"
        type="number"
        inputMode="decimal"
        step="any"
        placeholder="$"
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </label>
  );
}
