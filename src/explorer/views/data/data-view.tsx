import type { Overview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { BASE } from '../../address/navigation.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { useOverview } from '../../service/overview.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { showTime } from '../../words/figures.ts';
import { citationOf } from '../../words/sources.ts';
import type { ViewProps } from '../view.ts';
import { Findings, summarizeFindings } from './findings.tsx';
import { StateReports } from './state-reports.tsx';

/** What the dataset has and lacks, and how to get it and cite it. */
export function AboutData({ address }: ViewProps) {
  const data = useOverview();
  usePageTitle('Data');
  return (
    <>
      <h1>Data</h1>
      <p class="lead">
        {data.updated_at === null ? 'Empty so far.' : `Updated ${showTime(data.updated_at)}.`} The checks
        found {summarizeFindings(data)}.
      </p>
      <section aria-label="Months and downloads">
        <h2>Months and downloads</h2>
        {data.states.map((state) => (
          <StateReports key={state.state} state={state} />
        ))}
      </section>
      <Findings address={address} overview={data} />
      <Versions overview={data} />
      <Citation text={citationOf(data, BASE.href)} />
      <section aria-label="For programs">
        <h2>For programs</h2>
        <ul class="bullets">
          <li>
            <a href="docs">Documentation of the HTTP API</a>, to try it in the browser
          </li>
          <li>
            <a href="openapi.json">OpenAPI document</a>, to generate a client
          </li>
          <li>
            <span class="code">allocations export --help</span> writes CSV and XLSX files of any selection
          </li>
        </ul>
      </section>
    </>
  );
}

/** How to cite the dataset: its version says exactly which figures. */
function Citation({ text }: { text: string }) {
  return (
    <section aria-label="How to cite">
      <h2>How to cite</h2>
      <p class="hint lines">The version says which figures you used, also when they are restated later.</p>
      <blockquote class="citation">{text}</blockquote>
      <p class="actions">
        <CopyButton label="Copy" textOf={() => text} />
      </p>
    </section>
  );
}

type Run = Overview['runs'][number];

const COLUMNS: readonly TableColumn<Run>[] = [
  { id: 'at', head: 'When', content: 'time', value: ({ at }) => at },
  { id: 'command', head: 'Run', value: ({ command }) => command },
  { id: 'summary', head: 'What it did', value: ({ summary }) => summary },
  {
    id: 'version',
    head: 'Version',
    value: ({ version }) => version,
    show: (_run, version) => <span class="code">{version}</span>,
  },
];

/** The newest runs, each of which made a version of the dataset. */
function Versions({ overview: { runs } }: { overview: Overview }) {
  const [newest] = runs;
  const changes: TableColumn<Run> = {
    id: 'changes',
    head: 'Changes since',
    value: ({ version }) => version,
    show: (run) =>
      run === newest ? (
        '–'
      ) : (
        <a href={linkTo('/changes', { since_version: run.version })}>since this version</a>
      ),
  };
  return (
    <section>
      <h2>Versions</h2>
      <p class="hint lines">
        The newest runs that changed the dataset. Every answer of the service names its version.{' '}
        <a href={linkTo('/changes')}>What the newest run changed</a>
      </p>
      {runs.length === 0 ? (
        <p class="notice">No run changed the dataset yet.</p>
      ) : (
        <div class="versions">
          <FigureTable
            caption="Versions"
            columns={[...COLUMNS, changes]}
            rows={runs}
            keyOf={({ id }) => String(id)}
          />
        </div>
      )}
    </section>
  );
}
