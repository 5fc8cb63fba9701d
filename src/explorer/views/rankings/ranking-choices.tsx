import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { currentAddress, goTo, linkHere, readParameters } from '../../address/navigation.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { BasisChoice, basisOf } from '../../parts/basis-choice.tsx';
import { Choice, List } from '../../parts/choice.tsx';
import { showType } from '../../words/figures.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';
import { countedMonth, salesLagOf } from '../../words/sales.ts';
import { NameFilter } from './name-filter.tsx';
import { periodPath, quarterTo } from './period.ts';
import { NEWEST, type RankingChoice, rankingPath } from './ranking.ts';

interface RankingChoicesProps {
  states: readonly StateOverview[];
  state: StateOverview;
  month: MonthDate;
  choice: RankingChoice;
}

/** Which state, month and places to rank. Each choice is an address. */
export function RankingChoices({ states, state, month, choice }: RankingChoicesProps) {
  const inMonth = (other: MonthDate) =>
    linkTo(rankingPath(state.state, other), Object.fromEntries(currentAddress().parameters));
  return (
    <div class="choices">
      <div class="tab-row">
        {states.length > 1 && (
          <StateTabs states={states} current={state} linkOf={(other) => linkTo(rankingOf(other, month))} />
        )}
        <SpanTabs state={state} month={month} isPeriod={false} />
      </div>
      <MonthStepper months={state.months} month={month} linkOf={inMonth} />
      <NameFilter />
      <OfState state={state} />
      <BasisChoice states={[state]} />
      <AmountField
        label="Payment a year before at least"
        value={choice.least}
        onChoose={(value) => goTo(linkHere({ least: value || null }))}
      />
    </div>
  );
}

/** The places of a state: of which type, in which county. */
export function OfState({ state }: { state: StateOverview }) {
  return (
    <>
      <Choice
        label="Type"
        parameter="type"
        options={[['', 'All types'], ...state.types.map((type) => [type, showType(type)] as const)]}
      />
      {state.has_counties && (
        <Choice
          label="County"
          parameter="county"
          options={[['', 'All counties'], ...state.counties.map((county) => [county, county] as const)]}
        />
      )}
    </>
  );
}

interface SpanTabsProps {
  state: StateOverview;
  /** The month, or the newest one that a period can have. */
  month: MonthDate;
  isPeriod: boolean;
}

/** One month against the year before, or any two periods. */
export function SpanTabs({ state, month, isPeriod }: SpanTabsProps) {
  const counting = { lag: salesLagOf(state), basis: basisOf() };
  const last = isPeriod ? month : countedMonth(counting, month);
  const kept = readParameters('type', 'county', 'basis');
  const paths = [
    ['One month', `/rankings/${state.state}/${isPeriod ? NEWEST : month.slice(0, 7)}`],
    ['Two periods', periodPath(state.state, quarterTo(last))],
  ] as const;
  return (
    <nav class="tabs" aria-label="Time">
      {paths.map(([text, path], at) => (
        <a key={path} href={linkTo(path, kept)} aria-current={at === Number(isPeriod) ? 'true' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

interface StateTabsProps {
  states: readonly StateOverview[];
  current: StateOverview;
  linkOf(state: StateOverview): string;
}

export function StateTabs({ states, current, linkOf }: StateTabsProps) {
  return (
    <nav class="tabs" aria-label="States">
      {states.map((other) => (
        <a key={other.state} href={linkOf(other)} aria-current={other === current ? 'true' : undefined}>
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
