import type { Month } from '../../domain/month.ts';
import type { Dataset } from '../dataset.ts';
import type { SqlValue } from '../statements.ts';
import { DATAPOINT, DERIVED } from '../write/revisions.ts';
import type { Window } from './window.ts';

/** Which revisions to list; `null` does not filter. */
export interface RevisionFilter {
  state: string | null;
  jurisdictions: readonly number[] | null;
  /** Only revisions by runs that finished on this date (`YYYY-MM-DD`, UTC) or later. */
  since: string | null;
  /** Only revisions by runs after this one. */
  afterRun: number | null;
  /** Only removed datapoints and changed figures from reports, not derived or new figures. */
  reportedOnly?: true;
}

/** One published figure that changed. Values are in the field's unit, as stored. */
export interface ListedRevision {
  id: number;
  revised_at: string;
  run_id: number;
  state: string;
  jurisdiction_id: number;
  /** Null if the jurisdiction is no longer in the dataset. */
  jurisdiction: string | null;
  month: Month;
  field: string;
  before: number | null;
  after: number | null;
  /** The report that gives the figure now; `null` if none does. */
  report_sha256: string | null;
  file_name: string | null;
  /** Whether the figure after the change is the one of corrections.json that the dataset has now. */
  is_corrected: boolean;
}

/** Whether a row of `revision` is the latest change of a figure that the register corrects. */
const IS_CORRECTED = `EXISTS (SELECT 1 FROM finding WHERE finding.jurisdiction_id = revision.jurisdiction_id
    AND finding.allocation_period = revision.allocation_period AND finding.code = 'figure-corrected'
    AND finding."column" = revision.field)
  AND NOT EXISTS (SELECT 1 FROM revision AS later WHERE later.jurisdiction_id = revision.jurisdiction_id
    AND later.allocation_period = revision.allocation_period AND later.field = revision.field AND later.id > revision.id)`;

/** Lists revisions from `offset` on, newest first, and counts all of them. */
export function listRevisions(
  dataset: Dataset,
  filter: RevisionFilter,
  window: Window,
): { total: number; revisions: ListedRevision[] } {
  const { total, ids } = selectRevisions(dataset, filter, window);
  return { total, revisions: readRevisions(dataset, ids) };
}

/** Finds the ids of revisions from `offset` on, newest first, and counts all of them. */
export function selectRevisions(
  { sqlite }: Dataset,
  filter: RevisionFilter,
  { offset, limit }: Window,
): { total: number; ids: number[] } {
  const { conditions, parameters } = restrict(filter);
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const total = sqlite
    .prepare<SqlValue[], number>(`SELECT count(*) FROM revision ${where}`)
    .pluck()
    .get(...parameters);
  const ids = sqlite
    .prepare<SqlValue[], number>(`SELECT id FROM revision ${where} ORDER BY id DESC LIMIT ? OFFSET ?`)
    .pluck()
    .all(...parameters, limit, offset);
  return { total: total ?? 0, ids };
}

/** Reads revisions, newest first. */
export function readRevisions({ sqlite }: Dataset, ids: readonly number[]): ListedRevision[] {
  return sqlite
    .prepare<[string], Omit<ListedRevision, 'is_corrected'> & { is_corrected: number }>(
      `SELECT revision.id, run.finished_at AS revised_at, run_id, revision.state, jurisdiction_id,
         jurisdiction.name AS jurisdiction, substr(allocation_period, 1, 7) AS month, field, before, after,
         report.sha256 AS report_sha256, report.file_name, ${IS_CORRECTED} AS is_corrected
       FROM revision JOIN run ON run.id = run_id
       LEFT JOIN jurisdiction ON jurisdiction.id = jurisdiction_id LEFT JOIN report ON report.id = report_id
       WHERE revision.id IN (SELECT value FROM json_each(?)) ORDER BY revision.id DESC`,
    )
    .all(JSON.stringify(ids))
    .map(({ is_corrected, ...revision }) => ({ ...revision, is_corrected: is_corrected === 1 }));
}

/** Whether a jurisdiction has revisions, even if it is no longer in the dataset. */
export function hasRevisions({ sqlite }: Dataset, jurisdictionId: number): boolean {
  return (
    sqlite.prepare('SELECT 1 FROM revision WHERE jurisdiction_id = ? LIMIT 1').get(jurisdictionId) !==
    undefined
  );
}

function restrict({ state, jurisdictions, since, afterRun, reportedOnly }: RevisionFilter) {
  const conditions: string[] = [];
  const parameters: SqlValue[] = [];
  if (state !== null) {
    // the + makes SQLite use the index of jurisdictions instead of states
    conditions.push(jurisdictions === null ? 'state = ?' : '+state = ?');
    parameters.push(state);
  }
  if (jurisdictions !== null) {
    conditions.push('jurisdiction_id IN (SELECT value FROM json_each(?))');
    parameters.push(JSON.stringify(jurisdictions));
  }
  if (since !== null) {
    // revisions of later runs have higher ids, so one index step finds the first
    conditions.push(
      'id >= (SELECT id FROM revision WHERE run_id >= (SELECT min(id) FROM run WHERE finished_at >= ?) ORDER BY run_id, id LIMIT 1)',
    );
    parameters.push(since);
  }
  if (afterRun !== null) {
    conditions.push('id >= (SELECT id FROM revision WHERE run_id > ? ORDER BY run_id, id LIMIT 1)');
    parameters.push(afterRun);
  }
  if (reportedOnly) {
    conditions.push('field <> ? AND (before IS NOT NULL OR field = ?)');
    parameters.push(DERIVED, DATAPOINT);
  }
  return { conditions, parameters };
}
