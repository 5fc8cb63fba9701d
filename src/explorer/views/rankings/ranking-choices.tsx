import { useId } from 'preact/hooks';
import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { type Address, linkTo, linkWith } from '../../address/address.ts';
import { goTo } from '../../address/navigation.ts';
import { Choice } from '../../parts/choice.tsx';
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
  const change = (name: string, value: string) => goTo(linkWith(address, { [name]: value || null }));
  const inMonth = (other: MonthDate) =>
    linkTo(rankingPath(state.state, other), Object.fromEntries(address.parameters));
  const at = state.months.findIndex(({ allocation_period }) => allocation_period === month);
  const [later, earlier] = [state.months[at - 1], state.months[at + 1]];
  return (
    <div class="choices">
      {states.length > 1 && (
        <nav class="tabs" aria-label="States">
          {states.map((other) => (
            <a
              key={other.state}
              href={linkTo(rankingOf(other, month))}
              aria-current={other === state ? 'true' : undefined}
            >
              {other.name}
            </a>
          ))}
        </nav>
      )}
      <div class="stepper">
        <Choice
          label="Month"
          value={month}
          options={state.months.map(({ allocation_period }) => [
            allocation_period,
            longMonth(allocation_period),
          ])}
          onChoose={(chosen) => goTo(inMonth(chosen))}
        />
        {earlier && (
          <a
            href={inMonth(earlier.allocation_period)}
            aria-label={`Earlier: ${longMonth(earlier.allocation_period)}`}
          >
            ←
          </a>
        )}
        {later && (
          <a
            href={inMonth(later.allocation_period)}
            aria-label={`Later: ${longMonth(later.allocation_period)}`}
          >
            →
          </a>
        )}
      </div>
      <Choice
        label="Type"
        value={choice.type ?? ''}
        options={[['', 'All types'], ...state.types.map((type) => [type, showType(type)] as const)]}
        onChoose={(value) => change('type', value)}
      />
      {state.has_counties && (
        <Choice
          label="County"
          value={choice.county ?? ''}
          options={[['', 'All counties'], ...state.counties.map((county) => [county, county] as const)]}
          onChoose={(value) => change('county', value)}
        />
      )}
      <LeastPayment value={choice.least} onChoose={(value) => change('least', value)} />
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
  return (
    <label for={id}>
      Payment at least{' '}
      <input
        id={id}
        class="amount"
        type="number"
        inputMode="decimal"
        step="any"
        placeholder="$"
        value={value ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </label>
  );
}
