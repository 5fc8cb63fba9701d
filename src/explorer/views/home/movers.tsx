import type { ComparisonLine, StateOverview } from '../../../client/generated/types.gen.ts';
import { type Address, linkTo } from '../../address/address.ts';
import { Change, WithoutTaxChanges } from '../../parts/change.tsx';
import { Tabs } from '../../parts/choice.tsx';
import { FaultNotice } from '../../parts/loaded.tsx';
import { comparisonQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { countOf, showFigure, showTypes } from '../../words/figures.ts';
import { rankingPath } from '../rankings/ranking.ts';

/** The first type is the usual one to compare. */
const SHOWN = 5;

/** The largest gains and losses of one type. */
export function Movers({ state, address, month }: { state: StateOverview; address: Address; month: string }) {
  const [usual = ''] = state.types;
  const chosen = address.parameters.get(`${state.state}-type`) ?? usual;
  const asked = { allocation_period: month, type: chosen, limit: SHOWN };
  const gains = useAnswer(comparisonQuestion(state.state, { ...asked, sort: '-change' }));
  const losses = useAnswer(comparisonQuestion(state.state, { ...asked, sort: 'change' }));
  const fault = gains.fault ?? losses.fault;
  if (fault) return <FaultNotice fault={fault} again={gains.again} />;
  return (
    <>
      {state.types.length > 1 && (
        <Tabs
          label={`Type of jurisdiction in ${state.name}`}
          address={address}
          parameter={`${state.state}-type`}
          options={state.types.map((type) => [type, showTypes(type)] as const)}
        />
      )}
      <div class="movers">
        <MoverList
          title="Largest gains"
          month={month}
          lines={gains.value?.data.filter(({ change, doubt }) => (change ?? 0) > 0 && !doubt)}
        />
        <MoverList
          title="Largest losses"
          month={month}
          lines={losses.value?.data.filter(({ change, doubt }) => (change ?? 0) < 0 && !doubt)}
        />
      </div>
      <Doubtful
        count={gains.value?.meta.doubtful ?? 0}
        ranking={linkTo(rankingPath(state.state, month), { type: chosen, sort: '-change' })}
      />
    </>
  );
}

/** How many changes the lists leave out, because the checks doubt a payment. */
function Doubtful({ count, ranking }: { count: number; ranking: string }) {
  if (count === 0) return null;
  return (
    <p class="hint doubtful">
      {countOf(count, 'change')} {count === 1 ? 'is' : 'are'} not listed, because the checks doubt one of the
      two payments. <a href={ranking}>All changes</a>
    </p>
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
      {lines?.length === 0 && <p class="hint">None against the same month a year before.</p>}
      <ol class="mover-list">
        {lines?.map(({ jurisdiction, value, change, comparable_change, tax_changes }) =>
          jurisdiction ? (
            <li key={jurisdiction.id}>
              <a href={linkTo(`/jurisdictions/${jurisdiction.id}`)}>{jurisdiction.name}</a>
              <span class="figure">
                <a href={linkTo(`/jurisdictions/${jurisdiction.id}`, { figure: month })}>
                  {showFigure(value, 'amount')}
                </a>
              </span>
              <span class="growth">
                <Change value={change} />
              </span>
              <WithoutTaxChanges
                change={change}
                comparable={comparable_change}
                reason={tax_changes}
                isShort
              />
            </li>
          ) : null,
        )}
      </ol>
    </section>
  );
}
