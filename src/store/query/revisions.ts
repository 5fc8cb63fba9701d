import type { Month } from '../../domain/month.ts';
import type { Dataset } from '../dataset.ts';
import type { SqlValue } from '../statements.ts';
import { DATAPOINT, DERIVED } from '../write/revisions.ts';

/** Which revisions to list; what is `null` does not restrict. */
export interface RevisionFilter {
  state: string | null;
  jurisdictions: readonly number[] | null;
  /** A date, `YYYY-MM-DD` (UTC): revisions by runs that finished on it or later. */
  since: string | null;
  /** The number of a run: revisions by later ones. */
  afterRun: number | null;
  /** Only figures that reports had given before, and datapoints that are gone: not what moved with them, or came to be. */
  reportedOnly?: true;
}

/** One published figure that changed. Values are in the field's unit, as stored. */
export interface ListedRevision {
  id: number;
  revised_at: string;
  run_id: number;
  state: string;
  jurisdiction_id: number;
  /** Null where the jurisdiction is no longer in the dataset. */
  jurisdiction: string | null;
  month: Month;
  field: string;
  before: number | null;
  after: number | null;
  /** The report that gives the figure now; `null` where none does. */
  report_sha256: string | null;
  file_name: string | null;
}

/** Revisions, newest first, from `offset` on, and how many there are. */
export function listRevisions(
  { sqlite }: Dataset,
  filter: RevisionFilter,
  { offset, limit }: { offset: number; limit: number },
): { total: number; revisions: ListedRevision[] } {
  const { conditions, parameters } = restrict(filter);
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const total = sqlite
    .prepare<SqlValue[], number>(`SELECT count(*) FROM revision ${where}`)
    .pluck()
    .get(...parameters);
  const revisions = sqlite
    .prepare<SqlValue[], ListedRevision>(
      `SELECT revision.id, run.finished_at AS revised_at, run_id, revision.state, jurisdiction_id,
         jurisdiction.name AS jurisdiction, substr(allocation_period, 1, 7) AS month, field, before, after,
         report.sha256 AS report_sha256, report.file_name
       FROM revision JOIN run ON run.id = run_id
       LEFT JOIN jurisdiction ON jurisdiction.id = jurisdiction_id LEFT JOIN report ON report.id = report_id
       WHERE revision.id IN (SELECT id FROM revision ${where} ORDER BY id DESC LIMIT ? OFFSET ?) ORDER BY revision.id DESC`,
    )
    .all(...parameters, limit, offset);
  return { total: total ?? 0, revisions };
}

/** Whether anything of a jurisdiction was revised, also of one that is no longer in the dataset. */
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
    // with jurisdictions, of which there are few, theirs is the index to use
    conditions.push(jurisdictions === null ? 'state = ?' : '+state = ?');
    parameters.push(state);
  }
  if (jurisdictions !== null) {
    conditions.push('jurisdiction_id IN (SELECT value FROM json_each(?))');
    parameters.push(JSON.stringify(jurisdictions));
  }
  if (since !== null) {
    // later runs have higher numbers, and so have their revisions: the first of them is one step in the index
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
