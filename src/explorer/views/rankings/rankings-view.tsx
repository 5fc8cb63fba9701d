import type { Line, SentencePage, StateOverview } from '../../../client/generated/types.gen.ts';
import { joinNames } from '../../../records/files/source.ts';
import { linkTo } from '../../address/address.ts';
import { placeLink } from '../../address/navigation.ts';
import { fileEndOf } from '../../parts/basis-choice.tsx';
import { isNewTax } from '../../parts/change.tsx';
import { Loaded, withOther } from '../../parts/loaded.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { unitAfterName, unitFileEnd } from '../../parts/unit-choice.tsx';
import { idOfGroup, nameOfGroup } from '../../selection.ts';
import { useOverview } from '../../service/overview.ts';
import { questionOfState } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { readOrder, type TableOrder } from '../../table/order.ts';
import { countOf, showFigure } from '../../words/figures.ts';
import { longMonth } from '../../words/months.ts';
import { movedBy, namePeriod, writePeriod } from '../../words/periods.ts';
import { salesLagOf } from '../../words/sales.ts';
import type { ViewProps } from '../view.ts';
import {
  arrange,
  askedOf,
  isByAmount,
  NEWEST,
  type RankingChoice,
  readChoice,
  type ViewedRanking,
} from './ranking.ts';
import { RankingChoices } from './ranking-choices.tsx';
import { rankingColumns, useRecentPayments } from './ranking-columns.tsx';

/** All places of a state, or its groups, in some months set against others. */
export function RankingsView({ parts }: ViewProps) {
  const states = useOverview().states.filter(({ newest }) => newest !== null);
  const [first] = states;
  const { state: code = first?.state, month: path = NEWEST } = parts;
  const state = states.find((known) => known.state === code);
  const choice = state ? readChoice(path, state) : null;
  if (state && choice) return <Ranking {...{ states, state, choice }} />;
  const reason = state ? `“${path}” names no months. ${nameMonths(state)}` : 'The dataset has no such state.';
  return <NoRanking states={states} reason={states.length === 0 ? 'No report is loaded yet.' : reason} />;
}

function nameMonths({ name, months }: StateOverview): string {
  const [last, first] = [months[0], months.at(-1)].map((month) => longMonth(month?.allocation_period ?? ''));
  return `${name} has payments from ${first} to ${last}.`;
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

/** `Cities of North Carolina, sales of March to June 2020`. */
function titleOf({ state, choice: { type, county, basis, period } }: ViewedRanking): string {
  const sales = basis === 'sales' ? 'sales of ' : '';
  return `${nameOfGroup({ state: state.state, type, county }, state)}, ${sales}${namePeriod(period)}${unitAfterName()}`;
}

/** The ranking, and what stands above it. */
function Ranking({ states, ...of }: ViewedRanking & { states: readonly StateOverview[] }) {
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
        </p>
      )}
      {(answer.value || answer.fault) && <RankingChoices {...of} states={states} />}
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
  const { state, choice } = of;
  const { recent, isWaiting } = useRecentPayments(of, lines.length > 0);
  const columns = rankingColumns(of, recent);
  const order = readOrder(columns);
  const rows = arrange(lines, columns, order);
  if (rows.length === 0) return <p class="notice">No place fits all of these choices.</p>;
  const count = countOf(rows.length, choice.by === 'place' ? 'place' : 'group');
  return (
    <div class="ranking" aria-busy={isWaiting}>
      <FigureTable
        caption={titleOf(of)}
        columns={columns}
        rows={rows}
        keyOf={({ jurisdiction, group }) => String(jurisdiction?.id ?? group)}
        order={order}
        fileName={fileNameOf(state, choice)}
      >
        <LateRows rows={rows} order={order} />
        {rows.length < lines.length && (
          <span class="hint">
            {count} of {showFigure(lines.length, 'count')}.
            {isByAmount(order) && ` Ranks are among all ${showFigure(lines.length, 'count')}.`}
          </span>
        )}
      </FigureTable>
    </div>
  );
}

/** What a sort by a change puts after the others, however much it lost. */
function LateRows({ rows, order }: { rows: readonly Line[]; order: TableOrder | undefined }) {
  if (!/^sum_(change|difference)$/.test(order?.column ?? '')) return null;
  const late = rows.filter(({ sum, jurisdiction }) => jurisdiction && (isNewTax(sum) || sum.doubtful > 0));
  const names = late.slice(0, MOST_NAMED).flatMap(({ jurisdiction }) => jurisdiction?.name ?? []);
  const more = late.length - names.length;
  if (names.length === 0) return null;
  return (
    <span class="hint">
      {joinNames([...names, ...(more > 0 ? [`${more} more`] : [])])} {late.length === 1 ? 'stands' : 'stand'}{' '}
      at the end: the tax changed, or the checks doubt a payment.
    </span>
  );
}

/** The places that the line above a ranking names. */
const MOST_NAMED = 3;

/** `nc-2020-03..2020-06-by-sales`. */
function fileNameOf({ state }: StateOverview, { period, basis }: RankingChoice): string {
  const { first, last } = period;
  const months = first === last ? first.slice(0, 7) : writePeriod(period);
  return `${state}-${months}${fileEndOf(basis)}${unitFileEnd({ unit: 'amount' })}`;
}

interface CountingProps extends ViewedRanking {
  lines: readonly Line[];
  told: SentencePage['data'];
}

/** What a reader must know who uses the figures: the other months, and which payments and taxes are not known. */
function Counting({ state, choice, lines, told }: CountingProps) {
  const lacking = lines.filter(({ lacking }) => lacking !== null).length;
  const texts = [
    ...told.slice(1).map(({ text }) => text),
    otherMonths(choice, salesLagOf(state)),
    lacking > 0 &&
      `${countOf(lacking, 'place')} of ${showFigure(lines.length, 'count')} ${lacking === 1 ? 'has' : 'have'} no change, because a payment of one of these months is missing.`,
    unknownTaxes(lines),
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

/** Tells rows without a change of tax from those whose tax is not known: neither has a comparable change beside it. */
function unknownTaxes(lines: readonly Line[]): string {
  const reasons = lines.map(({ sum }) => sum.reasons.filter(({ code }) => code === 'tax-unknown'));
  const unknown = reasons.filter(({ length }) => length > 0);
  if (unknown.length === 0) return '';
  const which =
    unknown.length === lines.length ? 'of none of these places' : `of ${countOf(unknown.length, 'place')}`;
  // it names the months, and the sheets to load
  const why = unknown.flat().find(({ text }) => text.includes(': '))?.text;
  return `Where the tax changed, the comparable change stands beside the change. The tax ${which} is ${unknown.length === lines.length ? '' : 'not '}known${why ? `: ${why}` : ''}.`;
}
