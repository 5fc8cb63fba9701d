import type { Line, StateOverview } from '../../../client/generated/types.gen.ts';
import { Change, DoubtSign, WithoutTaxChanges } from '../../parts/change.tsx';
import { LikeForLike } from '../../parts/like-for-like.tsx';
import { Loaded, withOther } from '../../parts/loaded.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { questionOfState } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { readOrder, sortRows } from '../../table/order.ts';
import { countOf, showFigure, showSigned } from '../../words/figures.ts';
import { type ComparedPeriod, movedBy, namePeriod } from '../../words/periods.ts';
import { type SalesLag, salesLagOf } from '../../words/sales.ts';
import { askedOf, namedLines, type PeriodChoice, readPeriodChoice, type ViewedPeriods } from './period.ts';
import { PeriodChoices, PeriodPlaces } from './period-choices.tsx';
import { describeDoubtful, periodColumns } from './period-columns.tsx';
import { UnknownTaxes } from './unknown-taxes.tsx';

interface PeriodsProps {
  states: readonly StateOverview[];
  state: StateOverview;
  period: ComparedPeriod;
}

/** The payments of a state's places in two periods, as the service compares and sorts them. */
export function Periods({ states, state, period }: PeriodsProps) {
  const choice = readPeriodChoice(period);
  const asked = askedOf(choice);
  const lines = useAnswer(questionOfState(state.state, 'compare', asked));
  const together = useAnswer(questionOfState(state.state, 'compare', { ...asked, minimum: null, by: 'all' }));
  const answer = withOther(lines, together);
  const title = `${state.name}, ${nameByBasis(choice, period)}`;
  usePageTitle(title);
  return (
    <>
      <h1>{title}</h1>
      {answer.value && <Together total={together.value?.data[0]} state={state} />}
      <p class="lead">
        Against {nameByBasis(choice, choice.against)}. {describeOther(choice, salesLagOf(state))}
      </p>
      {(answer.value || answer.fault) && (
        <>
          <PeriodChoices states={states} state={state} choice={choice} />
          <PeriodPlaces state={state} choice={choice} />
        </>
      )}
      <Loaded answer={answer}>
        {({ data }) => <PeriodTable state={state} choice={choice} lines={data} />}
      </Loaded>
    </>
  );
}

/** `sales of March to June 2020`, or `payments of …`. */
function nameByBasis({ basis }: PeriodChoice, period: ComparedPeriod): string {
  return `${basis === 'sales' ? 'sales' : 'payments'} of ${namePeriod(period)}`;
}

/** `The state pays for them in May to August 2020.`, or `These pay for sales of …`. */
function describeOther({ period, basis }: PeriodChoice, lag: SalesLag): string {
  if (lag === null) return '';
  if (basis === 'sales') return `The state pays for them in ${namePeriod(movedBy(period, lag))}.`;
  return `The payments are for sales of ${namePeriod(movedBy(period, -lag))}.`;
}

interface TogetherProps extends Pick<ViewedPeriods, 'state'> {
  total: Line | undefined;
}

/** The two sums of all places of the choice. Their difference and a change of fewer places are told apart. */
function Together({ total, state: { state, name } }: TogetherProps) {
  if (!total) return null;
  const { members, sum } = total;
  return (
    <>
      <p class="together">
        {countOf(members, 'place')} of {name} in this dataset together{' '}
        <b data-figure="sum_value">{showFigure(sum.value, 'amount')}</b>
        {sum.difference !== null && (
          <>
            , <span data-figure="sum_difference">{showSigned(sum.difference, 'amount')}</span>
          </>
        )}{' '}
        against <span data-figure="sum_ago">{showFigure(sum.ago, 'amount')}</span>.{' '}
        <Change figure={sum} name="sum_change" />{' '}
        <DoubtSign reason={describeDoubtful(sum.doubtful)} state={state} />
      </p>
      <LikeForLike sum={sum} />
      <WithoutTaxChanges figure={sum} />
    </>
  );
}

interface PeriodTableProps extends ViewedPeriods {
  lines: readonly Line[];
}

function PeriodTable({ state, choice, lines }: PeriodTableProps) {
  const { period, against, basis } = choice;
  const lacking = lines.filter((line) => line.lacking !== null || line.sum.missing > 0).length;
  const columns = periodColumns(choice, state, lacking > 0);
  const order = readOrder(columns);
  const rows = sortRows(namedLines(lines, choice), columns, order);
  if (rows.length === 0) return <p class="notice">No place fits all of these choices.</p>;
  const span = ({ first, last }: ComparedPeriod) => `${first.slice(0, 7)}-to-${last.slice(0, 7)}`;
  return (
    <div class="ranking">
      <FigureTable
        caption={`Places of ${state.name}, ${nameByBasis(choice, period)} and of ${namePeriod(against)}`}
        columns={columns}
        rows={rows}
        keyOf={({ jurisdiction, group }) => String(jurisdiction?.id ?? group)}
        order={order}
        fileName={`${state.state}-${basis}-${span(period)}-against-${span(against)}`}
      >
        {choice.by === 'place' && <UnknownTaxes lines={rows} />}
        {lacking > 0 && choice.by === 'place' && (
          <span class="hint">
            {countOf(lacking, 'place')} of {showFigure(lines.length, 'count')}{' '}
            {lacking === 1 ? 'lacks' : 'lack'} a payment in one of these months, and{' '}
            {lacking === 1 ? 'has' : 'have'} no change.
          </span>
        )}
      </FigureTable>
    </div>
  );
}
