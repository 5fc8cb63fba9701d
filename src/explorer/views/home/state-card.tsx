import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { type Address, linkTo } from '../../address/address.ts';
import { linear, linePath } from '../../chart/scales.ts';
import { Change, DoubtSign, describeDoubts, WithoutTaxChanges, YearBefore } from '../../parts/change.tsx';
import { LikeForLike, ofPlaces } from '../../parts/like-for-like.tsx';
import { NotThere } from '../../parts/not-there.tsx';
import { comparisonQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { countOf, showFigure, showTypes } from '../../words/figures.ts';
import { everyMonth, monthNumber, shortMonth } from '../../words/months.ts';
import { paidMonth, salesLagOf } from '../../words/sales.ts';
import { yearBefore } from '../jurisdiction/figure-links.ts';
import { rankingPath } from '../rankings/ranking.ts';
import { Movers } from './movers.tsx';

/** A state's newest month, what is still to come, and its largest gains and losses. */
export function StateCard({ state, address }: { state: StateOverview; address: Address }) {
  const { newest } = state;
  return (
    <section class="state" aria-label={state.name} data-state={state.state}>
      <h2>{state.name}</h2>
      {newest ? (
        <>
          <div class="state-newest">
            <Newest state={state} newest={newest} />
            <Sparkline state={state} />
          </div>
          <Expected state={state} />
          <Movers state={state} address={address} month={newest.allocation_period} />
        </>
      ) : (
        <>
          <p class="hint">No report of {state.name} is loaded yet.</p>
          <Expected state={state} />
        </>
      )}
    </section>
  );
}

interface NewestProps {
  state: StateOverview;
  newest: NonNullable<StateOverview['newest']>;
}

/** The total of the newest month, which leads to the payments that it is made of. */
function Newest({ state, newest }: NewestProps) {
  const { allocation_period: month, total, year_ago, change, sum, jurisdictions } = newest;
  const { comparable_change: comparable, tax_changes: reason } = sum;
  const ranking = linkTo(rankingPath(state.state, month));
  return (
    <div>
      <p class="hint">Paid in {paidMonth(month, salesLagOf(state))}, all types together</p>
      <p class="large">
        <a href={ranking} data-figure="total">
          {showFigure(total, 'amount')}
        </a>
      </p>
      <p>
        <Change value={change} name="change" isDoubtful={sum.doubtful > 0} />{' '}
        {change !== null && <span class="hint">{ofPlaces(sum)}</span>}{' '}
        <DoubtSign reason={describeDoubts(sum.doubtful)} />
      </p>
      <WithoutTaxChanges {...{ change, comparable, reason }} />
      <p>
        <YearBefore
          value={year_ago}
          name="year_ago"
          measure="amount"
          link={linkTo(rankingPath(state.state, yearBefore(month)))}
        />
      </p>
      <LikeForLike sum={sum} />
      <ByType state={state} month={month} />
      <p class="hint onward">
        <a href={ranking}>{countOf(jurisdictions, 'jurisdiction')} in this total</a>
      </p>
    </div>
  );
}

/** The changes of the types, because a total can fall while its cities grow. */
function ByType({ state, month }: { state: StateOverview; month: string }) {
  const asked = { allocation_period: month, group: 'type' };
  const { value, fault } = useAnswer(comparisonQuestion(state.state, asked));
  const lines = state.types.flatMap(
    (type) =>
      value?.data.filter(
        ({ group, change, doubtful }) => group === type && (change !== null || doubtful > 0),
      ) ?? [],
  );
  if (fault || state.types.length < 2 || (value && lines.length === 0)) return null;
  return (
    <p class="hint by-type" aria-busy={value === null}>
      {lines.map(({ group, change, left_out, comparable_change, tax_changes, doubtful }) => (
        <span key={group}>
          {showTypes(group ?? '')} <Change value={change} isDoubtful={doubtful > 0} />
          <WithoutTaxChanges change={change} comparable={comparable_change} reason={tax_changes} isShort />
          {left_out ? ` (${left_out} without both)` : ''} <DoubtSign reason={describeDoubts(doubtful)} />
        </span>
      ))}
    </p>
  );
}

/** Months that are missing, and reports that wait for a person. */
function Expected({ state }: { state: StateOverview }) {
  const { expected, missing, held } = state;
  if (expected.length + missing.length + held.length === 0) return null;
  const kinds = [...new Set([...missing, ...expected].map(({ kind }) => kind))];
  return (
    <ul class="expected">
      {kinds.map((kind) => (
        <NotThere key={kind} kind={kind} state={state} />
      ))}
      {held.map(({ sha256, file_name, doubts }) => (
        <li key={sha256} class="held">
          Held for review: {file_name}. {doubts[0]}
        </li>
      ))}
      <li class="onward">
        <a href={linkTo('/data')}>Months, held reports and findings</a>
      </li>
    </ul>
  );
}

const [WIDTH, HEIGHT] = [320, 72];
const EDGE = 4;

/** The totals of a state's months as a small line; a month without a total is a gap. */
function Sparkline({ state: { name, months } }: { state: StateOverview }) {
  const [newest, oldest] = [months[0], months.at(-1)];
  if (!newest || !oldest || months.length < 2) return null;
  const totals = new Map(
    months.flatMap(({ allocation_period, total }) =>
      total === null ? [] : [[allocation_period, total] as const],
    ),
  );
  const all = everyMonth(oldest.allocation_period, newest.allocation_period);
  const first = monthNumber(oldest.allocation_period);
  const most = Math.max(...totals.values());
  const x = linear([first, monthNumber(newest.allocation_period)], [EDGE, WIDTH - EDGE]);
  const y = linear([0, most], [HEIGHT - EDGE, EDGE]);
  const path = linePath(
    all.map((month) => {
      const total = totals.get(month);
      return total === undefined ? null : [x(monthNumber(month)), y(total)];
    }),
  );
  const [from, to] = [shortMonth(oldest.allocation_period), shortMonth(newest.allocation_period)];
  return (
    <figure class="sparkline">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Totals of ${name} from ${from} to ${to}, at most ${showFigure(most, 'amount')}`}
      >
        <line class="zero" x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
        <path class="line" d={path} />
      </svg>
      <figcaption>
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  );
}
