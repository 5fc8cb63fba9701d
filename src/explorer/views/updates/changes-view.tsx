import type { Change, StateOverview } from '../../../client/generated/types.gen.ts';
import { CHANGE_MEMBERS } from '../../../records/descriptions/history/change.ts';
import { linkTo } from '../../address/address.ts';
import { SITE } from '../../address/site.ts';
import { Choice } from '../../parts/choice.tsx';
import { Choices } from '../../parts/sheet.tsx';
import { useOverview } from '../../service/overview.ts';
import { changesQuestion } from '../../service/questions.ts';
import { describedColumns, type TableColumn } from '../../table/columns.ts';
import { countOf, showContent, showTime } from '../../words/figures.ts';
import { shortPaidIn } from '../../words/sales.ts';
import { PagedList } from '../data/paged-list.tsx';
import { DataHead, StateChoice } from '../part-tabs.tsx';

/** The kinds of single changes, in the order of the service: the most important first. */
const KINDS = [
  ['new_month', 'New month'],
  ['withdrawn_report', 'Withdrawn report'],
  ['restated_figure', 'Restated figure'],
  ['removed_figure', 'Removed figure'],
  ['changed_county', 'Changed county'],
  ['ended_jurisdiction', 'Ended jurisdiction'],
  ['new_jurisdiction', 'New jurisdiction'],
  ['new_figure', 'Figure that was missing'],
] as const satisfies readonly (readonly [Change['change'], string])[];

/** The single changes since a version. */
export function ChangesView() {
  const { states, runs } = useOverview();
  return (
    <>
      <DataHead current="/updates/changes" />
      <Choices>
        <StateChoice />
        <Choice label="Kind" parameter="change" options={[['', 'All kinds'], ...KINDS]} />
        {SITE === null && (
          <Choice
            label="Since"
            parameter="since_version"
            options={[
              ['', 'before the newest run'],
              ...runs.slice(1).map(({ version, at }) => [version, `the run of ${showTime(at)}`] as const),
              ['empty', 'the beginning'],
            ]}
          />
        )}
      </Choices>
      <PagedList
        name="all changes"
        noun="change"
        path="/api/changes"
        chosenBy={['since_version', 'state', 'change']}
        question={changesQuestion}
        columns={columnsOf(states)}
        keyOf={({ change, state, allocation_period: month, jurisdiction, field, report }) =>
          [change, state, jurisdiction?.id, month, field, report?.sha256].join(' ')
        }
        none="Nothing changed."
      />
    </>
  );
}

function columnsOf(states: readonly StateOverview[]): TableColumn<Change>[] {
  const stateOf = ({ state }: Change) => states.find((known) => known.state === state);
  const fieldOf = (change: Change) => stateOf(change)?.fields.find(({ name }) => name === change.field);
  // the unit depends on the field of the row
  const unitOf = (change: Change) => fieldOf(change)?.unit ?? 'amount';
  return describedColumns<Change>(CHANGE_MEMBERS, {
    jurisdiction_name: {
      head: 'Place',
      value: ({ jurisdiction, state }) => jurisdiction?.name ?? String(jurisdiction?.id ?? state),
      show: (change, name) => {
        const { jurisdiction, jurisdictions: count } = change;
        if (jurisdiction) return <a href={linkTo(`/jurisdictions/${jurisdiction.id}`)}>{name}</a>;
        return `${stateOf(change)?.name ?? name}${count === null ? '' : `, ${countOf(count, 'place')}`}`;
      },
    },
    change: {
      isTelling: true,
      meaning:
        'What changed. A place that ended has no record in the newest month. Past sums of both counties follow a changed county',
      show: ({ change }) => KINDS.find(([kind]) => kind === change)?.[1],
    },
    allocation_period: {
      show: (change) => (
        <a href={monthLink(change, stateOf(change)?.headline)}>{shortPaidIn(states, change)}</a>
      ),
    },
    reason: {
      ...{ head: 'Figure or reason', meaning: 'Which figure changed, or why' },
      value: (change) => change.reason ?? fieldOf(change)?.label ?? change.field,
    },
    before: { show: (change) => showContent(change.before, unitOf(change)) },
    after: {
      isTelling: true,
      meaning: 'The figure now. Of several records, or of a new place: their sum',
      value: ({ after, total }) => after ?? total,
      show: (change) => showContent(change.after ?? change.total, unitOf(change)),
    },
    report_file_name: { show: ({ report }, name) => <span title={report?.sha256}>{name}</span> },
    at: {},
  });
}

/** Where the figures of a change are now: the ranking of a state, or the source of one figure. */
function monthLink(
  { state, jurisdiction, allocation_period: month, field }: Change,
  headline: string | undefined,
): string {
  if (!jurisdiction) return linkTo(`/rankings/${state}/${month?.slice(0, 7)}`);
  return linkTo(`/jurisdictions/${jurisdiction.id}`, {
    field: field === headline ? null : field,
    figure: month,
  });
}
