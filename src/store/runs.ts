import { desc, eq } from 'drizzle-orm';
import type { Dataset } from './dataset.ts';
import { run as runTable } from './schema.ts';

export type StoredRun = typeof runTable.$inferSelect;

/** Reads and writes the record of runs. */
export function openRuns({ drizzle }: Dataset) {
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

    /** The newest runs, newest first. */
    latest: (count: number): StoredRun[] =>
      drizzle.select().from(runTable).orderBy(desc(runTable.id)).limit(count).all(),
  };
}
