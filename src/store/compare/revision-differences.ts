import { getTableName } from 'drizzle-orm';
import { formatCount } from '../../domain/money.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf } from '../schema.ts';
import type { SqlValue } from '../statements.ts';
import { DATAPOINT, DERIVED } from '../write/revisions.ts';

interface LastRevision {
  jurisdictionId: number;
  period: string;
  field: string;
  after: SqlValue;
  runId: number;
}

/** Reports that revisions are missing. Their numbers have no gaps, because no run removes any. */
export function findRevisionGaps({ sqlite }: Dataset): string[] {
  const count = Number(sqlite.prepare('SELECT count(*) FROM revision').pluck().get());
  const last = Number(
    sqlite.prepare("SELECT max(seq) FROM sqlite_sequence WHERE name = 'revision'").pluck().get() ?? 0,
  );
  if (count === last) return [];
  return [`${formatCount(last)} revisions were recorded, but ${formatCount(count)} are stored`];
}

/** Reports stored figures that differ from their newest revision. */
export function* compareRevisions({ sqlite }: Dataset, state: State): Generator<string> {
  const table = getTableName(allocationTableOf(state));
  const fields = new Set(state.fields.map(({ name }) => name));
  const newest = sqlite.prepare<[string, string, string], LastRevision>(
    `SELECT jurisdiction_id AS jurisdictionId, allocation_period AS period, field, after, run_id AS runId
     FROM revision WHERE id IN (
       SELECT max(id) FROM revision WHERE state = ? AND field NOT IN (?, ?)
       GROUP BY jurisdiction_id, allocation_period, field)
     ORDER BY jurisdiction_id, allocation_period, field`,
  );
  const datapoint = sqlite.prepare<[number, string], Record<string, SqlValue>>(
    `SELECT * FROM ${table} WHERE jurisdiction_id = ? AND allocation_period = ?`,
  );
  // no revision records the figures of a datapoint that was removed and came back
  const removedBy = sqlite
    .prepare<[number, string, string], number | null>(
      'SELECT max(run_id) FROM revision WHERE jurisdiction_id = ? AND allocation_period = ? AND field = ?',
    )
    .pluck();
  for (const { jurisdictionId, period, field, after, runId } of newest.all(state.code, DERIVED, DATAPOINT)) {
    if (!fields.has(field)) continue;
    const stored = datapoint.get(jurisdictionId, period);
    if (stored && Number(removedBy.get(jurisdictionId, period, DATAPOINT)) >= runId) continue;
    const figure = stored?.[field] ?? null;
    if (figure !== after)
      yield `revision ${jurisdictionId} ${period} ${field}: "after" is ${after}, but ${table} has ${figure}`;
  }
}
