import type { Overview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';

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
export function Versions({ overview: { runs } }: { overview: Overview }) {
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
