import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { currentAddress, goTo, linkHere, parametersNamed } from '../../address/navigation.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { BasisChoice, type CountedBy } from '../../parts/basis-choice.tsx';
import { Choice, LinkTabs, List } from '../../parts/choice.tsx';
import { Choices } from '../../parts/sheet.tsx';
import { showType } from '../../words/figures.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';
import { countedMonth, salesLagOf } from '../../words/sales.ts';
import { NameFilter } from './name-filter.tsx';
import { periodPath, quarterTo } from './period.ts';
import { NEWEST, rankingPath, type ViewedRanking } from './ranking.ts';

type States = readonly StateOverview[];

/** Which state, month and places to rank. Each choice is an address. */
export function RankingChoices({ states, state, month, choice }: ViewedRanking & { states: States }) {
  const counted = countedIn(state, choice.basis)(month);
  // the same payments, by the other month
  const byBasis = (basis: string) =>
    linkTo(rankingPath(state.state, countedIn(state, basis)(month)), {
      ...Object.fromEntries(currentAddress().parameters),
      basis: basis === 'sales' ? basis : null,
    });
  return (
    <Choices>
      <RankingTabs
        {...{ states, state }}
        month={counted}
        isPeriod={false}
        linkOf={(other) => linkTo(rankingOf(other, counted, choice.basis), parametersNamed('basis'))}
      />
      <MonthStepper state={state} month={counted} basis={choice.basis} />
      <NameFilter />
      <OfState state={state} />
      <BasisChoice states={[state]} linkOf={byBasis} />
      <AmountField
        label="Payment a year before at least"
        value={choice.least}
        onChoose={(value) => goTo(linkHere({ least: value || null }))}
      />
    </Choices>
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

interface RankingTabsProps {
  states: States;
  state: StateOverview;
  /** The month by the basis, or the newest one that a period can have. */
  month: MonthDate;
  isPeriod: boolean;
  /** The same of another state. */
  linkOf(state: StateOverview): string;
}

/** Which state, and one month against the year before or any two periods. */
export function RankingTabs({ states, state, month, isPeriod, linkOf }: RankingTabsProps) {
  const kept = parametersNamed('type', 'county', 'basis');
  const ofMonth = `/rankings/${state.state}/${isPeriod ? NEWEST : month.slice(0, 7)}`;
  return (
    <div class="tab-row">
      {states.length > 1 && (
        <LinkTabs
          label="States"
          links={states.map((other) => [other.name, linkOf(other), other === state])}
        />
      )}
      <LinkTabs
        label="Time"
        links={[
          ['One month', linkTo(ofMonth, kept), !isPeriod],
          ['Two periods', linkTo(periodPath(state.state, quarterTo(month)), kept), isPeriod],
        ]}
      />
    </div>
  );
}

/** The month of each payment of a state by a basis. */
function countedIn(state: StateOverview, basis: string): (month: MonthDate) => MonthDate {
  const counting = { lag: salesLagOf(state), basis };
  return (month) => countedMonth(counting, month);
}

/** The months of a state by a basis, newest first. */
function monthsIn(state: StateOverview, basis: CountedBy): MonthDate[] {
  return state.months.map(({ allocation_period }) => countedIn(state, basis)(allocation_period));
}

type MonthStepperProps = Pick<ViewedRanking, 'state' | 'month'> & { basis: CountedBy };

/** The months of a state, and links to the one before and after. */
function MonthStepper({ state, month, basis }: MonthStepperProps) {
  const linkOf = (other: MonthDate) =>
    linkTo(rankingPath(state.state, other), Object.fromEntries(currentAddress().parameters));
  const all = monthsIn(state, basis);
  const at = all.indexOf(month);
  const steps = [
    ['Earlier', '←', all[at + 1]],
    ['Later', '→', all[at - 1]],
  ] as const;
  return (
    <div class="stepper">
      <List
        label="Month"
        value={month}
        options={all.map((each) => [each, longMonth(each)])}
        onChoose={(chosen) => goTo(linkOf(chosen))}
      />
      {steps.map(
        ([name, sign, other]) =>
          other && (
            <a key={name} href={linkOf(other)} aria-label={`${name}: ${longMonth(other)}`}>
              {sign}
            </a>
          ),
      )}
    </div>
  );
}

/** The same month of another state, or its newest if it does not have the month. */
function rankingOf(other: StateOverview, month: MonthDate, basis: CountedBy): string {
  const hasMonth = monthsIn(other, basis).includes(month);
  return hasMonth ? rankingPath(other.state, month) : `/rankings/${other.state}/${NEWEST}`;
}
