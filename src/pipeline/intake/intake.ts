import type { Finding } from '../../domain/findings/finding.ts';
import type { AskedMonths } from '../../domain/month-range.ts';
import type { Hold, ReportKindName, ReportRecord, ReportRow, Withdrawal } from '../../domain/report.ts';
import type { Layout } from '../../extract/layouts/report-kind.ts';
import type { OriginNote } from '../../files/origin-note.ts';
import type { KnownReport, Reports } from '../../store/write/reports.ts';
import type { SeenFiles } from '../../store/write/seen-files.ts';
import type { Archive } from '../archive/archive.ts';
import type { ReportReader } from './read-report.ts';
import type { RowLoader } from './row-loader.ts';

/** The settings of a run that its intake needs. */
export interface IntakeOptions {
  months: AskedMonths;
  /** Does everything except writing. */
  dryRun: boolean;
  quarantine: string;
  layouts: readonly Layout[];
  readReport: ReportReader;
  /** How many reports the run reads at a time. */
  concurrency: number;
  /** Stops the run. The dataset does not change. */
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

/** What a run gives to every step of the intake: settings, the archive and the dataset. */
export interface Intake extends IntakeOptions {
  /** The time of receipt of new reports, and of acceptance: an accepted report counts as received then. */
  receivedAt: string;
  /** The time that withdrawals record. Unlike `receivedAt`, it goes back if the clock was set back. */
  startedAt: string;
  archive: Archive;
  writesArchive: boolean;
  reports: Reports;
  rows: RowLoader;
  seenFiles: SeenFiles;
}

/** A file to take into the dataset. */
export interface ReportInput {
  path: string;
  /** Whether the command names this file, and not a folder that has it. */
  isNamed: boolean;
  /** The record of a report that the archive has; `null` for a new file. */
  archived: ReportRecord | null;
}

/** A report file with its bytes. */
export interface ReceivedReport extends ReportInput {
  bytes: Uint8Array;
  sha256: string;
  /** The note beside a new file. */
  note: OriginNote;
}

/** What the load step does with a report. */
export type Decision =
  | LoadDecision
  /** The dataset has all months asked for. */
  | { action: 'skip'; known: KnownReport }
  /** The report was withdrawn and stays out. */
  | { action: 'leave out'; record: ReportRecord; withdrawal: Withdrawal }
  /** The report waits for a person to review it. */
  | { action: 'hold'; record: ReportRecord; hold: Hold }
  | { action: 'refuse'; kind: ReportKindName | null; findings: Finding[] };

/** Rows to load, and the record to store with them. */
export interface LoadDecision {
  action: 'load';
  record: ReportRecord;
  rows: readonly ReportRow[];
  /** Stored with the report. */
  findings: Finding[];
  /** Findings of this run alone: they do not depend on the report's bytes. */
  ofRun: Finding[];
}
