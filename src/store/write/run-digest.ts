import { createHash, hash } from 'node:crypto';
import type { DatabaseFile } from '../database-file.ts';
import type { SqlValue } from '../statements.ts';

/** Computes the digests by which `verify` finds a changed record of a run. */
export function openRunDigests({ sqlite }: DatabaseFile) {
  // the columns that no later run changes
  const record = sqlite
    .prepare<[number], SqlValue[]>(
      `SELECT id, command, started_at, finished_at, outcome, program_version, dataset_version
       FROM run WHERE id = ?`,
    )
    .raw();
  const revisions = sqlite
    .prepare<[number], SqlValue[]>(
      `SELECT id, state, jurisdiction_id, allocation_period, field, before, after, report_id
       FROM revision WHERE run_id = ? ORDER BY id`,
    )
    .raw();
  const write = sqlite.prepare<[string, string, number]>(
    'UPDATE run SET digest = ?, summary_digest = ? WHERE id = ?',
  );
  const summary = sqlite.prepare<[number], string>('SELECT summary FROM run WHERE id = ?').pluck();

  /** Covers the record of a run and its revisions, but not its summary, which is shortened later. */
  const digestOf = (runId: number): string => {
    const digest = createHash('sha256').update(JSON.stringify(record.get(runId)));
    for (const values of revisions.iterate(runId)) digest.update(JSON.stringify(values));
    return digest.digest('hex');
  };

  return {
    digestOf,
    /** Stores the digests of a run. */
    seal(runId: number): void {
      write.run(digestOf(runId), digestOfSummary(summary.get(runId) ?? ''), runId);
    },
  };
}

export function digestOfSummary(summary: string): string {
  return hash('sha256', summary);
}
