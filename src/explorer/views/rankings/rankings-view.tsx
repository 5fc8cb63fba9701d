import type { ComparisonLine, StateOverview } from '../../../client/generated/types.gen.ts';
import { type Address, linkTo, linkWith } from '../../address/address.ts';
import { Change } from '../../parts/change.tsx';
import { LikeForLike } from '../../parts/like-for-like.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { useOverview } from '../../service/overview.ts';
import { comparisonQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { countOf, showFigure } from '../../words/figures.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';
import type { ViewProps } from '../view.ts';
import { arrange, monthInPath, NEWEST, nextSort, type RankingChoice, readChoice } from './ranking.ts';
import { RankingChoices } from './ranking-choices.tsx';
import { rankingColumns } from './ranking-columns.tsx';

/** All jurisdictions of a state in one month. */
export function RankingsView({ address, parts }: ViewProps) {
  const states = useOverview().states.filter(({ newest }) => newest !== null);
  const state = states.find((known) => known.state === parts.state);
  const month = state ? monthInPath(parts.month ?? '', state) : null;
  usePageTitle(state && month ? `${state.name}, ${longMonth(month)}` : 'Rankings');
  if (state && month) return <Ranking address={address} states={states} state={state} month={month} />;
  const reason = state
    ? `The dataset has no month ${parts.month} of ${state.name}.`
    : 'The dataset has no such state.';
  return (
    <>
      <h1>Rankings</h1>
      <p class="notice">{states.length === 0 ? 'No report is loaded yet.' : reason}</p>
      <ul class="plain">
        {states.map((known) => (
          <li key={known.state}>
            <a href={linkTo(`/rankings/${known.state}/${NEWEST}`)}>{known.name}, newest month</a>
          </li>
        ))}
      </ul>
    </>
  );
}

interface RankingProps {
  address: Address;
  states: readonly StateOverview[];
  state: StateOverview;
  month: MonthDate;
}

function Ranking({ address, states, state, month }: RankingProps) {
  const choice = readChoice(address);
  const asked = { allocation_period: month, type: choice.type, county: choice.county };
  const ranking = useAnswer(comparisonQuestion(state.state, asked));
  const together = useAnswer(comparisonQuestion(state.state, { ...asked, group: 'state' }));
  return (
    <>
      <h1>
        {state.name}, {longMonth(month)}
      </h1>
      <RankingChoices address={address} states={states} state={state} month={month} choice={choice} />
      <Loaded answer={{ ...ranking, fault: ranking.fault ?? together.fault }}>
        {({ data, meta }) => (
          <>
            <Together total={together.value?.data[0]} />
            <RankingTable
              address={address}
              state={state}
              month={meta.allocation_period ?? month}
              choice={choice}
              lines={data}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

/** The sum of the month, as the service gives it. */
function Together({ total }: { total: ComparisonLine | undefined }) {
  if (!total) return null;
  const { members, value, year_ago, change, year_to_date, year_to_date_change } = total;
  return (
    <>
      <p class="together">
        {countOf(members, 'jurisdiction')} together <b data-figure="value">{showFigure(value, 'amount')}</b>{' '}
        {change !== null && <Change value={change} name="change" />}{' '}
        <span class="hint">
          {year_ago !== null && `(year before ${showFigure(year_ago, 'amount')}) `}
          {year_to_date !== null && `Year to date ${showFigure(year_to_date, 'amount')} `}
          {year_to_date_change !== null && <Change value={year_to_date_change} />}
        </span>
      </p>
      <LikeForLike sum={total} beside={['year_to_date']} />
    </>
  );
}

interface RankingTableProps {
  address: Address;
  state: StateOverview;
  month: MonthDate;
  choice: RankingChoice;
  lines: readonly ComparisonLine[];
}

function RankingTable({ address, state, month, choice, lines }: RankingTableProps) {
  const rows = arrange(lines, choice);
  if (rows.length === 0) return <p class="notice">No jurisdiction fits all of these choices.</p>;
  const largest = Math.max(...rows.map(({ value }) => Math.abs(value ?? 0)));
  const payment = state.fields.find(({ name }) => name === state.headline)?.label ?? 'Payment';
  const columns = rankingColumns(month, payment, state.has_counties, largest);
  return (
    <div class="ranking">
      <FigureTable
        caption={`Jurisdictions of ${state.name} in ${longMonth(month)}`}
        columns={columns}
        rows={rows}
        keyOf={({ jurisdiction }) => String(jurisdiction.id)}
        order={{
          column: choice.sort,
          isDescending: choice.isDescending,
          linkFor: (column) => linkWith(address, { sort: nextSort(choice, column) }),
        }}
        fileName={`${state.state}-${month.slice(0, 7)}`}
      >
        {rows.length < lines.length && (
          <span class="hint">
            {countOf(rows.length, 'jurisdiction')} of {lines.length}. Ranks are among all {lines.length}.
          </span>
        )}
      </FigureTable>
    </div>
  );
}
