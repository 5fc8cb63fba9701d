import type { Line, StateOverview } from '../../../client/generated/types.gen.ts';
import { YEAR } from '../../../derive/span.ts';
import { parseJurisdictionType } from '../../../domain/jurisdiction.ts';
import { linkTo } from '../../address/address.ts';
import {
  choiceOf,
  currentAddress,
  goTo,
  linkHere,
  parametersNamed,
  readParameter,
} from '../../address/navigation.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { BasisChoice, basisOf, type CountedBy } from '../../parts/basis-choice.tsx';
import { Choice, List } from '../../parts/choice.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { UnitChoice, unitAsked } from '../../parts/unit-choice.tsx';
import { useOverview } from '../../service/overview.ts';
import type { TableColumn } from '../../table/columns.ts';
import { readOrder } from '../../table/order.ts';
import { showTypes } from '../../words/figures.ts';
import { everyMonth, longMonth, type MonthDate, monthNumber } from '../../words/months.ts';
import {
  type ComparedPeriod,
  movedBy,
  movedTo,
  namePeriod,
  readPeriod,
  spanOfPeriod,
  writePeriod,
} from '../../words/periods.ts';
import { countedMonth, salesLagOf } from '../../words/sales.ts';

/** The span of a ranking that is always the newest month. */
export const NEWEST = 'newest';
/** What a line of a ranking is. */
const LINES = [
  ['place', 'place'],
  ['type', 'type'],
  ['county', 'county'],
] as const;

/** What a ranking shows, all of it in the address. Its months count by the basis. */
export type RankingChoice = NonNullable<ReturnType<typeof readChoice>>;

/** What the parts of a ranking show. */
export interface ViewedRanking {
  state: StateOverview;
  choice: RankingChoice;
}

/** A line with its position in the order of the table. */
export type RankedLine = Line & { position: number | null };

/** Reads the choice of an address; `null` if its path names no months. */
export function readChoice(path: string, state: StateOverview) {
  const basis = basisOf();
  const [newest] = monthsBy(state, basis);
  const month = path === NEWEST ? newest?.slice(0, 7) : path.slice(0, 7);
  const period = readPeriod(path) ?? readPeriod(`${month}..${month}`);
  if (!period) return null;
  // 0.2.0 wrote `least`
  const minimum = Number(readParameter('minimum') ?? readParameter('least') ?? Number.NaN);
  return {
    ...{ period, basis, by: choiceOf('by', LINES) },
    against: readPeriod(readParameter('against') ?? '') ?? movedBy(period, -YEAR),
    ...{ type: parseJurisdictionType(readParameter('type') ?? '') ?? null, county: readParameter('county') },
    ...unitAsked({ unit: 'amount' }),
    // the least that a place got in the months to set against, in whole dollars: changes in percent of less say little
    minimum: minimum > 0 ? Math.round(minimum) : null,
  };
}

/** The parameters of the question, which itself finds the year before. */
export function askedOf({ period, against, ...same }: RankingChoice) {
  const isUsual = againstParameter(period, against.first) === null;
  return { ...same, months: spanOfPeriod(period), against: isUsual ? null : spanOfPeriod(against) };
}

/** The path of a ranking: `/rankings/nc/2020-06`, or `/rankings/nc/2020-03..2020-06`. */
export function rankingPath(state: string, { first, last }: ComparedPeriod): string {
  return `/rankings/${state}/${first === last ? first.slice(0, 7) : writePeriod({ first, last })}`;
}

/** The link to the same ranking of other months, or by another basis. */
function linkOfPeriod(state: string, period: ComparedPeriod, changed: Record<string, string | null>) {
  return linkTo(rankingPath(state, period), {
    ...Object.fromEntries(currentAddress().parameters),
    ...changed,
  });
}

/** The parameter for the months to set against; `null` for the same months a year before. */
function againstParameter(period: ComparedPeriod, first: MonthDate): string | null {
  const isUsual = monthNumber(first) === monthNumber(period.first) - YEAR;
  return isUsual ? null : writePeriod(movedTo(period, first));
}

/** The months that a state has by a basis, newest first. */
function monthsBy(state: StateOverview, basis: CountedBy): MonthDate[] {
  const [newest, oldest] = [state.months[0], state.months.at(-1)];
  if (!newest || !oldest) return [];
  const counting = { lag: salesLagOf(state), basis };
  const countedIn = (month: { allocation_period: MonthDate }) =>
    countedMonth(counting, month.allocation_period);
  return everyMonth(countedIn(oldest), countedIn(newest)).reverse();
}

interface RankingChoicesProps extends ViewedRanking {
  columns: readonly TableColumn<RankedLine>[];
}

/** Which places to rank, and in which months. Each choice is an address. */
export function RankingChoices({ columns, ...of }: RankingChoicesProps) {
  const { state, choice } = of;
  const { column, linkFor } = readOrder(columns);
  const shown = columns.filter(({ isHidden }) => !isHidden);
  const states = useOverview().states.filter(({ newest }) => newest !== null);
  const { period, basis } = choice;
  const months = monthsBy(state, basis);
  const named = months.map((month) => [month, longMonth(month)] as const);
  const toPeriod = (first: MonthDate, last: MonthDate) =>
    goTo(linkOfPeriod(state.state, { first, last }, { against: null }));
  const byBasis = (chosen: string) => {
    const other = chosen === 'sales' ? 'sales' : 'payment';
    const hasMonths = monthsBy(state, other).includes(period.last);
    const path = hasMonths ? currentAddress().path : `/rankings/${state.state}`;
    const against = hasMonths ? readParameter('against') : null;
    const named = { ...Object.fromEntries(currentAddress().parameters), against };
    return linkTo(path, { ...named, basis: other === 'sales' ? other : null });
  };
  return (
    <Sheet>
      <div class="choices">
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
        <BasisChoice states={[state]} linkOf={byBasis} />
        <List
          label={basis === 'sales' ? 'Sales from' : 'Paid from'}
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
        {/* on a phone, the table has the heads of two columns */}
        <div class="in-narrow">
          <List
            label="Sort by"
            value={column}
            options={shown.map(({ id, head }) => [id, head] as const)}
            onChoose={(id) => goTo(linkFor(id))}
          />
        </div>
      </div>
      <MoreChoices {...of} months={months} />
    </Sheet>
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
  const { period, against, minimum, county, by } = choice;
  const length = months.filter((month) => month >= period.first && month <= period.last).length;
  const before = [...new Set([...months.slice(Math.max(0, length - 1)), against.first])].map(
    (month) => [month, namePeriod(movedTo(period, month))] as const,
  );
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
          label="Compared with"
          value={against.first}
          options={before}
          onChoose={(first) => goTo(linkHere({ against: againstParameter(period, first) }))}
        />
        <UnitChoice states={[state.state]} field={{ unit: 'amount' }} />
        <Choice
          label="Group by"
          parameter="by"
          options={LINES.filter(([line]) => line !== 'county' || state.has_counties)}
        />
        <AmountField
          label="At least, a year before"
          value={minimum}
          onChoose={(minimum) => goTo(linkHere({ minimum, least: null }))}
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
