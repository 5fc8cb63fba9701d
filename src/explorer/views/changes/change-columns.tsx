import type { Change, StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import type { TableColumn } from '../../table/columns.ts';
import { type Measure, showFigure, showTime, showType } from '../../words/figures.ts';
import { shortMonth } from '../../words/months.ts';
import { rankingPath } from '../rankings/ranking.ts';

export type ChangeKind = Change['change'];
type ChangeColumn = TableColumn<Change>;

/** What each kind of change is called, and which columns its table has. */
interface KindOfChange {
  title: string;
  /** One of them. */
  noun: string;
  hint: string;
  columns: readonly ColumnName[];
}

type ColumnName =
  | 'state'
  | 'month'
  | 'monthOfState'
  | 'place'
  | 'figureOfPlace'
  | 'type'
  | 'field'
  | 'before'
  | 'after'
  | 'difference'
  | 'total'
  | 'jurisdictions'
  | 'report'
  | 'reason'
  | 'at';

/** In the order of the service: the most important first. */
export const KINDS: Readonly<Record<ChangeKind, KindOfChange>> = {
  new_month: {
    title: 'New months',
    noun: 'new month',
    hint: 'Months of a state that had no records.',
    columns: ['monthOfState', 'state', 'total', 'jurisdictions', 'report', 'at'],
  },
  held_report: {
    title: 'Held reports',
    noun: 'held report',
    hint: 'Reports that wait for a person to accept or reject them. Their figures are not in the dataset.',
    columns: ['report', 'state', 'month', 'reason', 'at'],
  },
  withdrawn_report: {
    title: 'Withdrawn reports',
    noun: 'withdrawn report',
    hint: 'Reports that a person withdrew or rejected.',
    columns: ['report', 'state', 'month', 'reason', 'at'],
  },
  restated_figure: {
    title: 'Restated figures',
    noun: 'restated figure',
    hint: 'Published figures that have another value now. The largest differences come first.',
    columns: ['place', 'figureOfPlace', 'field', 'before', 'after', 'difference', 'report', 'at'],
  },
  removed_figure: {
    title: 'Removed figures',
    noun: 'removed figure',
    hint: 'Published figures that the dataset no longer has.',
    columns: ['place', 'figureOfPlace', 'field', 'before', 'report', 'at'],
  },
  ended_jurisdiction: {
    title: 'Ended jurisdictions',
    noun: 'ended jurisdiction',
    hint: 'Jurisdictions without a record in the newest month, with their last figure.',
    columns: ['place', 'type', 'state', 'figureOfPlace', 'field', 'after', 'at'],
  },
  new_jurisdiction: {
    title: 'New jurisdictions',
    noun: 'new jurisdiction',
    hint: 'Jurisdictions that had no records, with the sum of their records.',
    columns: ['place', 'type', 'state', 'figureOfPlace', 'field', 'total', 'at'],
  },
  new_figure: {
    title: 'Figures that were missing',
    noun: 'change',
    hint: 'Figures that came in for months that were there already.',
    columns: ['monthOfState', 'state', 'field', 'jurisdictions', 'total', 'report', 'at'],
  },
};

/** The columns of a table of one kind of change. */
export function changeColumns(kind: ChangeKind, states: readonly StateOverview[]): ChangeColumn[] {
  const all = allColumns(states);
  return KINDS[kind].columns.map((name) => all[name]);
}

const NAME: ChangeColumn = {
  id: 'jurisdiction',
  head: 'Place',
  value: ({ jurisdiction }) => jurisdiction && (jurisdiction.name ?? String(jurisdiction.id)),
};
const MONTH: ChangeColumn = {
  id: 'allocation_period',
  head: 'Month',
  value: ({ allocation_period }) => allocation_period,
  show: (_change, month) => shortMonth(month),
  isExpected: () => false,
};

/** The columns that need no description of the states. */
const PLAIN_COLUMNS = {
  month: MONTH,
  monthOfState: {
    ...MONTH,
    show: ({ state }, month) => <a href={linkTo(rankingPath(state, month))}>{shortMonth(month)}</a>,
  },
  place: {
    ...NAME,
    show: ({ jurisdiction }, name) => <a href={linkTo(`/jurisdictions/${jurisdiction?.id}`)}>{name}</a>,
  },
  type: {
    id: 'type',
    head: 'Type',
    value: ({ jurisdiction }) => jurisdiction?.type ?? null,
    show: (_change, type) => showType(type),
    isExpected: () => false,
  },
  jurisdictions: {
    id: 'jurisdictions',
    head: 'Jurisdictions',
    measure: 'count',
    value: ({ jurisdictions }) => jurisdictions,
    isExpected: () => false,
  },
  report: {
    id: 'report',
    head: 'Report',
    value: ({ report }) => report?.file_name ?? null,
    show: ({ report }, name) => <span title={report?.sha256}>{name}</span>,
    isExpected: () => false,
  },
  reason: { id: 'reason', head: 'Reason', value: ({ reason }) => reason, isExpected: () => false },
  at: { id: 'at', head: 'When', value: ({ at }) => at, show: (_change, at) => showTime(at) },
} satisfies Partial<Record<ColumnName, ChangeColumn>>;

function allColumns(states: readonly StateOverview[]): Readonly<Record<ColumnName, ChangeColumn>> {
  const stateOf = ({ state }: Change) => states.find((known) => known.state === state);
  const fieldOf = (change: Change) => stateOf(change)?.fields.find(({ name }) => name === change.field);
  const figure = (id: string, head: string, value: (change: Change) => number | null): ChangeColumn => ({
    id,
    head,
    measure: 'amount',
    value,
    // the unit depends on the field of the row
    show: (change) => showFigure(value(change), fieldOf(change)?.unit ?? 'amount'),
    isExpected: () => false,
  });
  return {
    ...PLAIN_COLUMNS,
    state: {
      id: 'state',
      head: 'State',
      value: ({ state }) => state,
      show: (change, code) => stateOf(change)?.name ?? code,
    },
    figureOfPlace: {
      ...MONTH,
      show: (change, month) => (
        <a href={figureLink(change, stateOf(change)?.headline)}>{shortMonth(month)}</a>
      ),
    },
    field: {
      id: 'field',
      head: 'Figure',
      value: ({ field }) => field,
      show: (change, name) => fieldOf(change)?.label ?? name,
      isExpected: () => false,
    },
    before: figure('before', 'Before', ({ before }) => before),
    after: figure('after', 'Now', ({ after }) => after),
    difference: {
      ...figure('difference', 'Difference', differenceOf),
      show: (change) => signed(change, fieldOf(change)?.unit),
    },
    total: figure('total', 'Total', ({ total }) => total),
  };
}

/** Where a changed figure comes from now. */
function figureLink(
  { jurisdiction, allocation_period, field }: Change,
  headline: string | undefined,
): string {
  return linkTo(`/jurisdictions/${jurisdiction?.id}`, {
    field: field === headline ? null : field,
    figure: allocation_period,
  });
}

/** Counted in ten-thousandths, because sums of fractions are not exact. */
const EXACT = 10_000;

/** The only figure here that the service does not give. */
function differenceOf({ before, after }: Change): number | null {
  if (before === null || after === null) return null;
  return (Math.round(after * EXACT) - Math.round(before * EXACT)) / EXACT;
}

function signed(change: Change, unit: Measure = 'amount'): string {
  const difference = differenceOf(change);
  const text = showFigure(difference, unit);
  return difference !== null && difference > 0 ? `+${text}` : text;
}
