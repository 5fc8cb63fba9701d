import type { Change } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { BASE, parametersNamed } from '../../address/navigation.ts';
import { SITE, viewLink } from '../../address/site.ts';
import { Tabs } from '../../parts/choice.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { useOverview } from '../../service/overview.ts';
import { changesQuestion } from '../../service/questions.ts';
import { sessionToken } from '../../service/session.ts';
import { useAnswer } from '../../service/use-answer.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { countOf, showSigned } from '../../words/figures.ts';
import { longDay } from '../../words/months.ts';
import { shortPaidIn } from '../../words/sales.ts';

/** So many lines are shown at first. */
const SHOWN = 50;

/** A line for each month that came and for each restatement, newest first. */
export function UpdatesView() {
  const asked = parametersNamed('state', 'change');
  const { states } = useOverview();
  const updates = useAnswer(changesQuestion({ by: 'month', ...asked }));
  usePageTitle('Updates');
  return (
    <>
      <h1>Updates</h1>
      <Tabs
        label="States"
        parameter="state"
        options={[['', 'All states'], ...states.map((one) => [one.state, one.name] as const)]}
      />
      <Loaded answer={updates}>{({ data }) => <Updates updates={data} />}</Loaded>
      <Feed state={asked.state} />
    </>
  );
}

const DUE = 'due_report';

function Updates({ updates }: { updates: readonly Change[] }) {
  const { states } = useOverview();
  const shown = updates.filter(({ change }) => change !== DUE);
  const due = updates.length - shown.length;
  return (
    <>
      {due > 0 && (
        <p class="hint">
          {countOf(due, 'report')} {due === 1 ? 'is' : 'are'} expected, but not there yet.{' '}
          <a href={linkTo('/data/completeness')}>Which reports are there</a>
        </p>
      )}
      {shown.length === 0 ? (
        <p class="notice">There is nothing new of this kind.</p>
      ) : (
        <FigureTable
          caption="Updates, newest first"
          columns={columnsOf(states)}
          rows={shown}
          keyOf={({ key }) => String(key)}
          first={SHOWN}
        />
      )}
    </>
  );
}

function columnsOf(states: Parameters<typeof shortPaidIn>[0]): TableColumn<Change>[] {
  const nameOf = (code: string) => states.find(({ state }) => state === code)?.name ?? code;
  return [
    {
      ...{ id: 'state', head: 'State and month', value: ({ state }) => state },
      show: (update) => (
        <>
          <a href={viewLink((update.page ?? '/').slice(1))}>{nameOf(update.state)}</a>,{' '}
          {shortPaidIn(states, update)}
        </>
      ),
    },
    {
      ...{ id: 'total', head: 'Total', content: 'amount', meaning: 'The payments of the month' },
      value: ({ change, total }) => (change === 'new_month' ? total : null),
    },
    {
      ...{
        id: 'growth',
        head: 'Change',
        content: 'change',
        meaning: 'Change from the same month a year before',
      },
      value: ({ growth }) => growth,
    },
    {
      ...{ id: 'largest_fall', head: 'Largest fall of a city', value: (update) => update.largest_fall },
    },
    {
      ...{
        id: 'restated',
        head: 'Restated',
        value: ({ change, title }) => (change === 'new_month' ? null : title),
      },
      show: ({ title, text, total }) => (
        <span title={text ?? ''}>
          {title?.replace(/^.*: /, '')}
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
  if (SITE !== null) return null;
  const path = linkTo('/updates.atom', { state });
  const needsKey = sessionToken() !== null;
  const address = new URL(needsKey ? linkTo('/updates.atom', { state, key: 'KEY' }) : path, BASE).href;
  return (
    <details class="feed">
      <summary>Follow in a feed reader</summary>
      {needsKey ? (
        <p class="lines">
          The address of the feed has a key in place of <span class="code">KEY</span>. The command{' '}
          <span class="code">allocations token feed-key</span> prints the key of a token. It opens the feed,
          and nothing else.
        </p>
      ) : (
        <p class="lines">
          <a href={path}>The newest updates as an Atom feed</a>
        </p>
      )}
      <p class="actions">
        <span class="code">{address}</span> <CopyButton label="Copy" textOf={() => address} />
      </p>
    </details>
  );
}
