import type { Change, StateOverview } from '../../../client/generated/types.gen.ts';
import { CHANGE_MEMBERS } from '../../../records/descriptions/history/change.ts';
import { linkTo } from '../../address/address.ts';
import { describedColumns, type TableColumn } from '../../table/columns.ts';
import { showFigure, showSigned, showType } from '../../words/figures.ts';
import { shortPaidIn } from '../../words/sales.ts';

/** The kinds of single changes; the others are of months and runs. */
export type ChangeKind = Exclude<Change['change'], 'restatement' | 'due_report'>;

/** What each kind of change is called, and which columns its table has, by their names in the description. */
interface KindOfChange {
  title: string;
  /** One of them. */
  noun: string;
  hint: string;
  columns: readonly string[];
}

const [MONTH, PLACE, TYPE, REPORT] = [
  'allocation_period',
  'jurisdiction_name',
  'jurisdiction_type',
  'report_file_name',
];

/** In the order of the service: the most important first. */
export const KINDS: Readonly<Record<ChangeKind, KindOfChange>> = {
  new_month: {
    title: 'New months',
    noun: 'new month',
    hint: 'The dataset had no record of their state and month before.',
    columns: [MONTH, 'state', 'total', 'jurisdictions', REPORT, 'at'],
  },
  withdrawn_report: {
    title: 'Withdrawn reports',
    noun: 'withdrawn report',
    hint: 'Reports that a person withdrew.',
    columns: [REPORT, 'state', MONTH, 'reason', 'at'],
  },
  restated_figure: {
    title: 'Restated figures',
    noun: 'restated figure',
    hint: 'Published figures that have another value now. The largest differences come first.',
    columns: [PLACE, MONTH, 'field', 'before', 'after', 'difference', REPORT, 'at'],
  },
  removed_figure: {
    title: 'Removed figures',
    noun: 'removed figure',
    hint: 'Published figures that the dataset no longer has.',
    columns: [PLACE, MONTH, 'field', 'before', REPORT, 'at'],
  },
  changed_county: {
    title: 'Changed counties',
    noun: 'changed county',
    hint: 'Places of which the newest month names another county. Past sums of both counties follow it.',
    columns: [PLACE, TYPE, 'state', 'reason', 'at'],
  },
  ended_jurisdiction: {
    title: 'Ended jurisdictions',
    noun: 'ended jurisdiction',
    hint: 'Jurisdictions without a record in the newest month, with their last figure.',
    columns: [PLACE, TYPE, 'state', MONTH, 'field', 'after', 'at'],
  },
  new_jurisdiction: {
    title: 'New jurisdictions',
    noun: 'new jurisdiction',
    hint: 'Jurisdictions that had no records, with the sum of their records.',
    columns: [PLACE, TYPE, 'state', MONTH, 'field', 'total', 'at'],
  },
  new_figure: {
    title: 'Figures that were missing',
    noun: 'change',
    hint: 'Figures that came in for months that were there already.',
    columns: [MONTH, 'state', 'field', 'jurisdictions', 'total', REPORT, 'at'],
  },
};

/** The columns of a table of one kind of change. */
export function changeColumns(kind: ChangeKind, states: readonly StateOverview[]): TableColumn<Change>[] {
  const stateOf = ({ state }: Change) => states.find((known) => known.state === state);
  const fieldOf = (change: Change) => stateOf(change)?.fields.find(({ name }) => name === change.field);
  const unitOf = (change: Change) => fieldOf(change)?.unit ?? 'amount';
  const figure = (value: (change: Change) => number | null) => ({
    // the unit depends on the field of the row
    show: (change: Change) => showFigure(value(change), unitOf(change)),
  });
  const additions: Readonly<Record<string, Partial<TableColumn<Change>>>> = {
    [MONTH]: {
      show: (change) => (
        <a href={monthLink(change, stateOf(change)?.headline)}>{shortPaidIn(states, change)}</a>
      ),
    },
    [PLACE]: {
      head: 'Place',
      value: ({ jurisdiction }) => jurisdiction && (jurisdiction.name ?? String(jurisdiction.id)),
      show: ({ jurisdiction }, name) => <a href={linkTo(`/jurisdictions/${jurisdiction?.id}`)}>{name}</a>,
    },
    [TYPE]: { show: (_change, type) => showType(type) },
    [REPORT]: { show: ({ report }, name) => <span title={report?.sha256}>{name}</span> },
    state: { show: (change, code) => stateOf(change)?.name ?? code },
    field: { show: (change, name) => fieldOf(change)?.label ?? name },
    before: figure(({ before }) => before),
    after: figure(({ after }) => after),
    total: figure(({ total }) => total),
  };
  return KINDS[kind].columns.flatMap((name) =>
    name === DIFFERENCE.id
      ? [{ ...DIFFERENCE, show: (change: Change) => showSigned(differenceOf(change), unitOf(change)) }]
      : describedColumns(CHANGE_MEMBERS, { [name]: additions[name] ?? {} }),
  );
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

const DIFFERENCE: TableColumn<Change> = {
  id: 'difference',
  head: 'Difference',
  meaning: 'The figure now less the figure before',
  content: 'amount',
  value: differenceOf,
};

/** Counted in ten-thousandths, because sums of fractions are not exact. */
const EXACT = 10_000;

/** The only figure here that the service does not give. */
function differenceOf({ before, after }: Change): number | null {
  if (before === null || after === null) return null;
  return (Math.round(after * EXACT) - Math.round(before * EXACT)) / EXACT;
}
