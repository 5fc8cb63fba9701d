import type { Line, StateOverview } from '../../../client/generated/types.gen.ts';
import { roundedDollars } from '../../../domain/text/rounded.ts';
import { linkTo } from '../../address/address.ts';
import { choiceOf, placeLink, readParameter } from '../../address/navigation.ts';
import { Change, doubtsLink, growthIn, isNewTax, WithoutTaxChanges } from '../../parts/change.tsx';
import { Tabs } from '../../parts/choice.tsx';
import { Loaded, withOther } from '../../parts/loaded.tsx';
import { questionOfState } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { showTypes } from '../../words/figures.ts';
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
  const asked = { months: month.slice(0, 7), type, minimum, limit: SHOWN };
  const gains = useAnswer(questionOfState(state.state, 'compare', { ...asked, sort: `-${column}` }));
  const losses = useAnswer(questionOfState(state.state, 'compare', { ...asked, sort: column }));
  const ranking = linkTo(rankingPath(state.state, month), {
    ...{ type, sort: `-sum_${column}` },
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
        {({ data }) => (
          <>
            <div class="movers">
              <MoverList
                title="Largest gains"
                state={state.name}
                month={month}
                lines={data.filter((line) => isMover(line, 1))}
              />
              <MoverList
                title="Largest losses"
                state={state.name}
                month={month}
                lines={losses.value?.data.filter((line) => isMover(line, -1))}
              />
            </div>
            <p class="hint floor">
              {minimum !== null &&
                `Places that got at least ${roundedDollars(minimum)} in ${longMonth(yearBefore(month))}. `}
              <NotListed state={state.state} />
              <a href={ranking}>All changes</a>
            </p>
          </>
        )}
      </Loaded>
    </>
  );
}

/** Whether a line is a gain or a loss: not one that is doubtful, or that a new tax explains. */
function isMover({ sum }: Line, sign: 1 | -1): boolean {
  return sign * (growthIn(sum) ?? 0) > 0 && sum.doubtful === 0 && !isNewTax(sum);
}

/** What the lists leave out. */
function NotListed({ state }: { state: string }) {
  return (
    <>
      New taxes are not listed, nor changes that the checks doubt:{' '}
      <a href={doubtsLink(state)}>doubted payments</a>.{' '}
    </>
  );
}

interface MoverListProps {
  title: string;
  state: string;
  month: string;
  lines: Line[] | undefined;
}

function MoverList({ title, state, month, lines }: MoverListProps) {
  return (
    <section aria-label={`${title}, ${state}`}>
      <h3>{title}</h3>
      {lines?.length === 0 && <p class="hint">None.</p>}
      <ol class="mover-list">
        {lines?.map(({ jurisdiction, sum }) =>
          jurisdiction ? (
            <li key={jurisdiction.id}>
              <a href={placeLink(jurisdiction.id)}>{jurisdiction.name}</a>
              <span class="figure">
                <a href={placeLink(jurisdiction.id, { figure: month })}>
                  {signedDollars(sum.difference ?? 0)}
                </a>
              </span>
              <span class="growth">
                <Change figure={sum} />
              </span>
              <WithoutTaxChanges figure={sum} isShort />
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
