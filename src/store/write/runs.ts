import type Database from 'better-sqlite3';
import { and, asc, desc, eq, getTableName, gt, isNotNull, lte } from 'drizzle-orm';
import { STATES } from '../../states/index.ts';
import type { Dataset } from '../dataset.ts';
import { findingTable, revision as revisionTable, run as runTable } from '../fixed-tables.ts';
import { allocationTableOf } from '../schema.ts';

type StoredRun = typeof runTable.$inferSelect;

/** Reads the records of runs. */
export function openRuns({ drizzle }: Dataset) {
  return {
    /** The first run of the dataset; `null` if its record does not exist. */
    first: (): { command: string; startedAt: string } | null =>
      drizzle
        .select({ command: runTable.command, startedAt: runTable.started_at })
        .from(runTable)
        .where(eq(runTable.id, 1))
        .get() ?? null,

    /** The stored summaries of a command's runs, after one run and up to another, oldest first. */
    summariesBetween: (after: number, last: number, command: string): string[] =>
      drizzle
        .select({ summary: runTable.summary })
        .from(runTable)
        .where(and(gt(runTable.id, after), lte(runTable.id, last), eq(runTable.command, command)))
        .orderBy(asc(runTable.id))
        .all()
        .map(({ summary }) => summary),

    /** The newest runs that made a version of the dataset, newest first. */
    ofVersions: (count: number): StoredRun[] =>
      drizzle
        .select()
        .from(runTable)
        .where(isNotNull(runTable.dataset_version))
        .orderBy(desc(runTable.id))
        .limit(count)
        .all(),

    /** All runs after one, oldest first. The version is `null` if the run changed nothing. */
    after: (id: number) =>
      drizzle
        .select({
          id: runTable.id,
          command: runTable.command,
          finishedAt: runTable.finished_at,
          version: runTable.dataset_version,
        })
        .from(runTable)
        .where(gt(runTable.id, id))
        .orderBy(asc(runTable.id))
        .all(),

    /** The newest runs, newest first. */
    latest: (count: number): StoredRun[] =>
      drizzle.select().from(runTable).orderBy(desc(runTable.id)).limit(count).all(),
  };
}

export type Runs = ReturnType<typeof openRuns>;

/** Writes the records of runs. */
export class RunWriter {
  private readonly dataset: Dataset;
  private readonly removeOld: Database.Statement<[string]>;
  private readonly shortenOld: Database.Statement<[string]>;

  constructor(dataset: Dataset) {
    const { sqlite } = dataset;
    const referring = [...STATES.map(allocationTableOf), revisionTable, findingTable].map(getTableName);
    const isReferred = referring
      .map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE ${table}.run_id = run.id)`)
      .join(' OR ');
    const isPresent = 'id = (SELECT max(id) FROM run WHERE dataset_version IS NOT NULL)';
    this.dataset = dataset;
    this.removeOld = sqlite.prepare(
      `DELETE FROM run WHERE finished_at < ? AND NOT (${isPresent}) AND NOT (${isReferred})`,
    );
    this.shortenOld = sqlite.prepare(
      "UPDATE run SET summary = '{}' WHERE finished_at < ? AND summary <> '{}'",
    );
  }

  /** Records the beginning of a run; returns its number. */
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
    const { drizzle } = this.dataset;
    return drizzle.insert(runTable).values(values).returning({ id: runTable.id }).get().id;
  }

  /** Records the end of a run. `datasetVersion` names the new content; `null` if the run changed nothing. */
  finish(id: number, finished: Date, summary: { outcome: string }, datasetVersion: string | null): void {
    const values = {
      finished_at: finished.toISOString(),
      outcome: summary.outcome,
      summary: JSON.stringify(summary),
      dataset_version: datasetVersion,
    };
    this.dataset.drizzle.update(runTable).set(values).where(eq(runTable.id, id)).run();
  }

  /**
   * Removes runs that finished before a time. A run that other tables refer to loses only its summary. The run that
   * made the present version stays.
   */
  forget(before: Date): void {
    const time = before.toISOString();
    this.removeOld.run(time);
    this.shortenOld.run(time);
  }
}
