import type { Change } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { BASE, parametersNamed } from '../../address/navigation.ts';
import { SITE, viewLink } from '../../address/site.ts';
import { Choice, Tabs } from '../../parts/choice.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageLinks } from '../../parts/page-links.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Sheet } from '../../parts/sheet.tsx';
import { useOverview } from '../../service/overview.ts';
import { changesQuestion } from '../../service/questions.ts';
import { sessionToken } from '../../service/session.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { countOf } from '../../words/figures.ts';
import { longDay } from '../../words/months.ts';
import { PartTabs } from '../part-tabs.tsx';

const DUE = 'due_report';
const KINDS = [
  ['', 'everything'],
  ['new_month', 'new months'],
  ['restatement', 'restatements'],
  [DUE, 'reports that are due'],
] as const;

/** So many paragraphs are on a page. */
const SHOWN = 20;

/** A paragraph for each month that came, for each restatement, and for what is due. */
export function UpdatesView() {
  const asked = parametersNamed('state', 'change', 'page');
  const { states } = useOverview();
  const updates = useAnswer(changesQuestion({ by: 'month', ...asked, limit: SHOWN }));
  usePageTitle('Updates');
  return (
    <>
      <h1>Updates</h1>
      <PartTabs view="Updates" current="/updates" />
      <Sheet label="State, kind and feed">
        <div class="choices">
          <Tabs
            label="States"
            parameter="state"
            options={[['', 'All states'], ...states.map((one) => [one.state, one.name] as const)]}
          />
          <Choice label="Show" parameter="change" options={KINDS} />
        </div>
        <Feed state={asked.state} />
      </Sheet>
      <Loaded answer={updates}>
        {({ data, meta }) => (
          <>
            {data.length === 0 && <p class="notice">There is nothing new of this kind.</p>}
            {foldDue(data, asked.change).map((updates) => (
              <Updates key={updates[0]?.key} updates={updates} />
            ))}
            <PageLinks meta={meta} noun="update" />
          </>
        )}
      </Loaded>
    </>
  );
}

/** Reports that are due, one after another, are one line: they are no figures. The others stand alone. */
function foldDue(updates: readonly Change[], kind: string | null): Change[][] {
  const groups: Change[][] = [];
  for (const update of updates) {
    const last = groups.at(-1);
    if (kind !== DUE && update.change === DUE && last?.[0]?.change === DUE) last.push(update);
    else groups.push([update]);
  }
  return groups;
}

function Updates({ updates }: { updates: readonly Change[] }) {
  const told = updates.map((update) => <Told key={update.key} update={update} />);
  if (updates.length === 1) return <>{told}</>;
  return (
    <details class="due">
      <summary>{countOf(updates.length, 'report')} are due, and not there yet</summary>
      {told}
    </details>
  );
}

function Told({ update: { key, change, at, title, text, page } }: { update: Change }) {
  return (
    <article class="update" data-update={key} data-kind={change}>
      <h2>
        <a href={viewLink((page ?? '/').slice(1))}>{title}</a>
      </h2>
      <p class="lines">{text}</p>
      <p class="hint">
        <time dateTime={at}>{longDay(at)}</time>
      </p>
    </article>
  );
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
