import type { Line, StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { readParameter } from '../../address/navigation.ts';
import { basisOf, fileEndOf } from '../../parts/basis-choice.tsx';
import { Change, DoubtSign, describeDoubts, WithoutTaxChanges } from '../../parts/change.tsx';
import { LikeForLike } from '../../parts/like-for-like.tsx';
import { Loaded, withOther } from '../../parts/loaded.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { useOverview, useRememberedState, withLastFirst } from '../../service/overview.ts';
import { questionOfState } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { readOrder } from '../../table/order.ts';
import { countOf, showFigure } from '../../words/figures.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';
import { readPeriod } from '../../words/periods.ts';
import { countedMonth, forSales, salesLagOf } from '../../words/sales.ts';
import type { ViewProps } from '../view.ts';
import { Periods } from './periods-view.tsx';
import {
  arrange,
  isByPayment,
  monthInPath,
  NEWEST,
  type RankingChoice,
  readChoice,
  type ViewedRanking,
} from './ranking.ts';
import { RankingChoices } from './ranking-choices.tsx';
import { rankingColumns, useRecentPayments } from './ranking-columns.tsx';
import { Years } from './ranking-years.tsx';
import { UnknownTaxes } from './unknown-taxes.tsx';

/** All jurisdictions of a state in one month. */
export function RankingsView({ parts }: ViewProps) {
  const states = useOverview().states.filter(({ newest }) => newest !== null);
  const [first] = withLastFirst(states);
  const { state: code = first?.state, month: inPath = NEWEST } = parts;
  const state = states.find((known) => known.state === code);
  useRememberedState(parts.state);
  const month = state ? monthInPath(inPath, state, basisOf()) : null;
  const period = readPeriod(inPath);
  if (state && period) return <Periods states={states} state={state} period={period} />;
  if (state && month) return <Ranking states={states} state={state} month={month} />;
  const reason = state
    ? `The dataset has no month ${inPath} of ${state.name}. ${nameMonths(state)}`
    : 'The dataset has no such state.';
  return <NoRanking states={states} reason={states.length === 0 ? 'No report is loaded yet.' : reason} />;
}

function nameMonths({ months }: StateOverview): string {
  const [last, first] = [months[0], months.at(-1)].map((month) => longMonth(month?.allocation_period ?? ''));
  return `It has payments from ${first} to ${last}.`;
}

/** Says why there is no ranking, and leads to those that are there. */
function NoRanking({ states, reason }: { states: readonly StateOverview[]; reason: string }) {
  usePageTitle('Rankings');
  return (
    <>
      <h1>Rankings</h1>
      <p class="notice">{reason}</p>
      <ul>
        {states.map((known) => (
          <li key={known.state}>
            <a href={linkTo(`/rankings/${known.state}/${NEWEST}`)}>{known.name}, newest month</a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The month of a payment, by the chosen basis. */
function countedIn(state: StateOverview, { basis }: RankingChoice, month: MonthDate): MonthDate {
  return countedMonth({ lag: salesLagOf(state), basis }, month);
}

/** `Texas, October 2026`, or `Texas, sales of August 2026`. */
function nameOfMonth(state: StateOverview, choice: RankingChoice, month: MonthDate): string {
  const sales = choice.basis === 'sales' ? 'sales of ' : '';
  return `${state.name}, ${sales}${longMonth(countedIn(state, choice, month))}`;
}

/** The ranking of a month, and what stands above it. */
function Ranking({ states, ...of }: Omit<ViewedRanking, 'choice'> & { states: readonly StateOverview[] }) {
  const { state, month } = of;
  const choice = readChoice();
  const { type, county, basis } = choice;
  const counted = countedIn(state, choice, month);
  const name = nameOfMonth(state, choice, month);
  usePageTitle(name);
  const asked = {
    ...{ months: counted.slice(0, 7), type, county },
    basis: basis === 'payment' ? null : basis,
  };
  const lines = useAnswer(questionOfState(state.state, 'compare', asked));
  const together = useAnswer(questionOfState(state.state, 'compare', { ...asked, by: 'all' }));
  const isAsked = readParameter('sums') !== null;
  const years = useAnswer(isAsked ? questionOfState(state.state, 'years', { type, county, basis }) : null);
  const ranking = withOther(withOther(lines, together), isAsked ? years : together);
  return (
    <>
      <h1>{name}</h1>
      {ranking.value && (
        <Together
          total={together.value?.data[0]}
          lines={ranking.value.data}
          state={state}
          sales={basis === 'sales' ? `paid in ${longMonth(month)}` : forSales(month, salesLagOf(state))}
        />
      )}
      {(ranking.value || ranking.fault) && <RankingChoices {...of} states={states} choice={choice} />}
      <Loaded answer={ranking}>
        {({ data }) => (
          <>
            <Years {...of} choice={choice} years={years.value?.data ?? null} />
            <RankingTable {...of} month={month} choice={choice} lines={data} />
          </>
        )}
      </Loaded>
    </>
  );
}

interface TogetherProps {
  total: Line | undefined;
  lines: readonly Line[];
  state: StateOverview;
  /** Names the month of the sales; by sale, that of the payment. */
  sales: string;
}

/** The sum of the month, as the service gives it. It counts the places without a payment too. */
function Together({ total, lines, state: { state, name }, sales }: TogetherProps) {
  if (!total) return null;
  const unpaid = lines.filter((line) => line.sum.value === null).length;
  const { members, sum } = total;
  return (
    <>
      <p class="together">
        {countOf(members, 'place')} of {name} in this dataset
        {unpaid > 0 && ` (${showFigure(unpaid, 'count')} without a payment)`} together{' '}
        <b data-figure="sum_value">{showFigure(sum.value, 'amount')}</b> {sales},{' '}
        <Change figure={sum} name="sum_change" />
        <span class="hint">
          {sum.ago !== null && ` (year before ${showFigure(sum.ago, 'amount')})`}.{' '}
          <DoubtSign reason={describeDoubts(sum.doubtful)} state={state} />
        </span>
      </p>
      <WithoutTaxChanges figure={sum} />
      <LikeForLike sum={sum} />
    </>
  );
}

interface RankingTableProps extends ViewedRanking {
  lines: readonly Line[];
}

function RankingTable({ state, month, choice, lines }: RankingTableProps) {
  const { recent, isWaiting } = useRecentPayments(state, month, lines.length > 0);
  const columns = rankingColumns({ state, month, choice, recent });
  const order = readOrder(columns);
  const rows = arrange(lines, choice, columns, order);
  if (rows.length === 0) return <p class="notice">No place fits all of these choices.</p>;
  return (
    <div class="ranking" aria-busy={isWaiting}>
      <FigureTable
        caption={`Places of ${nameOfMonth(state, choice, month)}`}
        columns={columns}
        rows={rows}
        keyOf={({ jurisdiction }) => String(jurisdiction.id)}
        order={order}
        fileName={`${state.state}-${countedIn(state, choice, month).slice(0, 7)}${fileEndOf(choice.basis)}`}
      >
        <UnknownTaxes lines={rows} />
        {rows.length < lines.length && (
          <span class="hint">
            {countOf(rows.length, 'place')} of {showFigure(lines.length, 'count')}.
            {isByPayment(order) && ` Ranks are among all ${showFigure(lines.length, 'count')}.`}
          </span>
        )}
      </FigureTable>
    </div>
  );
}
