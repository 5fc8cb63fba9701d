import type { ComparisonLine, StateOverview } from '../../../client/generated/types.gen.ts';
import { roundedDollars } from '../../../domain/text/rounded.ts';
import { linkTo } from '../../address/address.ts';
import { choiceOf, placeLink, readParameter } from '../../address/navigation.ts';
import { Change, doubtsLink, WithoutTaxChanges } from '../../parts/change.tsx';
import { Tabs } from '../../parts/choice.tsx';
import { Loaded, withOther } from '../../parts/loaded.tsx';
import { questionOfState } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { countOf, showTypes } from '../../words/figures.ts';
import { longMonth } from '../../words/months.ts';
import { yearBefore } from '../jurisdiction/figure-links.ts';
import { rankingPath } from '../rankings/ranking.ts';
import { floorOf } from './floor.ts';

const SHOWN = 5;
const MEASURES = [
  ['dollars', 'In dollars'],
  ['percent', 'In percent'],
] as const;
const COLUMNS = { dollars: 'difference', percent: 'change' } as const;

export interface MoversProps {
  state: StateOverview;
  newest: NonNullable<StateOverview['newest']>;
}

/** The largest gains and losses of one type, in dollars or in percent. */
export function Movers({ state, newest: { allocation_period: month, year_ago } }: MoversProps) {
  // the first type is the usual one to compare
  const [usual = ''] = state.types;
  const type = readParameter(`${state.state}-type`) ?? usual;
  const column = COLUMNS[choiceOf('by', MEASURES)];
  const minimum = floorOf(year_ago) || null;
  const asked = { allocation_period: month, type, minimum, limit: SHOWN };
  const gains = useAnswer(questionOfState(state.state, 'comparison', { ...asked, sort: `-${column}` }));
  const losses = useAnswer(questionOfState(state.state, 'comparison', { ...asked, sort: column }));
  const ranking = linkTo(rankingPath(state.state, month), {
    ...{ type, sort: `-${column}` },
    least: minimum,
  });
  return (
    <>
      <div class="tab-row">
        {state.types.length > 1 && (
          <Tabs
            label={`Type of place in ${state.name}`}
            parameter={`${state.state}-type`}
            options={state.types.map((known) => [known, showTypes(known)] as const)}
          />
        )}
        <Tabs label={`Largest changes in ${state.name}`} parameter="by" options={MEASURES} />
      </div>
      <Loaded answer={withOther(gains, losses)}>
        {({ data, meta }) => (
          <>
            <div class="movers">
              <MoverList
                title="Largest gains"
                month={month}
                lines={data.filter(({ difference, doubt }) => (difference ?? 0) > 0 && !doubt)}
              />
              <MoverList
                title="Largest losses"
                month={month}
                lines={losses.value?.data.filter(({ difference, doubt }) => (difference ?? 0) < 0 && !doubt)}
              />
            </div>
            <p class="hint floor">
              {minimum !== null &&
                `Places that got at least ${roundedDollars(minimum)} in ${longMonth(yearBefore(month))}. `}
              <NotListed count={meta.doubtful} state={state.state} />
              <a href={ranking}>All changes</a>
            </p>
          </>
        )}
      </Loaded>
    </>
  );
}

/** How many changes the lists leave out, because the checks doubt a payment. */
function NotListed({ count, state }: { count: number; state: string }) {
  if (count === 0) return null;
  return (
    <>
      {countOf(count, 'change')} {count === 1 ? 'is' : 'are'} not listed, because the checks doubt one of the
      two payments: <a href={doubtsLink(state)}>doubted payments</a>.{' '}
    </>
  );
}

interface MoverListProps {
  title: string;
  month: string;
  lines: ComparisonLine[] | undefined;
}

function MoverList({ title, month, lines }: MoverListProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {lines?.length === 0 && <p class="hint">None.</p>}
      <ol class="mover-list">
        {lines?.map(({ jurisdiction, difference, ...line }) =>
          jurisdiction ? (
            <li key={jurisdiction.id}>
              <a href={placeLink(jurisdiction.id)}>{jurisdiction.name}</a>
              <span class="figure">
                <a href={placeLink(jurisdiction.id, { figure: month })}>{signedDollars(difference ?? 0)}</a>
              </span>
              <span class="growth">
                <Change value={line.change} of={[line.value, line.year_ago]} />
              </span>
              <WithoutTaxChanges {...line} isShort />
            </li>
          ) : null,
        )}
      </ol>
    </section>
  );
}

function signedDollars(dollars: number): string {
  return `${dollars > 0 ? '+' : ''}${roundedDollars(dollars)}`;
}
