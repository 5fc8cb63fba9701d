import type { RunSummary } from '../../pipeline/summary.ts';
import type { DatasetAfter } from '../dataset-change.ts';
import type { DownloadedFile, FetchedUnit } from '../fetched-units.ts';

/** The text of one topic. */
export interface Notice {
  /** A few words for the first line. */
  summary: string;
  /** One line for each problem, with the remedy. Empty if there is no problem. */
  details: string[];
}

/** The results of an update. */
export interface UpdateOutcome
  extends Pick<DatasetAfter, 'untold' | 'archivedBefore' | 'absence' | 'kindsLoaded' | 'held'> {
  units: readonly FetchedUnit[];
  /** The current files of all units, also of those that this update did not fetch. */
  downloads: readonly DownloadedFile[];
  /** Why the whole fetch failed, or `null`. */
  fetchFailure: string | null;
  run: Pick<RunSummary, 'reports'>;
  verification: Pick<DatasetAfter['verification'], 'findings'>;
}
