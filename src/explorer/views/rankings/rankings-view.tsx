import type { Line, SentencePage } from '../../../client/generated/types.gen.ts';
import { joinNames } from '../../../records/files/source.ts';
import { linkHere, placeLink, usePageTitle } from '../../address/navigation.ts';
import { fileEndOf } from '../../parts/basis-choice.tsx';
import { isNewTax } from '../../parts/change.tsx';
import { Loaded, withOther } from '../../parts/loaded.tsx';
import { unitAfterName, unitFileEnd } from '../../parts/unit-choice.tsx';
import { idOfGroup, nameOfGroup } from '../../selection.ts';
import { largestFirst, useOverview } from '../../service/overview.ts';
import { questionOfState } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { readOrder, type TableOrder } from '../../table/order.ts';
import { countOf, showFigure } from '../../words/figures.ts';
import { movedBy, namePeriod, writePeriod } from '../../words/periods.ts';
import { salesLagOf } from '../../words/sales.ts';
import { NothingHere, type ViewProps } from '../later.tsx';
import {
  askedOf,
  NEWEST,
  type RankingChoice,
  RankingChoices,
  rankingPath,
  readChoice,
  type ViewedRanking,
} from './ranking-choices.tsx';
import { arrange, rankingColumns } from './ranking-columns.tsx';

/** All places of a state, or its groups, in some months set against others. */
export function RankingsView({ parts }: ViewProps) {
  const states = largestFirst(useOverview().states);
  const [first] = states;
  const { state: code = first?.state, month: path = NEWEST } = parts;
  const state = states.find((known) => known.state === code);
  const choice = state ? readChoice(path, state) : null;
  if (state && choice) return <Ranking {...{ state, choice }} />;
  return <NothingHere />;
}

/** `Cities of North Carolina, sales of March to June 2020`. */
function titleOf({ state, choice: { type, county, basis, period } }: ViewedRanking): string {
  const counted = basis === 'sales' ? 'sales of ' : period.first === period.last ? '' : 'payments of ';
  return `${nameOfGroup({ state: state.state, type, county }, state)}, ${counted}${namePeriod(period)}${unitAfterName()}`;
}

/** The ranking, and what stands above it. */
function Ranking(of: ViewedRanking) {
  const { state, choice } = of;
  const { type, county } = choice;
  const asked = askedOf(choice);
  const title = titleOf(of);
  usePageTitle(title);
  const lines = useAnswer(questionOfState(state.state, 'compare', asked));
  const { minimum: _, by: __, per, prices, ...ofAll } = asked;
  const told = useAnswer(questionOfState(state.state, 'sentences', ofAll));
  const answer = withOther(lines, told);
  const group = idOfGroup({ state: state.state, type, county });
  return (
    <>
      <h1>{title}</h1>
      {answer.value && (
        <p class="lead">
          {/* it is in dollars as paid */}
          {!per && !prices && told.value?.data[0]?.text}{' '}
          <a href={placeLink(group, { period: writePeriod(choice.period) })}>Months and years</a>
          {' · '}
          <a href={linkHere({ sort: 'sum_difference' })}>Largest losses</a>
        </p>
      )}
      {(answer.value || answer.fault) && <RankingChoices {...of} columns={rankingColumns(of)} />}
      <Loaded answer={answer}>
        {({ data }) => (
          <>
            <RankingTable {...of} lines={data} />
            <Counting {...of} lines={data} told={told.value?.data ?? []} />
          </>
        )}
      </Loaded>
    </>
  );
}

function RankingTable({ lines, ...of }: ViewedRanking & { lines: readonly Line[] }) {
  const columns = rankingColumns(of);
  const order = readOrder(columns);
  const rows = arrange(lines, columns, order);
  if (rows.length === 0) return <p class="notice">No place fits all of these choices.</p>;
  return (
    <div class="ranking">
      <FigureTable
        caption={titleOf(of)}
        columns={columns}
        rows={rows}
        keyOf={({ jurisdiction, group }) => String(jurisdiction?.id ?? group)}
        order={order}
        fileName={fileNameOf(of)}
      >
        <LateRows rows={rows} order={order} />
        {rows.length < lines.length && (
          <span class="hint">
            {showFigure(rows.length, 'count')} of {showFigure(lines.length, 'count')}.
          </span>
        )}
      </FigureTable>
    </div>
  );
}

/** So many places are named above a ranking. */
const MOST_NAMED = 3;

/** What a sort by a change puts after the others, however much it lost. */
function LateRows({ rows, order }: { rows: readonly Line[]; order: TableOrder }) {
  if (!/^sum_(change|difference)$/.test(order.column)) return null;
  const late = rows.flatMap(({ sum, jurisdiction }) =>
    jurisdiction && (isNewTax(sum) || sum.doubtful > 0) ? (jurisdiction.name ?? []) : [],
  );
  if (late.length === 0) return null;
  const more = late.length > MOST_NAMED ? [`${late.length - MOST_NAMED} more`] : [];
  return (
    <span class="hint">
      {joinNames([...late.slice(0, MOST_NAMED), ...more])} {late.length === 1 ? 'stands' : 'stand'} at the
      end: the tax or its sharing changed, or the checks doubt a payment.
    </span>
  );
}

/** `nc-2020-03..2020-06-by-sales`. */
function fileNameOf({ state, choice: { period, basis } }: ViewedRanking): string {
  const months = rankingPath(state.state, period).replace('/rankings/', '').replace('/', '-');
  return `${months}${fileEndOf(basis)}${unitFileEnd({ unit: 'amount' })}`;
}

interface CountingProps extends ViewedRanking {
  lines: readonly Line[];
  told: SentencePage['data'];
}

/** What a reader must know who uses the figures: the other months, and which payments and taxes are not known. */
function Counting({ state, choice, lines, told }: CountingProps) {
  const all = showFigure(lines.length, 'count');
  const lacking = lines.filter(({ lacking }) => lacking !== null).length;
  const unknown = lines.flatMap(({ sum }) => sum.reasons.find(({ code }) => code === 'tax-unknown') ?? []);
  const why = unknown.find(({ text }) => text.includes(': '))?.text;
  const texts = [
    ...told.slice(1).map(({ text }) => text),
    otherMonths(choice, salesLagOf(state)),
    lacking > 0 &&
      `${countOf(lacking, 'place')} of ${all} ${lacking === 1 ? 'has' : 'have'} no change, because a payment of one of these months is missing.`,
    // neither a place without a change of tax nor one of these has a comparable change
    unknown.length > 0 &&
      `Where the tax changed, the comparable change stands beside the change. The tax of ${countOf(unknown.length, 'place')} is not known${why ? `: ${why}` : ''}.`,
  ];
  return (
    <details class="counted">
      <summary>How this is counted</summary>
      {texts.filter(Boolean).map((text) => (
        <p key={String(text)}>{text}</p>
      ))}
    </details>
  );
}

/** `The state pays for them in May to August 2020.`, or `These payments are for sales of …`. */
function otherMonths({ period, basis }: RankingChoice, lag: number | null): string {
  if (lag === null) return '';
  if (basis === 'sales') return `The state pays for these sales in ${namePeriod(movedBy(period, lag))}.`;
  return `These payments are for sales of ${namePeriod(movedBy(period, -lag))}.`;
}
