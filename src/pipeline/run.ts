import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { OperatorError } from '../domain/operator-error.ts';
import type { AskedMonths, ReportRecord } from '../domain/report.ts';
import type { Layout } from '../extract/layouts/report-kind.ts';
import { acquireLocks, type RunLock } from '../files/lock.ts';
import type { Reference } from '../registers/registers.ts';
import { STATES } from '../states/index.ts';
import { type Dataset, explain, openForDryRun, openForWriting } from '../store/dataset.ts';
import type { AllocationCounts } from '../store/write/allocations.ts';
import { openFindings } from '../store/write/findings.ts';
import { openReports } from '../store/write/reports.ts';
import { openRuns } from '../store/write/runs.ts';
import { openSeenFiles } from '../store/write/seen-files.ts';
import { openStateStores } from '../store/write/state-store.ts';
import { Archive } from './archive/archive.ts';
import type { Intake } from './intake/intake.ts';
import type { ReportReader } from './intake/read-report.ts';
import { RowLoader } from './intake/row-loader.ts';
import { type TakeOptions, takeReports } from './intake/take-reports.ts';
import { settleStates } from './settle/settle.ts';
import { type RunCommand, type RunSummary, summarizeRun } from './summary.ts';

const DAY_MS = 86_400_000;
/** What these make is as the registers of today say, of every state. */
const SETTLING_ALL: readonly RunCommand[] = ['reprocess', 'rebuild'];

/** What a run works on and with. */
export interface RunOptions extends TakeOptions {
  /** The months asked for. */
  months: AskedMonths;
  database: string;
  archive: string;
  quarantine: string;
  layouts: readonly Layout[];
  reference: Reference;
  /** How many days the records of runs are kept. */
  keepRuns: number;
  /** Everything but the writing. */
  dryRun: boolean;
  readReport: ReportReader;
  now: () => Date;
  programVersion: string;
}

/**
 * Runs the pipeline once: all reports in one transaction. Throws an `OperatorError` where something outside the
 * data stands in the way, and the signal's reason where it was given up; the dataset is then as it was, but where
 * only the archive's records could not be written. The next run completes these, and a withdrawal that only the
 * archive has.
 */
export async function executeRun(options: RunOptions): Promise<RunSummary> {
  const started = options.now();
  const lock = lockAll(options, started);
  try {
    const archive = new Archive(options.archive);
    const dataset = options.dryRun ? openForDryRun(options.database) : openForWriting(options.database);
    try {
      return await runOnce(options, dataset, archive, started);
    } catch (error) {
      if (dataset.sqlite.inTransaction) dataset.sqlite.exec('ROLLBACK');
      archive.undo();
      throw explain(options.database, error);
    } finally {
      dataset.close();
    }
  } finally {
    lock.release();
  }
}

/** A run works alone on its dataset and its archive; a dry run on the dataset, where there is one. */
function lockAll({ dryRun, database, archive, command }: RunOptions, started: Date): RunLock {
  const targets = dryRun ? [database].filter((file) => existsSync(file)) : [database, archive];
  return acquireLocks(targets, command, started.toISOString());
}

/** One transaction: the record of the run, what it does to the dataset, and then the archive. */
async function runOnce(
  options: RunOptions,
  dataset: Dataset,
  archive: Archive,
  started: Date,
): Promise<RunSummary> {
  const { command, programVersion, keepRuns, dryRun, now } = options;
  const { sqlite } = dataset;
  sqlite.exec('BEGIN IMMEDIATE');
  const runs = openRuns(dataset);
  runs.forget(new Date(started.getTime() - keepRuns * DAY_MS));
  const runId = runs.begin(command, started, programVersion);
  const done = await takeAndSettle(options, dataset, archive, { runId, started });
  const milliseconds = now().getTime() - started.getTime();
  const summary = summarizeRun({ ...done, runId: dryRun ? null : runId, milliseconds });
  await pauseForSignal(options.signal);
  if (dryRun) {
    sqlite.exec('ROLLBACK');
    return summary;
  }
  runs.finish(runId, now(), summary, done.hasChanged ? randomUUID() : null);
  archive.prepareCommit();
  sqlite.exec('COMMIT');
  confirmArchive(archive);
  return summary;
}

/** Takes the reports, and settles what their rows touch. */
async function takeAndSettle(
  options: RunOptions,
  dataset: Dataset,
  archive: Archive,
  { runId, started }: { runId: number; started: Date },
) {
  const { command, reference, signal } = options;
  const [reports, findings] = [openReports(dataset), openFindings(dataset)];
  const storeOf = openStateStores(dataset);
  // a rebuilt dataset may be of another time than the archive
  const writesArchive = !options.dryRun && command !== 'rebuild';
  if (writesArchive) archive.complete([...reports.byId().values()]);
  const receivedAt = nextReceipt(started, [...reports.list(), ...archive.list()]);
  const rows = new RowLoader({ runId, reports, findings, storeOf });
  const place = { writesArchive, archive, reports, rows };
  const intake: Intake = {
    ...options,
    ...place,
    receivedAt,
    seenFiles: openSeenFiles(dataset),
    loadedFrom: new Map(),
  };
  // of a state without reports there may still be findings
  if (SETTLING_ALL.includes(command)) for (const state of STATES) rows.noteState(state);
  const taken = await takeReports(options, { ...place, withdrawnAt: started.toISOString() }, intake);
  const records = reports.byId();
  const allocations: AllocationCounts = { inserted: 0, updated: 0, revised: 0, unchanged: 0 };
  const settlement = { runId, receivedAt, reports: records, reference, findings, counts: allocations };
  const settled = await settleStates(storeOf, rows.touched, settlement, () => pauseForSignal(signal));
  const hasChanged =
    settled.hasChangedJurisdictions ||
    findings.hasChanged() ||
    allocations.inserted + allocations.updated > 0 ||
    taken.some(({ status }) => status === 'loaded' || status === 'withdrawn');
  return { taken, settled, allocations, hasChanged, recordOf: (id: number) => records.get(id) };
}

/** The dataset has the run already, whatever becomes of the archive's records. */
function confirmArchive(archive: Archive): void {
  try {
    archive.confirm();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const message = `${error.message} (the dataset has this run; the next one writes the records that are missing)`;
    throw new OperatorError(message, error.exitCode);
  }
}

/** Reports of one run share their time of receipt, which is later than any before, whatever the clock says. */
function nextReceipt(started: Date, known: readonly { record: ReportRecord }[]): string {
  const latest = known.reduce((max, { record }) => Math.max(max, Date.parse(record.receivedAt)), 0);
  return new Date(Math.max(started.getTime(), latest + 1)).toISOString();
}

async function pauseForSignal(signal: AbortSignal | undefined): Promise<void> {
  await nextTurn();
  signal?.throwIfAborted();
}
