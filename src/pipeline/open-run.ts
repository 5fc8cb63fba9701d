import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AskedMonths } from '../domain/month-range.ts';
import type { ReportRecord } from '../domain/report.ts';
import type { Layout } from '../extract/layouts/report-kind.ts';
import type { Registers } from '../registers/registers.ts';
import type { State } from '../states/state.ts';
import type { Dataset } from '../store/dataset.ts';
import { openReports, type Reports } from '../store/write/reports.ts';
import { RunWriter } from '../store/write/runs.ts';
import { openStateStores, type StateStore } from '../store/write/state-store.ts';
import { FindingWriter } from '../store/write/stored-findings.ts';
import type { Archive } from './archive/archive.ts';
import type { ReportReader } from './intake/read-report.ts';
import { ReportLoader } from './intake/report-loader.ts';
import type { RunCommand } from './summary.ts';

const DAY_MS = 86_400_000;

/** What to do with a new report that is doubtful as a whole. */
export type OnDoubt = 'load' | 'refuse';

/** The settings and tools of a run. */
export interface RunOptions {
  command: RunCommand;
  /** The report files to take. If files have the same bytes, the first one names the report. */
  files?: readonly string[];
  /** The archived reports to read again, with the records to load them with. */
  records?: readonly ReportRecord[];
  /** The reports to withdraw, and why. */
  withdraw?: readonly { sha256: string; reason: string }[];
  /** Why a person loads the files in spite of their doubts. */
  accept?: string;
  /** Takes only new reports that have one of these months. */
  months?: AskedMonths;
  onDoubt: OnDoubt;
  /** Does everything except writing. */
  dryRun: boolean;
  database: string;
  archive: string;
  quarantine: string;
  layouts: readonly Layout[];
  registers: Registers;
  read: ReportReader;
  /** How many reports the run reads at a time. */
  concurrency: number;
  /** How many days the dataset keeps the records of runs. */
  keepRuns: number;
  now: () => Date;
  programVersion: string;
  /** Stops the run. The dataset does not change. */
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

/** A run with the opened dataset and archive. */
export interface OpenRun {
  options: RunOptions;
  dataset: Dataset;
  archive: Archive;
  reports: Reports;
  findings: FindingWriter;
  loader: ReportLoader;
  storeOf(state: State): StateStore;
  runs: RunWriter;
  runId: number;
  startedAt: string;
  /** The time of receipt of new reports. Later than any before, even if the clock was set back. */
  receivedAt: string;
  /** Whether the run writes to the archive. A rebuilt dataset may be older than the archive. */
  writesArchive: boolean;
  /** What the archive keeps once the dataset has committed, by hash. */
  kept: Map<string, KeptReport>;
  /** Whether findings of a known report changed. */
  hasChanged: boolean;
}

/** A record to write to the archive, and whether this run put the bytes. */
export interface KeptReport {
  record: ReportRecord;
  isPut: boolean;
}

/** Begins a run in an open transaction. */
export function beginRun(options: RunOptions, dataset: Dataset, archive: Archive, started: Date): OpenRun {
  const runs = new RunWriter(dataset);
  runs.forget(new Date(started.getTime() - options.keepRuns * DAY_MS));
  const runId = runs.begin(options.command, started, options.programVersion);
  const reports = openReports(dataset);
  const stores = openStateStores(dataset);
  const findings = new FindingWriter(dataset);
  const storeOf = (state: State) => {
    const store = stores.get(state);
    if (!store) throw new Error(`no tables for ${state.code}`);
    return store;
  };
  const known = [...reports.list(), ...archive.list()].map(({ record }) => Date.parse(record.received_at));
  const latest = known.reduce((max, time) => Math.max(max, time), 0);
  return {
    ...{ options, dataset, archive, reports, findings, storeOf, runs, runId },
    loader: new ReportLoader({ runId, reports, findings, storeOf }),
    startedAt: started.toISOString(),
    receivedAt: new Date(Math.max(started.getTime(), latest + 1)).toISOString(),
    writesArchive: !options.dryRun && options.command !== 'rebuild',
    kept: new Map(),
    hasChanged: false,
  };
}

/** Lets signals in, and throws the reason of the one that stops the run. */
export async function pauseForSignal(signal: AbortSignal | undefined): Promise<void> {
  await nextTurn();
  signal?.throwIfAborted();
}
