import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { goTo, linkHere, parametersNamed, readParameter } from '../../address/navigation.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { BasisChoice } from '../../parts/basis-choice.tsx';
import { Choice, List } from '../../parts/choice.tsx';
import { Choices } from '../../parts/sheet.tsx';
import { UnitChoice } from '../../parts/unit-choice.tsx';
import { showTypes } from '../../words/figures.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';
import { movedBy, movedTo, namePeriod } from '../../words/periods.ts';
import { salesLagOf } from '../../words/sales.ts';
import {
  againstParameter,
  LINES,
  linkOfPeriod,
  monthsBy,
  NEWEST,
  rankingPath,
  type ViewedRanking,
} from './ranking.ts';

/** Which places to rank, and in which months. Each choice is an address. */
export function RankingChoices({ states, ...of }: ViewedRanking & { states: readonly StateOverview[] }) {
  const { state, choice } = of;
  const { period, basis } = choice;
  const months = withMonth(withMonth(monthsBy(state, basis), period.first), period.last);
  const named = months.map((month) => [month, longMonth(month)] as const);
  const toPeriod = (first: MonthDate, last: MonthDate) =>
    goTo(linkOfPeriod(state.state, { first, last }, { against: null }));
  return (
    <>
      <Choices>
        <List
          label="State"
          value={state.state}
          options={states.map((one) => [one.state, one.name] as const)}
          onChoose={(code) => goTo(linkToState(states.find((one) => one.state === code) ?? state, of))}
        />
        <Choice
          label="Type"
          parameter="type"
          options={[['', 'All types'], ...state.types.map((type) => [type, showTypes(type)] as const)]}
        />
        <List
          label="From"
          value={period.first}
          options={named}
          onChoose={(first) => toPeriod(first, first > period.last ? first : period.last)}
        />
        <List
          label="To"
          value={period.last}
          options={named}
          onChoose={(last) => toPeriod(last < period.first ? last : period.first, last)}
        />
      </Choices>
      <MoreChoices {...of} months={months} />
    </>
  );
}

/** The same months of another state, or its newest month if it does not have them. */
function linkToState(other: StateOverview, { choice: { period, basis } }: ViewedRanking): string {
  const hasMonths = monthsBy(other, basis).includes(period.last);
  const path = hasMonths ? rankingPath(other.state, period) : `/rankings/${other.state}/${NEWEST}`;
  const type = other.types.find((known) => known === readParameter('type')) ?? null;
  return linkTo(path, { ...parametersNamed('basis', 'sort', 'minimum'), type });
}

/** The choices that few readers need. They stay open while they are used. */
function MoreChoices({ state, choice, months }: ViewedRanking & { months: readonly MonthDate[] }) {
  const { period, against, basis, minimum, county, by } = choice;
  const length = months.filter((month) => month >= period.first && month <= period.last).length;
  const before = withMonth(months.slice(Math.max(0, length - 1)), against.first).map(
    (month) => [month, namePeriod(movedTo(period, month))] as const,
  );
  // the same payments, by the other months
  const byBasis = (chosen: string) => {
    const later = chosen === basis ? 0 : (salesLagOf(state) ?? 0) * (chosen === 'sales' ? -1 : 1);
    const moved = movedBy(period, later);
    return linkOfPeriod(state.state, moved, {
      basis: chosen === 'sales' ? chosen : null,
      against: againstParameter(moved, movedBy(against, later).first),
    });
  };
  const name = readParameter('name') ?? '';
  const isUsed = county !== null || by !== 'place' || minimum !== null || name !== '';
  return (
    <details class="more-choices" open={isUsed}>
      <summary>More choices</summary>
      <div class="choices">
        {state.has_counties && (
          <Choice
            label="County"
            parameter="county"
            options={[['', 'All counties'], ...state.counties.map((one) => [one, one] as const)]}
          />
        )}
        <List
          label="Against"
          value={against.first}
          options={before}
          onChoose={(first) => goTo(linkHere({ against: againstParameter(period, first) }))}
        />
        <BasisChoice states={[state]} linkOf={byBasis} />
        <UnitChoice states={[state.state]} field={{ unit: 'amount' }} />
        <Choice
          label="A line for each"
          parameter="by"
          options={LINES.filter(([line]) => line !== 'county' || state.has_counties)}
        />
        <AmountField
          label="Got at least, before"
          value={minimum}
          onChoose={(value) => goTo(linkHere({ minimum: value || null, least: null }))}
        />
        <label>
          Name has{' '}
          <input
            type="search"
            class="name"
            value={name}
            // the back button does not go through its letters
            onInput={({ currentTarget }) =>
              goTo(linkHere({ name: currentTarget.value || null }), { replaces: true })
            }
          />
        </label>
      </div>
    </details>
  );
}

/** The months of a list, and another one that the address names. */
function withMonth(months: readonly MonthDate[], month: MonthDate): MonthDate[] {
  return months.includes(month) ? [...months] : [...months, month].sort().reverse();
}
