import { STATES } from '../../../states/index.ts';
import type { Dataset } from '../../dataset.ts';
import { EMPTY_VERSION } from '../view.ts';
import { type ChangeFilter, type ListedChange, scopeOfState } from './change.ts';
import { findChangedFigures } from './changed-figures.ts';
import { compareChanges } from './importance.ts';
import { findEndedJurisdictions, findNewJurisdictions, findNewMonths } from './new-datapoints.ts';
import { findHeldReports, findWithdrawnReports } from './report-changes.ts';

export type { ChangeFilter, ListedChange };

/** Lists what differs between the dataset after a run and the present one, the most important first. */
export function listChanges(dataset: Dataset, filter: ChangeFilter): ListedChange[] {
  const asked = STATES.filter(({ code }) => filter.state === null || filter.state === code);
  const ofStates = asked.flatMap((state) => {
    const scope = scopeOfState(dataset, state, filter);
    return [
      ...findNewMonths(scope),
      ...findChangedFigures(scope),
      ...findNewJurisdictions(scope),
      ...findEndedJurisdictions(scope),
    ];
  });
  const codes = new Set(asked.map(({ code }) => code));
  const ofReports = [...findHeldReports(dataset), ...findWithdrawnReports(dataset, filter.afterRun)];
  return [...ofStates, ...ofReports.filter(({ state }) => codes.has(state))].sort(compareChanges);
}

/** A moment in the history of a dataset: after a run. */
export interface Moment {
  afterRun: number;
  /** The version of the dataset at the moment; `null` if no run that it knows made it. */
  version: string | null;
}

/** The moment before the newest run that changed anything. */
export function momentBeforeNewest({ sqlite }: Dataset): Moment {
  const newest = sqlite
    .prepare<[], number | null>('SELECT max(id) FROM run WHERE dataset_version IS NOT NULL')
    .pluck()
    .get();
  return momentAfter(sqlite, newest ? newest - 1 : 0);
}

/** The moment before the first run that finished on a date (`YYYY-MM-DD`, UTC) or later. */
export function momentBefore({ sqlite }: Dataset, date: string): Moment {
  const last = sqlite
    .prepare<[string], number | null>('SELECT max(id) FROM run WHERE finished_at < ?')
    .pluck()
    .get(date);
  return momentAfter(sqlite, last ?? 0);
}

function momentAfter(sqlite: Dataset['sqlite'], afterRun: number): Moment {
  const version = sqlite
    .prepare<[number], string>(
      'SELECT dataset_version FROM run WHERE id <= ? AND dataset_version IS NOT NULL ORDER BY id DESC LIMIT 1',
    )
    .pluck()
    .get(afterRun);
  return { afterRun, version: version ?? (afterRun === 0 ? EMPTY_VERSION : null) };
}
