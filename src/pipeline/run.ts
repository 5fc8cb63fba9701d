import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { OperatorError } from '../domain/operator-error.ts';
import { isHeld, type ReportRecord } from '../domain/report.ts';
import { acquireLocks, type RunLock } from '../files/lock.ts';
import type { Registers } from '../registers/registers.ts';
import { STATES } from '../states/index.ts';
import { type Dataset, explain, openForDryRun, openForWriting } from '../store/dataset.ts';
import { openReports, type Reports } from '../store/write/reports.ts';
import { RunWriter } from '../store/write/runs.ts';
import { openSeenFiles } from '../store/write/seen-files.ts';
import { openStateStores } from '../store/write/state-store.ts';
import { FindingWriter } from '../store/write/stored-findings.ts';
import { Archive } from './archive/archive.ts';
import type { ArchivedReport } from './archive/archive-records.ts';
import { type ReportDecision, writeDecisions } from './decided-reports.ts';
import { findDoubtful, holdReports } from './doubts.ts';
import type { Intake, IntakeOptions, ReportInput } from './intake/intake.ts';
import { withReplacedFindings, withReturnedFindings } from './intake/related-reports.ts';
import { inputOf, type ReportSource } from './intake/report-inputs.ts';
import { RowLoader } from './intake/row-loader.ts';
import { takeReports } from './intake/take-reports.ts';
import { settleStates } from './settle/settle.ts';
import { type ReportSummary, type RunCommand, type RunSummary, summarizeRun } from './summary.ts';

const DAY_MS = 86_400_000;
/** These commands apply today's registers to every state. */
const SETTLING_ALL: readonly RunCommand[] = ['reprocess', 'rebuild'];

/** What to do with a report that is doubtful as a whole. */
export type OnDoubt = 'load' | 'hold';

/** The settings and tools of a run. */
export interface RunOptions extends IntakeOptions {
  command: RunCommand;
  /** What a person decided about one report, for the commands withdraw, reject and accept. */
  decided?: ReportDecision;
  /** The reports to take. Those that a person accepted are added. */
  reports: ReportSource;
  database: string;
  archive: string;
  registers: Registers;
  /** How many days the dataset keeps the records of runs. */
  keepRuns: number;
  /** Whether to load reports that are doubtful as a whole, or to hold them for a person. Default: load. */
  onDoubt?: OnDoubt;
  now: () => Date;
  programVersion: string;
}

/** The options of a run, with the opened dataset and archive. */
interface OpenRun {
  options: RunOptions;
  dataset: Dataset;
  archive: Archive;
  started: Date;
}

/**
 * Runs the pipeline once, with all reports in one transaction. Throws an `OperatorError` if something outside the data
 * fails, and the signal's reason if the run was stopped. The dataset does not change then, with one exception: if only
 * the archive's records could not be written, the dataset keeps the run, and the next run writes the records.
 */
export async function executeRun(options: RunOptions): Promise<RunSummary> {
  const started = options.now();
  const lock = lockAll(options, started);
  try {
    const archive = new Archive(options.archive);
    const dataset = options.dryRun ? openForDryRun(options.database) : openForWriting(options.database);
    try {
      return await runInTransaction({ options, dataset, archive, started });
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

/** Locks the dataset and the archive. A dry run locks only an existing dataset. */
function lockAll({ dryRun, database, archive, command }: RunOptions, started: Date): RunLock {
  const targets = dryRun ? [database].filter((file) => existsSync(file)) : [database, archive];
  return acquireLocks(targets, command, started.toISOString());
}

/** Writes what people decided, takes the reports, settles the series whose rows changed, and commits. A dry run rolls back. */
async function runInTransaction(run: OpenRun): Promise<RunSummary> {
  const { options, dataset, archive, started } = run;
  const { dryRun, now, signal } = options;
  dataset.sqlite.exec('BEGIN IMMEDIATE');
  const runs = new RunWriter(dataset);
  runs.forget(new Date(started.getTime() - options.keepRuns * DAY_MS));
  const runId = runs.begin(options.command, started, options.programVersion);
  const done = await takeAndSettle(run, runId);
  const milliseconds = now().getTime() - started.getTime();
  const summary = summarizeRun({ ...done, runId: dryRun ? null : runId, milliseconds });
  await pauseForSignal(signal);
  if (dryRun) {
    dataset.sqlite.exec('ROLLBACK');
    return summary;
  }
  runs.finish(runId, now(), summary, done.states, done.hasChanged ? randomUUID() : null);
  archive.prepareCommit();
  dataset.sqlite.exec('COMMIT');
  confirmArchive(archive);
  return summary;
}

/** Does everything between the beginning and the end of a run. */
async function takeAndSettle(run: OpenRun, runId: number) {
  const { options, dataset, archive } = run;
  const { command, decided } = options;
  const findings = new FindingWriter(dataset);
  const intake = openIntake(run, runId, findings);
  const { reports, rows } = intake;
  // a state without reports may still have findings
  if (SETTLING_ALL.includes(command)) for (const state of STATES) rows.noteState(state);
  const heldBefore = countWaiting(reports);
  const { removed, accepted } = writeDecisions(intake, options);
  const inputs = withAccepted(options.reports(archive), accepted);
  const taken = await takeReports(inputs, intake);
  // a report that cannot be read stays held
  if (command === 'accept' && decided && taken.some(({ status }) => status === 'refused'))
    archive.takeBack(decided.sha256);
  const settled = await settleAndHold(run, runId, intake, [...taken, ...removed]);
  const { allocations } = settled;
  const hasChanged =
    settled.hasChanged ||
    findings.hasChanged ||
    countWaiting(reports) !== heldBefore ||
    allocations.inserted + allocations.updated + allocations.removed > 0 ||
    settled.summaries.some(({ status }) => ['loaded', 'withdrawn', 'rejected'].includes(status));
  const summaries = hasChanged
    ? withReplacedFindings(settled.summaries, reports.list())
    : withReturnedFindings(settled.summaries, inputs, { dataset, reports });
  const records = reports.byId();
  const states = new Set(rows.changedStates.keys());
  return { summaries, settled, states, allocations, hasChanged, recordOf: (id: number) => records.get(id) };
}

/** The reports to take, with those that a person accepted. Each report is taken once. */
function withAccepted(listed: readonly ReportInput[], accepted: readonly ArchivedReport[]): ReportInput[] {
  const hashes = new Set(listed.map(({ archived }) => archived?.sha256));
  return [...listed, ...accepted.filter(({ record }) => !hashes.has(record.sha256)).map(inputOf)];
}

/**
 * Settles the series whose rows changed. If reports turn out to be doubtful and the run holds such, takes their rows out
 * and settles again: what the other reports give is computed without them.
 */
async function settleAndHold(
  { options, dataset }: OpenRun,
  runId: number,
  intake: Intake,
  taken: readonly ReportSummary[],
) {
  const { registers, signal, onDoubt } = options;
  const { receivedAt, reports, rows } = intake;
  const pause = () => pauseForSignal(signal);
  for (let summaries = taken; ; ) {
    dataset.sqlite.exec('SAVEPOINT settling');
    // what these remember of the tables ends with the savepoint
    const [storeOf, findings] = [openStateStores(dataset), new FindingWriter(dataset)];
    const settlement = { runId, receivedAt, reports: reports.byId(), registers, findings, pause };
    const settled = await settleStates(storeOf, rows.changedStates, settlement);
    const doubtful = onDoubt === 'hold' ? findDoubtful(summaries, settled.findings, intake) : [];
    const hasChanged = settled.hasChangedJurisdictions || findings.hasChanged;
    if (doubtful.length === 0) return { ...settled, summaries, hasChanged };
    dataset.sqlite.exec('ROLLBACK TO settling');
    summaries = holdReports(summaries, doubtful, intake);
  }
}

/** How many reports wait for a review. */
function countWaiting(reports: Reports): number {
  return reports.list().filter(({ record }) => isHeld(record)).length;
}

/** Opens the intake, after the archive has what the dataset knows. */
function openIntake(
  { options, dataset, archive, started }: OpenRun,
  runId: number,
  findings: FindingWriter,
): Intake {
  const reports = openReports(dataset);
  // a rebuilt dataset may be older than the archive
  const writesArchive = !options.dryRun && options.command !== 'rebuild';
  if (writesArchive) archive.complete([...reports.byId().values()]);
  return {
    ...options,
    archive,
    writesArchive,
    reports,
    rows: new RowLoader({ runId, reports, findings, storeOf: openStateStores(dataset) }),
    receivedAt: nextReceipt(started, [...reports.list(), ...archive.list()]),
    startedAt: started.toISOString(),
    seenFiles: openSeenFiles(dataset),
  };
}

/** Writes the archive's records. The dataset keeps the run even if this fails. */
function confirmArchive(archive: Archive): void {
  try {
    archive.confirm();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const message = `The dataset has this run, but the archive lacks records. The next run writes them. ${error.message}`;
    throw new OperatorError(message, error.exitCode);
  }
}

/** The time of receipt of all new reports of a run. It is later than any before, even if the clock was set back. */
function nextReceipt(started: Date, known: readonly { record: ReportRecord }[]): string {
  const latest = known.reduce((max, { record }) => Math.max(max, Date.parse(record.received_at)), 0);
  return new Date(Math.max(started.getTime(), latest + 1)).toISOString();
}

async function pauseForSignal(signal: AbortSignal | undefined): Promise<void> {
  await nextTurn();
  signal?.throwIfAborted();
}
