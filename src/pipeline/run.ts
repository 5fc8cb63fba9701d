import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { OperatorError } from '../domain/operator-error.ts';
import { acquireLocks, type RunLock } from '../files/lock.ts';
import { STATES } from '../states/index.ts';
import { explain, openForDryRun, openForWriting } from '../store/dataset.ts';
import { Archive } from './archive/archive.ts';
import { repairArchive } from './archive/repair.ts';
import { findDoubtful, refuseDoubtful } from './doubts.ts';
import { type ReportInput, receiveReports } from './intake/receive.ts';
import { takeReport } from './intake/take-report.ts';
import { beginRun, type OpenRun, pauseForSignal, type RunOptions } from './open-run.ts';
import { settle } from './settle/settle.ts';
import {
  type ReportSummary,
  type RunCommand,
  type RunSummary,
  type Settled,
  summarizeRun,
} from './summary.ts';
import { withdrawReports } from './withdrawals.ts';

/** These commands apply today's registers to every state. */
const SETTLING_ALL: readonly RunCommand[] = ['reprocess', 'rebuild'];

/**
 * Runs the pipeline once, with all reports in one transaction. Throws an `OperatorError` if something outside the data
 * fails, and the signal's reason if the run was stopped. The dataset does not change then, with one exception: if only
 * the archive's records could not be written, the dataset keeps the run, and the next run writes the records.
 */
export async function runPipeline(options: RunOptions): Promise<RunSummary> {
  const started = options.now();
  const lock = lockAll(options, started);
  try {
    const archive = new Archive(options.archive);
    const dataset = options.dryRun ? openForDryRun(options.database) : openForWriting(options.database);
    try {
      dataset.sqlite.exec('BEGIN IMMEDIATE');
      return await runInTransaction(beginRun(options, dataset, archive, started), started);
    } catch (error) {
      throw explain(options.database, error);
    } finally {
      dataset.close();
    }
  } finally {
    lock.release();
  }
}

/** Locks the dataset, and the archive if the run writes to it. A dry run locks only an existing dataset. */
function lockAll({ dryRun, database, archive, command }: RunOptions, started: Date): RunLock {
  const targets = dryRun
    ? [database].filter((file) => existsSync(file))
    : [database, ...(command === 'rebuild' ? [] : [archive])];
  return acquireLocks(targets, command, started.toISOString());
}

/** Takes the reports, merges the states whose rows changed, and commits. A dry run rolls back. */
async function runInTransaction(run: OpenRun, started: Date): Promise<RunSummary> {
  const { options, archive, reports, loader, runs, runId } = run;
  const { sqlite } = run.dataset;
  try {
    // a state without reports may still have findings
    if (SETTLING_ALL.includes(options.command)) for (const state of STATES) loader.noteState(state);
    const moved = run.writesArchive
      ? repairArchive(archive, [...reports.byId().values()], options.quarantine)
      : [];
    const withdrawn = withdrawReports(run);
    const taken = await takeReports(run);
    const { settled, summaries } = await mergeReports(run, [...taken, ...withdrawn, ...moved]);
    const now = options.now();
    const isNews = summaries.some(({ status }) => status === 'loaded' || status === 'withdrawn');
    const hasChanged = run.hasChanged || settled.hasChanged || isNews;
    const summary = summarizeRun({
      ...{ runId: options.dryRun ? null : runId, summaries, settled, hasChanged },
      records: reports.byId(),
      milliseconds: now.getTime() - started.getTime(),
    });
    await pauseForSignal(options.signal);
    if (options.dryRun) {
      sqlite.exec('ROLLBACK');
      return summary;
    }
    runs.finish(runId, now, summary, hasChanged ? randomUUID() : null);
    sqlite.exec('COMMIT');
    writeRecords(run);
    // moves what readers allow from the log into the file, so that a copy of the file alone has this run
    sqlite.pragma('wal_checkpoint(PASSIVE)');
    return summary;
  } catch (error) {
    if (sqlite.inTransaction) {
      sqlite.exec('ROLLBACK');
      for (const { record, isPut } of run.kept.values()) if (isPut) archive.takeBack(record);
    }
    throw error;
  }
}

/** Takes each report in its turn. */
async function takeReports(run: OpenRun): Promise<ReportSummary[]> {
  const { options, archive, reports } = run;
  const inputs = listInputs(run);
  const isSettled = (sha256: string) =>
    reports.find(sha256) !== undefined || Boolean(archive.find(sha256)?.record.withdrawn);
  const summaries: ReportSummary[] = [];
  for await (const received of receiveReports(inputs, { ...options, isSettled })) {
    await pauseForSignal(options.signal);
    summaries.push(takeReport(run, received));
    options.onProgress?.(summaries.length, inputs.length);
  }
  return summaries;
}

/** The archived reports to read again, then the files. After an upgrade, the first run reads all reports again. */
function listInputs({ options, archive, reports }: OpenRun): ReportInput[] {
  const { files = [], records = [] } = options;
  const asked = new Set(records.map(({ sha256 }) => sha256));
  const unread = reports.list().flatMap(({ record, rowCount }) => (rowCount < 0 ? [record] : []));
  return [
    ...[...records, ...unread.filter(({ sha256 }) => !asked.has(sha256))].map((record) => ({
      path: archive.find(record.sha256)?.path ?? archive.pathOf(record),
      archived: record,
    })),
    ...files.map((path) => ({ path, archived: null })),
  ];
}

/**
 * Merges, derives and checks what changed. If new reports turn out to be doubtful, goes back to the point before, takes out
 * their rows, and does it again: what the other reports give is computed without them.
 */
async function mergeReports(
  run: OpenRun,
  taken: readonly ReportSummary[],
): Promise<{ settled: Settled; summaries: readonly ReportSummary[] }> {
  const { sqlite } = run.dataset;
  sqlite.exec('SAVEPOINT merging');
  let summaries = taken;
  let settled = await settle(run);
  let doubtful = findDoubtful(run, summaries, settled.findings);
  while (doubtful.length > 0) {
    sqlite.exec('ROLLBACK TO merging');
    for (const state of run.loader.changes.keys()) run.storeOf(state).jurisdictions.read();
    summaries = refuseDoubtful(run, summaries, doubtful);
    settled = await settle(run);
    doubtful = findDoubtful(run, summaries, settled.findings);
  }
  return { settled, summaries };
}

/** Writes the records of kept reports to the archive. The dataset keeps the run even if this fails. */
function writeRecords({ archive, kept }: OpenRun): void {
  try {
    for (const { record } of kept.values()) archive.write(record);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const message = `The dataset has this run, but the archive lacks records. The next run writes them. ${error.message}`;
    throw new OperatorError(message, error.exitCode);
  }
}
