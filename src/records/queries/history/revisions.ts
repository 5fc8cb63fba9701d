import { salesDate } from '../../../domain/allocation.ts';
import { stateOf, unitOf } from '../../../states/index.ts';
import type { Dataset } from '../../../store/dataset.ts';
import type { SqlValue } from '../../../store/statements.ts';
import { DATAPOINT, DERIVED } from '../../../store/write/revisions.ts';
import type { AskedOf } from '../../description.ts';
import { type ListedRevision, revisionRecord } from '../../descriptions/history/revision.ts';
import { listOf } from '../../list.ts';

/** Whether a row of `revision` is the latest change of a figure that the register corrects. */
export const IS_CORRECTED = `EXISTS (SELECT 1 FROM finding WHERE finding.jurisdiction_id = revision.jurisdiction_id
    AND finding.allocation_period = revision.allocation_period AND finding.code = 'figure-corrected'
    AND finding."column" = revision.field)
  AND NOT EXISTS (SELECT 1 FROM revision AS later WHERE later.jurisdiction_id = revision.jurisdiction_id
    AND later.allocation_period = revision.allocation_period AND later.field = revision.field AND later.id > revision.id)`;

/** The figures that changed after their first publication, newest first. */
export const revisions = listOf(revisionRecord, {
  find: ({ dataset }, asked, { offset, limit }) => {
    const { conditions, parameters } = restrict(asked);
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    const total = dataset.sqlite
      .prepare<SqlValue[], number>(`SELECT count(*) FROM revision ${where}`)
      .pluck()
      .get(...parameters);
    const ids = dataset.sqlite
      .prepare<SqlValue[], number>(`SELECT id FROM revision ${where} ORDER BY id DESC LIMIT ? OFFSET ?`)
      .pluck()
      .all(...parameters, limit, offset);
    return {
      total: total ?? 0,
      length: ids.length,
      read: (held, start, end) => readRevisions(held.dataset, ids.slice(start, end)),
    };
  },
  isKnown: ({ jurisdictions, dataset }, id) => jurisdictions.has(id) || hasRevisions(dataset, id),
});

interface ReadRevision extends Omit<ListedRevision, 'sales_period' | 'unit' | 'report' | 'is_corrected'> {
  report_sha256: string | null;
  file_name: string | null;
  is_corrected: number;
}

function readRevisions({ sqlite }: Dataset, ids: readonly number[]): ListedRevision[] {
  return sqlite
    .prepare<[string], ReadRevision>(
      `SELECT revision.id, run.finished_at AS revised_at, run_id, revision.state, jurisdiction_id,
         jurisdiction.name AS jurisdiction, allocation_period, field, before, after,
         report.sha256 AS report_sha256, report.file_name, ${IS_CORRECTED} AS is_corrected
       FROM revision JOIN run ON run.id = run_id
       LEFT JOIN jurisdiction ON jurisdiction.id = jurisdiction_id LEFT JOIN report ON report.id = report_id
       WHERE revision.id IN (SELECT value FROM json_each(?)) ORDER BY revision.id DESC`,
    )
    .all(JSON.stringify(ids))
    .map(({ is_corrected, report_sha256: sha256, file_name, ...listed }) => ({
      ...listed,
      sales_period: salesDate(listed.allocation_period, stateOf(listed.state).calendar),
      unit: unitOf(listed.state, listed.field) ?? null,
      report: sha256 === null || file_name === null ? null : { sha256, file_name },
      is_corrected: is_corrected === 1,
    }));
}

/** Whether a jurisdiction has revisions, even if it is no longer in the dataset. */
export function hasRevisions({ sqlite }: Dataset, jurisdictionId: number): boolean {
  return (
    sqlite.prepare('SELECT 1 FROM revision WHERE jurisdiction_id = ? LIMIT 1').get(jurisdictionId) !==
    undefined
  );
}

function restrict({ state, jurisdictions, since, since_version, reported }: AskedOf<typeof revisionRecord>) {
  const conditions: string[] = [];
  const parameters: SqlValue[] = [];
  if (state !== undefined) {
    // the + makes SQLite use the index of jurisdictions instead of states
    conditions.push(jurisdictions === undefined ? 'state = ?' : '+state = ?');
    parameters.push(state);
  }
  if (jurisdictions !== undefined) {
    conditions.push('jurisdiction_id IN (SELECT value FROM json_each(?))');
    parameters.push(JSON.stringify(jurisdictions));
  }
  if (since !== undefined) {
    // revisions of later runs have higher ids, so one index step finds the first
    conditions.push(
      'id >= (SELECT id FROM revision WHERE run_id >= (SELECT min(id) FROM run WHERE finished_at >= ?) ORDER BY run_id, id LIMIT 1)',
    );
    parameters.push(since);
  }
  if (since_version !== undefined) {
    conditions.push('id >= (SELECT id FROM revision WHERE run_id > ? ORDER BY run_id, id LIMIT 1)');
    parameters.push(since_version.run);
  }
  if (reported) {
    conditions.push('field <> ? AND (before IS NOT NULL OR field = ?)');
    parameters.push(DERIVED, DATAPOINT);
  }
  return { conditions, parameters };
}
