import { and, asc, desc, eq, getTableName, gt, lte } from 'drizzle-orm';
import { STATES } from '../../states/index.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf, findingTable, revision as revisionTable, run as runTable } from '../schema.ts';

type StoredRun = typeof runTable.$inferSelect;

/** Reads and writes the record of runs. */
export function openRuns({ drizzle, sqlite }: Dataset) {
  // findings are looked through, the others have an index
  const referring = [...STATES.map(allocationTableOf), revisionTable, findingTable].map(getTableName);
  const isReferred = referring
    .map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE ${table}.run_id = run.id)`)
    .join(' OR ');
  const isPresent = 'id = (SELECT max(id) FROM run WHERE dataset_version IS NOT NULL)';
  const forgotten = sqlite.prepare<[string]>(
    `DELETE FROM run WHERE finished_at < ? AND NOT (${isPresent}) AND NOT (${isReferred})`,
  );
  const shortened = sqlite.prepare<[string]>(
    "UPDATE run SET summary = '{}' WHERE finished_at < ? AND summary <> '{}'",
  );
  return {
    /** Notes a run that has begun; returns its number. */
    begin(command: string, started: Date, programVersion: string): number {
      const values = {
        command,
        started_at: started.toISOString(),
        finished_at: started.toISOString(),
        outcome: 'unfinished',
        program_version: programVersion,
        summary: '{}',
        dataset_version: null,
      };
      return drizzle.insert(runTable).values(values).returning({ id: runTable.id }).get().id;
    },

    /** Notes how a run ended; `datasetVersion` is the name of what it made of the dataset, `null` where it changed nothing. */
    finish(id: number, finished: Date, summary: { outcome: string }, datasetVersion: string | null): void {
      const values = {
        finished_at: finished.toISOString(),
        outcome: summary.outcome,
        summary: JSON.stringify(summary),
        dataset_version: datasetVersion,
      };
      drizzle.update(runTable).set(values).where(eq(runTable.id, id)).run();
    },

    /**
     * Forgets runs that finished before a time: those to which nothing refers whole, of the others what they did with
     * each report. The run that made the present version stays.
     */
    forget(before: Date): void {
      const time = before.toISOString();
      forgotten.run(time);
      shortened.run(time);
    },

    /** The first run there ever was; `null` where there was none, or it is forgotten. */
    first: (): { command: string; startedAt: string } | null =>
      drizzle
        .select({ command: runTable.command, startedAt: runTable.started_at })
        .from(runTable)
        .where(eq(runTable.id, 1))
        .get() ?? null,

    /** What the runs of a command after one of them did, up to another, as they noted it, oldest first. */
    summariesBetween: (after: number, last: number, command: string): string[] =>
      drizzle
        .select({ summary: runTable.summary })
        .from(runTable)
        .where(and(gt(runTable.id, after), lte(runTable.id, last), eq(runTable.command, command)))
        .orderBy(asc(runTable.id))
        .all()
        .map(({ summary }) => summary),

    /** The newest runs, newest first. */
    latest: (count: number): StoredRun[] =>
      drizzle.select().from(runTable).orderBy(desc(runTable.id)).limit(count).all(),
  };
}

export type Runs = ReturnType<typeof openRuns>;
