import type { Change, StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { BASE, parametersNamed, usePageTitle } from '../../address/navigation.ts';
import { SITE, viewLink } from '../../address/site.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Choices } from '../../parts/sheet.tsx';
import { useOverview } from '../../service/overview.ts';
import { changesQuestion } from '../../service/questions.ts';
import { sessionToken } from '../../service/session.ts';
import { useAnswer } from '../../service/use-answer.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { countOf, showSigned } from '../../words/figures.ts';
import { longDay } from '../../words/months.ts';
import { shortPaidIn } from '../../words/sales.ts';
import { StateChoice } from '../part-tabs.tsx';

/** A line for each month that came and for each restatement, newest first. */
export function UpdatesView() {
  const asked = parametersNamed('state', 'change');
  const answer = useAnswer(changesQuestion({ by: 'month', ...asked }));
  const { states } = useOverview();
  usePageTitle('Updates');
  return (
    <>
      <h1>Updates</h1>
      <Choices>
        <StateChoice />
      </Choices>
      <Loaded answer={answer}>
        {({ data }) => (
          <>
            <Due count={data.filter(({ change }) => change === DUE).length} />
            <FigureTable
              caption="Updates, newest first"
              columns={columnsOf(states)}
              rows={data.filter(({ change }) => change !== DUE)}
              keyOf={({ key }) => String(key)}
            />
          </>
        )}
      </Loaded>
      {SITE === null && <Feed state={asked.state} />}
    </>
  );
}

const DUE = 'due_report';

/** How many reports should be there and are not. */
function Due({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p class="hint">
      {countOf(count, 'report')} {count === 1 ? 'is' : 'are'} expected, but not there yet.{' '}
      <a href={linkTo('/data/completeness')}>Which reports are there</a>
    </p>
  );
}

function columnsOf(states: readonly StateOverview[]): TableColumn<Change>[] {
  return [
    {
      ...{ id: 'state', head: 'State and month', value: ({ state }) => state },
      show: (update, code) => (
        <>
          <a href={viewLink((update.page ?? '/').slice(1))}>
            {states.find(({ state }) => state === code)?.name ?? code}
          </a>
          , {shortPaidIn(states, update)}
        </>
      ),
    },
    {
      ...{ id: 'total', head: 'Total', content: 'amount', meaning: 'The payments of the month' },
      value: ({ change, total }) => (change === 'new_month' ? total : null),
    },
    {
      ...{ id: 'growth', head: 'Change', content: 'change', value: ({ growth }) => growth },
      meaning: 'Change from the same month a year before',
    },
    { id: 'largest_fall', head: 'Largest fall of a city', value: (update) => update.largest_fall },
    {
      ...{ id: 'restated', head: 'Restated' },
      value: ({ change, title }) => (change === 'new_month' ? null : title),
      show: ({ text, total }, title) => (
        <span title={text ?? ''}>
          {title.replace(/^.*: /, '')}
          {total !== null && total !== 0 && `, ${showSigned(total, 'amount')}`}
        </span>
      ),
    },
    {
      ...{ id: 'at', head: 'Loaded', value: ({ at }) => at },
      show: ({ at }) => <time dateTime={at}>{longDay(at)}</time>,
    },
  ];
}

/** The address of the feed. Feed readers send no token: theirs needs a key, unless the service needs no token. */
function Feed({ state }: { state: string | null }) {
  const needsKey = sessionToken() !== null;
  const path = linkTo('/updates.atom', { state, key: needsKey ? 'KEY' : null });
  return (
    <p class="hint">
      For a feed reader:{' '}
      <a class="code" href={path}>
        {new URL(path, BASE).href}
      </a>
      {needsKey && (
        <>
          , with what <span class="code">allocations token feed-key</span> prints in place of KEY
        </>
      )}
    </p>
  );
}
