import type { Change, ChangePage, Overview } from '../../../client/generated/types.gen.ts';
import { linkTo, type Parameters } from '../../address/address.ts';
import { parametersNamed, readParameter } from '../../address/navigation.ts';
import { Choice, Tabs } from '../../parts/choice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageLinks } from '../../parts/page-links.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Choices } from '../../parts/sheet.tsx';
import { useOverview } from '../../service/overview.ts';
import { changesQuestion, findingsQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { OfferList } from '../../table/save-list.tsx';
import { countOf, showTime } from '../../words/figures.ts';
import { shortPaidIn } from '../../words/sales.ts';
import { PartTabs } from '../part-tabs.tsx';
import { type ChangeKind, changeColumns, KINDS } from './change-columns.tsx';

/** The single changes of the last runs. */
export function ChangesView() {
  const filter = parametersNamed('since_version', 'state');
  const changes = useAnswer(changesQuestion({ ...filter, page: readParameter('page') }));
  usePageTitle('All changes');
  return (
    <>
      <h1>All changes</h1>
      <PartTabs current="/updates/changes" />
      <ChangeChoices version={filter.since_version ?? ''} />
      <Loaded answer={changes}>{(page) => <Changes filter={filter} page={page} />}</Loaded>
    </>
  );
}

/** The version before the first run. */
const EMPTY = 'empty';

/** Since which version, and of which state. */
function ChangeChoices({ version }: { version: string }) {
  const { runs, states } = useOverview();
  const [newest, ...earlier] = runs;
  const since: [string, string][] = [
    ['', newest ? `the newest run, ${showTime(newest.at)}` : 'the newest run'],
    ...earlier.map(({ version, at }): [string, string] => [
      version,
      `the run of ${showTime(at)} (version ${version.slice(0, 8)})`,
    ]),
    [EMPTY, 'the beginning'],
  ];
  // a shared link can name a version that is no longer in the list
  if (!since.some(([value]) => value === version)) since.push([version, `version ${version.slice(0, 8)}`]);
  return (
    <Choices>
      <Tabs
        label="States"
        parameter="state"
        options={[['', 'All states'], ...states.map(({ state, name }) => [state, name] as const)]}
      />
      <Choice label="Since" parameter="since_version" options={since} />
    </Choices>
  );
}

/** What runs did, and a table of each kind of change. */
function Changes({ filter, page: { data, meta } }: { filter: Parameters; page: ChangePage }) {
  const { states, runs, version } = useOverview();
  const isWhole = meta.last_page <= 1;
  // without a version, the list is what the newest run changed
  const sinceVersion = filter.since_version ?? runs[1]?.version ?? EMPTY;
  const since = runs.findIndex((run) => run.version === sinceVersion);
  return (
    <>
      <Runs runs={since < 0 ? runs : runs.slice(0, since)} />
      <p class="hint">
        {sinceVersion === EMPTY ? (
          'First load. Version '
        ) : (
          <>
            From version <span class="code">{String(sinceVersion).slice(0, 8)}</span> to{' '}
          </>
        )}
        <span class="code">{version.slice(0, 8)}</span>.
      </p>
      {data.length === 0 && <p class="notice">Nothing changed.</p>}
      {data.length > 0 && (
        <OfferList
          name="all changes"
          total={meta.total}
          fileName="changes"
          path="/api/changes"
          parameters={filter}
        />
      )}
      <UnusualPayments changes={data} states={states} />
      {(Object.keys(KINDS) as ChangeKind[]).map((kind) => {
        const ofKind = data.filter(({ change }) => change === kind);
        if (ofKind.length === 0) return null;
        const { title, noun, hint } = KINDS[kind];
        return (
          <section key={kind} data-change={kind}>
            <h2>{title}</h2>
            <p class="hint lines">
              {isWhole
                ? `${countOf(ofKind.length, noun)}. `
                : `${countOf(ofKind.length, noun)} on this page. `}
              {hint}
            </p>
            <FigureTable caption={title} columns={changeColumns(kind, states)} rows={ofKind} keyOf={keyOf} />
          </section>
        );
      })}
      <PageLinks meta={meta} noun="change" />
    </>
  );
}

function keyOf({ state, allocation_period, jurisdiction, field, report }: Change): string {
  return [state, jurisdiction?.id, allocation_period, field, report?.sha256].join(' ');
}

/** What the runs did, in a line each. */
function Runs({ runs }: { runs: Overview['runs'] }) {
  if (runs.length === 0) return null;
  return (
    <ul class="runs">
      {runs.map(({ id, at, summary }) => (
        <li key={id}>
          <span class="hint">{showTime(at)}</span> {summary ?? 'details are deleted'}
        </li>
      ))}
    </ul>
  );
}

const UNUSUAL = 'unusual-payment';
/** So many are named. */
const NAMED = 5;

/** Names the payments of new months that the checks doubt. */
function UnusualPayments({ changes, states }: { changes: readonly Change[]; states: Overview['states'] }) {
  const months = changes.filter(({ change }) => change === 'new_month');
  const { value, isWaiting } = useAnswer(months.length === 0 ? null : findingsQuestion({ code: UNUSUAL }));
  if (isWaiting) return <p class="notice unusual" aria-busy="true" />;
  const found =
    value?.data.filter((finding) =>
      months.some(
        ({ state, allocation_period }) =>
          state === finding.state && allocation_period === finding.allocation_period,
      ),
    ) ?? [];
  if (found.length === 0) return null;
  return (
    <p class="notice unusual">
      {countOf(found.length, 'payment')} of the new months {found.length === 1 ? 'is' : 'are'} unusual:{' '}
      {found.slice(0, NAMED).map(({ jurisdiction, allocation_period, state }) => (
        <span key={`${jurisdiction?.id} ${allocation_period}`}>
          <a href={linkTo(`/jurisdictions/${jurisdiction?.id}`, { figure: allocation_period })}>
            {jurisdiction?.name}, {shortPaidIn(states, { state, allocation_period })}
          </a>
          .{' '}
        </span>
      ))}
      {found.length > NAMED && <a href={linkTo('/data/checks', { code: UNUSUAL })}>All of them</a>}
    </p>
  );
}
