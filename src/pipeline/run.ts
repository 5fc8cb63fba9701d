import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { OperatorError } from '../domain/operator-error.ts';
import type { ReportRecord } from '../domain/report.ts';
import type { Layout } from '../extract/report-kind.ts';
import { STATES } from '../states/index.ts';
import type { State } from '../states/state.ts';
import type { AllocationCounts } from '../store/allocations.ts';
import { type Dataset, explain, openForDryRun, openForWriting } from '../store/dataset.ts';
import { openFindings } from '../store/findings.ts';
import { openReports } from '../store/reports.ts';
import { openRuns } from '../store/runs.ts';
import { openSeenFiles } from '../store/seen-files.ts';
import { openStateStore, type StateStore } from '../store/state-store.ts';
import { Archive } from './archive.ts';
import { Intake, type Source } from './intake.ts';
import { acquireLocks, type RunLock } from './lock.ts';
import type { AskedMonths } from './months-taken.ts';
import type { ReportReader } from './read-report.ts';
import type { Reference } from './reference.ts';
import { RowLoader } from './row-loader.ts';
import { settleStates } from './settle.ts';
import { type ReportSummary, type RunCommand, type RunSummary, summarizeRun } from './summary.ts';

const DAY_MS = 86_400_000;
/** What these make is as the registers of today say, of every state. */
const SETTLING_ALL: readonly RunCommand[] = ['reprocess', 'rebuild'];

/** What a run works on and with. */
export interface RunOptions {
  command: RunCommand;
  /**
   * The reports to take: files, or those of the archive, each with the record that `archived` makes of its own, `null`
   * leaving it out; or the one to take out.
   */
  reports:
    | { files: readonly string[] }
    | { archived: (record: ReportRecord) => ReportRecord | null }
    | { withdraw: string; reason: string };
  /** The months asked for. */
  months: AskedMonths;
  database: string;
  archive: string;
  quarantine: string;
  layouts: readonly Layout[];
  reference: Reference;
  concurrency: number;
  /** How many days the records of runs are kept. */
  keepRuns: number;
  /** Everything but the writing. */
  dryRun: boolean;
  readReport: ReportReader;
  now: () => Date;
  programVersion: string;
  /** Gives the run up; the dataset is left as it was. */
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Runs the pipeline once: all reports in one transaction. Throws an `OperatorError` where something outside the
 * data stands in the way, and the signal's reason where it was given up; the dataset is then as it was, but where
 * only the archive's records could not be written, which the next run makes good.
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

async function runOnce(
  options: RunOptions,
  dataset: Dataset,
  archive: Archive,
  started: Date,
): Promise<RunSummary> {
  const { sqlite } = dataset;
  sqlite.exec('BEGIN IMMEDIATE');
  const [reports, runs, findings] = [openReports(dataset), openRuns(dataset), openFindings(dataset)];
  const stores = new Map(STATES.map((state) => [state, openStateStore(dataset, state)]));
  // a rebuilt dataset may be of another time than the archive
  const writesArchive = !options.dryRun && options.command !== 'rebuild';
  const known = reports.list().map(({ record }) => record);
  if (writesArchive) {
    archive.removeUnfinished();
    archive.complete(known);
  }
  runs.forget(new Date(started.getTime() - options.keepRuns * DAY_MS));
  const runId = runs.begin(options.command, started, options.programVersion);
  const receivedAt = nextReceipt(started, [...known, ...archive.list().map(({ record }) => record)]);
  const storeOfState = (state: State) => storeOf(stores, state);
  const rows = new RowLoader({ runId, reports, findings, storeOf: storeOfState });
  const intake = new Intake({
    ...options,
    writesArchive,
    receivedAt,
    withdrawnAt: started.toISOString(),
    archive,
    reports,
    rows,
    seenFiles: openSeenFiles(dataset),
  });
  // of a state without reports there may still be findings
  if (SETTLING_ALL.includes(options.command)) for (const state of STATES) rows.noteState(state);
  const taken = await takeReports(options, archive, intake);
  const records = new Map(reports.list().map(({ id, record }) => [id, record]));
  const counts: AllocationCounts = { inserted: 0, updated: 0, unchanged: 0 };
  const { reference } = options;
  const settlement = { runId, receivedAt, reports: records, reference, findings, counts };
  const pause = () => pauseForSignal(options.signal);
  const settled = await settleStates(storeOfState, rows.touched, settlement, pause);
  const hasChanged =
    settled.hasChangedJurisdictions ||
    counts.inserted + counts.updated > 0 ||
    taken.some(({ status }) => status === 'loaded' || status === 'withdrawn');
  const summary = summarizeRun({
    runId: options.dryRun ? null : runId,
    taken,
    settled: settled.findings,
    misfits: settled.misfits,
    recordOf: (id) => records.get(id),
    allocations: counts,
    hasChanged,
    milliseconds: options.now().getTime() - started.getTime(),
  });
  await pause();
  if (options.dryRun) {
    sqlite.exec('ROLLBACK');
    return summary;
  }
  runs.finish(runId, options.now(), summary, hasChanged ? randomUUID() : null);
  archive.sync();
  sqlite.exec('COMMIT');
  confirmArchive(archive);
  return summary;
}

/** Takes the reports asked for, and takes out what the archive has as withdrawn. */
async function takeReports(options: RunOptions, archive: Archive, intake: Intake): Promise<ReportSummary[]> {
  const { command, reports } = options;
  const withdrawn = command === 'rebuild' ? [] : intake.withdrawArchived();
  if ('withdraw' in reports) return [intake.withdraw(reports.withdraw, reports.reason), ...withdrawn];
  return [...(await receiveAll(sourcesOf(options, archive), intake, options)), ...withdrawn];
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
function nextReceipt(started: Date, records: readonly ReportRecord[]): string {
  const latest = records.reduce((max, { receivedAt }) => Math.max(max, Date.parse(receivedAt)), 0);
  return new Date(Math.max(started.getTime(), latest + 1)).toISOString();
}

function sourcesOf({ reports }: RunOptions, archive: Archive): Source[] {
  if ('files' in reports) return reports.files.map((path) => ({ path, archived: null }));
  if ('withdraw' in reports) return [];
  return archive
    .list()
    .map(({ path, record }) => ({ path, archived: reports.archived(record) }))
    .filter(({ archived }) => archived !== null);
}

/** Reads a few reports at a time; each is loaded as soon as it is read, so that few are in memory at once. */
async function receiveAll(
  sources: readonly Source[],
  intake: Intake,
  options: RunOptions,
): Promise<ReportSummary[]> {
  const limit = pLimit(options.concurrency);
  let done = 0;
  let failure: unknown;
  const hasFailed = () => failure !== undefined || options.signal?.aborted === true;
  const receive = async (source: Source): Promise<ReportSummary[]> => {
    if (hasFailed()) return [];
    try {
      const summary = await intake.receive(source, hasFailed);
      done += 1;
      options.onProgress?.(done, sources.length);
      return [summary];
    } catch (error) {
      failure ??= error;
      return [];
    }
  };
  const summaries = await Promise.all(sources.map((source) => limit(receive, source)));
  if (failure !== undefined) throw failure;
  options.signal?.throwIfAborted();
  return summaries.flat();
}

async function pauseForSignal(signal: AbortSignal | undefined): Promise<void> {
  await nextTurn();
  signal?.throwIfAborted();
}

function storeOf(stores: ReadonlyMap<State, StateStore>, state: State): StateStore {
  const store = stores.get(state);
  if (!store) throw new Error(`no store for ${state.code}`);
  return store;
}
