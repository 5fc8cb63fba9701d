import { findingMessage } from '../../../domain/findings/finding.ts';
import { monthOfDate } from '../../../domain/month.ts';
import { STATES, stateOfId, stateOfKind } from '../../../states/index.ts';
import type { State } from '../../../states/state.ts';
import type { Dataset } from '../../dataset.ts';
import { readHeld } from '../held.ts';
import { EMPTY_VERSION } from '../view.ts';
import {
  type ChangeFilter,
  type ChangeReport,
  compareChanges,
  emptyChange,
  type ListedChange,
  scopeOfState,
} from './change.ts';
import { findFigureChanges } from './figure-changes.ts';
import { findEndedJurisdictions, findNewJurisdictions } from './jurisdiction-changes.ts';

export type { ChangeFilter, ListedChange };

/** Lists what differs between the dataset after a run and the present one, the most important first. */
export function listChanges(dataset: Dataset, filter: ChangeFilter): ListedChange[] {
  const asked = askedStates(filter);
  const ofStates = asked.flatMap((state) => {
    const scope = scopeOfState(dataset, state, filter);
    return [...findFigureChanges(scope), ...findNewJurisdictions(scope), ...findEndedJurisdictions(scope)];
  });
  const codes = new Set(asked.map(({ code }) => code));
  const ofReports = [...findHeldReports(dataset), ...findWithdrawnReports(dataset, filter.afterRun)];
  return [...ofStates, ...ofReports.filter(({ state }) => codes.has(state))].sort(compareChanges);
}

/** The states that a filter asks for, by code or by jurisdictions. */
export function askedStates({ state, jurisdictions }: ChangeFilter): State[] {
  const owners = jurisdictions && new Set(jurisdictions.map((id) => stateOfId(id)));
  return STATES.filter((one) => (state === null || state === one.code) && (owners?.has(one) ?? true));
}

/** The reports that wait for a review now, whenever they were held: their figures are not in the dataset. */
function findHeldReports(dataset: Dataset): ListedChange[] {
  return readHeld(dataset).map(({ sha256, file_name, kind, received_at, last_month, held_at, doubts }) => ({
    ...emptyChange('held_report', stateOfKind(kind).code, held_at),
    month: last_month,
    report: { sha256, file_name, kind, received_at },
    reason: doubts.map(findingMessage).join(' ') || null,
  }));
}

/** The reports that runs after one withdrew, also held ones that somebody rejected. */
function findWithdrawnReports({ sqlite }: Dataset, afterRun: number): ListedChange[] {
  const rows = sqlite
    .prepare<[number], ChangeReport & { last_month: string; at: string; reason: string | null }>(
      `SELECT sha256, file_name, kind, received_at, last_month, withdrawn_at AS at, withdrawn_reason AS reason
       FROM report WHERE withdrawn_at >= (SELECT started_at FROM run WHERE id > ? ORDER BY id LIMIT 1)
       ORDER BY withdrawn_at DESC, sha256`,
    )
    .all(afterRun);
  return rows.map(({ last_month, at, reason, ...report }) => ({
    ...emptyChange('withdrawn_report', stateOfKind(report.kind).code, at),
    month: monthOfDate(last_month),
    report,
    reason,
  }));
}

/** A moment in the history of a dataset: after a run. */
export interface Moment {
  afterRun: number;
  /** The version of the dataset at the moment; `null` if no run that it knows made it. */
  version: string | null;
}

/** The moment before the newest run that changed anything. */
export function momentBeforeNewest(dataset: Dataset): Moment {
  const newest = dataset.sqlite
    .prepare<[], number | null>('SELECT max(id) FROM run WHERE dataset_version IS NOT NULL')
    .pluck()
    .get();
  return momentAfter(dataset, newest ? newest - 1 : 0);
}

/** The moment before the first run that finished on a date (`YYYY-MM-DD`, UTC) or later. */
export function momentBefore(dataset: Dataset, date: string): Moment {
  const last = dataset.sqlite
    .prepare<[string], number | null>('SELECT max(id) FROM run WHERE finished_at < ?')
    .pluck()
    .get(date);
  return momentAfter(dataset, last ?? 0);
}

/** The moment after a run. */
export function momentAfter({ sqlite }: Dataset, afterRun: number): Moment {
  const version = sqlite
    .prepare<[number], string>(
      'SELECT dataset_version FROM run WHERE id <= ? AND dataset_version IS NOT NULL ORDER BY id DESC LIMIT 1',
    )
    .pluck()
    .get(afterRun);
  return { afterRun, version: version ?? (afterRun === 0 ? EMPTY_VERSION : null) };
}
