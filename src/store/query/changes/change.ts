import { getTableName } from 'drizzle-orm';
import type { Month } from '../../../domain/month.ts';
import type { ReportKindName } from '../../../domain/report.ts';
import { compareText } from '../../../domain/text/compare-text.ts';
import { STATES } from '../../../states/index.ts';
import type { State } from '../../../states/state.ts';
import type { Dataset } from '../../dataset.ts';
import { allocationTableOf } from '../../schema.ts';
import { DATAPOINT } from '../../write/revisions.ts';

/** What can change, in the order of lists: the most important first. */
export const CHANGES = [
  'new_month',
  'held_report',
  'withdrawn_report',
  'restated_figure',
  'removed_figure',
  'ended_jurisdiction',
  'new_jurisdiction',
  'new_figure',
] as const;
export type ChangeName = (typeof CHANGES)[number];

/** The report that a change comes from. */
export interface ChangeReport {
  sha256: string;
  file_name: string;
  kind: ReportKindName;
  received_at: string;
}

/** One difference between the dataset of a version and the present one. Figures are in the unit of the field. */
export interface ListedChange {
  change: ChangeName;
  state: string;
  month: Month | null;
  jurisdictionId: number | null;
  field: string | null;
  before: number | null;
  after: number | null;
  /** The exact sum of the field over the jurisdictions that the change is about. */
  total: number | null;
  /** How many jurisdictions the change is about. */
  jurisdictions: number | null;
  report: ChangeReport | null;
  reason: string | null;
  /** When the run that made the change finished, ISO 8601 in UTC; of a report, when it was held or withdrawn. */
  at: string;
}

/** Which changes to list: those by runs after `afterRun`. `null` does not filter. */
export interface ChangeFilter {
  afterRun: number;
  state: string | null;
  jurisdictions: readonly number[] | null;
}

/** Where the changes of one state are looked for. */
export interface ChangeScope {
  dataset: Dataset;
  state: State;
  table: string;
  parameters: { run: number; state: string; ids: string | null };
}

export function scopeOfState(dataset: Dataset, state: State, filter: ChangeFilter): ChangeScope {
  const ids = filter.jurisdictions && JSON.stringify(filter.jurisdictions);
  return {
    dataset,
    state,
    table: getTableName(allocationTableOf(state)),
    parameters: { run: filter.afterRun, state: state.code, ids },
  };
}

/**
 * Selects the datapoints that the dataset had at the time and that a later run removed, with this run. They may be back.
 * A removal has the run that had added the datapoint as `before`.
 */
export const REMOVED_SINCE = `SELECT jurisdiction_id, allocation_period, min(run_id) AS run FROM revision
   WHERE run_id > @run AND +state = @state AND field = '${DATAPOINT}' AND before <= @run
   GROUP BY jurisdiction_id, allocation_period`;

/** Whether a datapoint that exists now existed at the time. */
export function existedThen(table: string): string {
  return `(${table}.first_run_id <= @run OR (${table}.jurisdiction_id, ${table}.allocation_period)
    IN (SELECT jurisdiction_id, allocation_period FROM (${REMOVED_SINCE})))`;
}

/** The condition for the jurisdictions of the filter. */
export function isAsked(column: string): string {
  return `(@ids IS NULL OR ${column} IN (SELECT value FROM json_each(@ids)))`;
}

/** A change with nothing known but its kind, state and time. */
export function emptyChange(change: ChangeName, state: string, at: string): ListedChange {
  return {
    ...{ change, state, month: null, jurisdictionId: null, field: null, before: null, after: null },
    ...{ total: null, jurisdictions: null, report: null, reason: null, at },
  };
}

/** Looks up when a run finished. The next run answers for one that the dataset has forgotten. */
export function openRunTimes({ sqlite }: Dataset): (run: number) => string {
  const select = sqlite
    .prepare<[number], string>('SELECT finished_at FROM run WHERE id >= ? ORDER BY id LIMIT 1')
    .pluck();
  return once((run) => select.get(run) ?? '');
}

/** Looks up reports by number, each once. */
export function openChangeReports({ sqlite }: Dataset): (id: number | null) => ChangeReport | null {
  const select = sqlite.prepare<[number | null], ChangeReport>(
    'SELECT sha256, file_name, kind, received_at FROM report WHERE id = ?',
  );
  return once((id) => select.get(id) ?? null);
}

function once<Key, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}

/** The place of each kind of change in a list. */
const PLACES = new Map(CHANGES.map((change, at) => [change, at]));

/** By state and field: 0 for the payment, 1 for other amounts, 2 for percentages. */
const RANKS = new Map(
  STATES.flatMap(({ code, headline, fields }) =>
    fields.map(({ name, unit }) => {
      const rank = name === headline ? 0 : unit === 'amount' ? 1 : 2;
      return [`${code} ${name}`, rank] as const;
    }),
  ),
);

/** Compares changes: by kind, payments before other figures, large differences first, then newest month first. */
export function compareChanges(a: ListedChange, b: ListedChange): number {
  const place = ({ change }: ListedChange) => PLACES.get(change) ?? 0;
  const rank = ({ state, field }: ListedChange) => RANKS.get(`${state} ${field}`) ?? 0;
  const size = ({ before, after }: ListedChange) => Math.abs((after ?? 0) - (before ?? 0));
  return (
    place(a) - place(b) ||
    rank(a) - rank(b) ||
    size(b) - size(a) ||
    compareText(b.month ?? '', a.month ?? '') ||
    compareText(a.state, b.state) ||
    (a.jurisdictionId ?? 0) - (b.jurisdictionId ?? 0) ||
    compareText(a.field ?? '', b.field ?? '')
  );
}
