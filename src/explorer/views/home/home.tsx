import type { Line, Month, StateOverview } from '../../../client/generated/types.gen.ts';
import { roundedDollars } from '../../../domain/text/rounded.ts';
import { joinNames } from '../../../records/files/source.ts';
import { linkTo } from '../../address/address.ts';
import { Sparkline } from '../../chart/sparkline.tsx';
import { Change, DoubtSign, describeDoubts, WithoutTaxChanges } from '../../parts/change.tsx';
import { Loaded, withOther } from '../../parts/loaded.tsx';
import { NotThere } from '../../parts/not-there.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { SearchBox } from '../../parts/search-box.tsx';
import { useOverview, withLastFirst } from '../../service/overview.ts';
import { questionOfState } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { showTypes } from '../../words/figures.ts';
import { longMonth, shortMonth } from '../../words/months.ts';
import { rankingPath } from '../rankings/ranking.ts';
import { Movers, type MoversProps } from './movers.tsx';

/** A card for each state that has something to show, and one line for the others. */
function States({ states }: { states: readonly StateOverview[] }) {
  const isEmpty = ({ newest }: StateOverview) => newest === null;
  const empty = states.filter(isEmpty).map(({ name }) => name);
  return (
    <>
      {states
        .filter((state) => !isEmpty(state))
        .map((state) => (
          <StateCard key={state.state} state={state} />
        ))}
      {empty.length === states.length ? (
        <p>
          Nothing is loaded yet. Load your reports: <code>allocations ingest FILE</code>
        </p>
      ) : (
        empty.length > 0 && <p class="hint">No report of {joinNames(empty)} is loaded yet.</p>
      )}
    </>
  );
}

/** The start page: search, and the newest month of each state. */
export function Home() {
  usePageTitle(null);
  return (
    <>
      <section class="opening">
        <h1>Local sales tax allocations</h1>
        <p class="lead">
          What each city, county and district was paid, month by month, from the states’ own reports.
        </p>
        <SearchBox />
      </section>
      <States states={withLastFirst(useOverview().states)} />
    </>
  );
}

/** What a state paid in its newest month, what is still to come, and which places gained and lost most. */
function StateCard({ state }: { state: StateOverview }) {
  const { newest } = state;
  return (
    <section class="state" aria-label={state.name} data-state={state.state}>
      <h2>{state.name}</h2>
      {newest ? (
        <Newest state={state} newest={newest} />
      ) : (
        <p class="hint">No report of {state.name} is loaded yet.</p>
      )}
      <Expected state={state} />
      {newest && <Movers state={state} newest={newest} />}
    </section>
  );
}

/** What came in the newest month, in words, beside the sums of twelve months. */
function Newest({ state, newest: { allocation_period: month } }: MoversProps) {
  const told = useAnswer(questionOfState(state.state, 'sentences', {}));
  const months = useAnswer(questionOfState(state.state, 'months', {}));
  const types = useAnswer(questionOfState(state.state, 'compare', { months: month.slice(0, 7), by: 'type' }));
  return (
    <Loaded answer={withOther(withOther(told, months), types)}>
      {({ data }) => (
        <div class="state-newest">
          <div>
            <p class="told">{data.map(({ text }) => text).join(' ')}</p>
            <ByType state={state} all={types.value?.data ?? []} />
            <p class="onward">
              <a href={linkTo(rankingPath(state.state, month))}>All places in {longMonth(month)}</a>
            </p>
          </div>
          <TwelveMonths state={state} months={months.value?.data ?? []} />
        </div>
      )}
    </Loaded>
  );
}

interface ByTypeProps {
  state: StateOverview;
  all: readonly Line[];
}

/** The changes of the types, because a total can fall while its cities grow. */
function ByType({ state: { state, types }, all }: ByTypeProps) {
  const lines = types.flatMap((type) =>
    all.filter(({ group, sum }) => group === type && (sum.change !== null || sum.doubtful > 0)),
  );
  if (types.length < 2 || lines.length === 0) return null;
  return (
    <p class="hint by-type">
      {lines.map(({ group, sum }) => (
        <span key={group}>
          {showTypes(group ?? '')} <Change figure={sum} />
          <WithoutTaxChanges figure={sum} isShort />{' '}
          <DoubtSign reason={describeDoubts(sum.doubtful)} state={state} />
        </span>
      ))}
    </p>
  );
}

/** The sums of twelve months as a line. A sum that lacks a payment is too small, and one without a month is a gap. */
function TwelveMonths({ state: { name }, months }: { state: StateOverview; months: readonly Month[] }) {
  const sums = months.filter(({ twelve_months }) => twelve_months.value !== null).reverse();
  const [oldest, newest] = [sums[0], sums.at(-1)];
  if (!oldest || !newest || oldest === newest) return null;
  const [from, to] = [oldest, newest].map(({ month }) => shortMonth(month));
  const values = sums.flatMap(({ twelve_months }) => twelve_months.value ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)].map(roundedDollars);
  const { missing } = newest.twelve_months;
  return (
    <figure class="twelve-months">
      <figcaption>
        Twelve months to {to}: <b>{roundedDollars(newest.twelve_months.value ?? 0)}</b>
        {missing > 0 && `, without ${missing} missing payments`}
      </figcaption>
      <Sparkline
        label={`Sums of twelve months of ${name}, from ${from} to ${to}`}
        values={values}
        width={320}
        height={64}
      />
      <p>
        <span>
          {from}: {roundedDollars(oldest.twelve_months.value ?? 0)}
        </span>
        <span>{to}</span>
      </p>
      <p>
        Lowest {least}, highest {most}
      </p>
    </figure>
  );
}

/** Months that are missing or expected. */
function Expected({ state }: { state: StateOverview }) {
  const { expected, missing } = state;
  if (expected.length + missing.length === 0) return null;
  return (
    <ul class="expected">
      <NotThere state={state} />
      <li class="onward">
        <a href={linkTo('/data/completeness', { state: state.state })}>Which months are there</a>
      </li>
    </ul>
  );
}
