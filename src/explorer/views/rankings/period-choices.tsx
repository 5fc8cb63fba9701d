import { useState } from 'preact/hooks';
import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { currentAddress, goTo, linkHere } from '../../address/navigation.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { BasisChoice } from '../../parts/basis-choice.tsx';
import { Choice, List } from '../../parts/choice.tsx';
import { Chosen } from '../../parts/chosen.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { Choices } from '../../parts/sheet.tsx';
import { jurisdictionQuestion } from '../../service/questions.ts';
import { useAnswers } from '../../service/use-answer.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';
import { movedBy, movedTo, namePeriod } from '../../words/periods.ts';
import { salesLagOf } from '../../words/sales.ts';
import { NameFilter } from './name-filter.tsx';
import { againstParameter, LINES, monthsBy, periodIn, periodPath, type ViewedPeriods } from './period.ts';
import { OfState, RankingTabs } from './ranking-choices.tsx';

interface PeriodChoicesProps extends ViewedPeriods {
  states: readonly StateOverview[];
}

/** Which months to compare with which, and of which places. Each choice is an address. */
export function PeriodChoices({ states, state, choice }: PeriodChoicesProps) {
  const { period, against, basis, minimum } = choice;
  const months = monthsBy(state, basis);
  const named = (month: MonthDate) => [month, longMonth(month)] as const;
  const parameters = Object.fromEntries(currentAddress().parameters);
  const toPeriod = (first: MonthDate, last: MonthDate) =>
    goTo(linkTo(periodPath(state.state, { first, last }), { ...parameters, against: null }));
  // the same payments, by the other months
  const byBasis = (chosen: string) => {
    const later = chosen === basis ? 0 : (salesLagOf(state) ?? 0) * (chosen === 'sales' ? -1 : 1);
    const moved = movedBy(period, later);
    return linkTo(periodPath(state.state, moved), {
      ...parameters,
      basis: chosen === 'sales' ? chosen : null,
      against: againstParameter(moved, movedBy(against, later).first),
    });
  };
  const length = months.filter((month) => month >= period.first && month <= period.last).length;
  const starts = months.slice(Math.max(0, length - 1));
  const before = withMonth(starts, against.first).map(
    (month) => [month, namePeriod(movedTo(period, month))] as const,
  );
  return (
    <Choices>
      <RankingTabs
        {...{ states, state }}
        month={months[0] ?? period.last}
        isPeriod
        linkOf={(other) =>
          linkTo(periodPath(other.state, periodIn(other, choice)), { basis: parameters.basis })
        }
      />
      <List
        label="From"
        value={period.first}
        options={withMonth(months, period.first).map(named)}
        onChoose={(first) => toPeriod(first, first > period.last ? first : period.last)}
      />
      <List
        label="to"
        value={period.last}
        options={withMonth(months, period.last).map(named)}
        onChoose={(last) => toPeriod(last < period.first ? last : period.first, last)}
      />
      <List
        label="Against"
        value={against.first}
        options={before}
        onChoose={(first) => goTo(linkHere({ against: againstParameter(period, first) }))}
      />
      <BasisChoice states={[state]} linkOf={byBasis} />
      <NameFilter />
      <OfState state={state} />
      <Choice
        label="A line for each"
        parameter="by"
        options={LINES.filter(([line]) => line !== 'county' || state.has_counties)}
      />
      <AmountField
        label="Earlier sum at least"
        value={minimum}
        onChoose={(value) => goTo(linkHere({ minimum: value || null }))}
      />
    </Choices>
  );
}

/** The single places to compare, with a way to add and remove one. */
export function PeriodPlaces({ state, choice: { places } }: ViewedPeriods) {
  const found = useAnswers(places.map(jurisdictionQuestion));
  // it stays open without places: the focus is in it
  const [isOpen] = useState(places.length > 0);
  const choose = (ids: readonly string[]) => goTo(linkHere({ jurisdictions: ids.join(',') || null }));
  return (
    <details class="single" open={isOpen}>
      <summary>Only single places</summary>
      <section class="chosen" aria-label="Single places">
        <ol>
          {places.map((id, at) => {
            const { value, fault } = found[at] ?? {};
            const name = value?.data.name ?? (fault?.kind === 'not-found' ? `No place ${id}` : id);
            return (
              <Chosen
                key={id}
                id={id}
                name={name}
                onRemove={() => choose(places.filter((other) => other !== id))}
              >
                {name}
              </Chosen>
            );
          })}
        </ol>
        <SearchBox
          label={`Add a place of ${state.name}`}
          ofState={state.state}
          onChoose={({ id }) => choose([...new Set([...places, String(id)])])}
        />
      </section>
    </details>
  );
}

/** The months of a list, and another one that the address names. */
function withMonth(months: readonly MonthDate[], month: MonthDate): MonthDate[] {
  return months.includes(month) ? [...months] : [...months, month].sort().reverse();
}
