import pLimit from 'p-limit';
import type { ReportRecord } from '../../domain/report.ts';
import type { Archive } from '../archive/archive.ts';
import type { ReportSummary, RunCommand } from '../summary.ts';
import { type WithdrawalOptions, withdrawArchived, withdrawReport } from '../withdrawals.ts';
import type { Intake, Source } from './intake.ts';

/**
 * The reports to take: files, with the paths they were `found` under (by default each file was named itself); those of
 * the archive, each with the record that `archived` makes of its own, `null` leaving it out; or the one to take out.
 */
export type ReportsAsked =
  | { files: readonly string[]; found?: readonly string[] }
  | { archived: (record: ReportRecord) => ReportRecord | null }
  | { withdraw: string; reason: string };

/** What of a run says which reports are taken, and how. */
export interface TakeOptions {
  command: RunCommand;
  reports: ReportsAsked;
  /** How many reports are read at a time. */
  concurrency: number;
  /** Gives the run up; the dataset is left as it was. */
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

/** Takes the reports asked for, and takes out what the archive has as withdrawn. */
export async function takeReports(
  options: TakeOptions,
  withdrawals: WithdrawalOptions,
  intake: Intake,
): Promise<ReportSummary[]> {
  const { command, reports } = options;
  const withdrawn = command === 'rebuild' ? [] : withdrawArchived(withdrawals);
  if ('withdraw' in reports) {
    const { withdraw, reason } = reports;
    // a withdrawal that a killed run wrote to the archive is complete now
    if (withdrawn.some(({ sha256 }) => sha256 === withdraw)) return withdrawn;
    return [withdrawReport(withdrawals, withdraw, reason), ...withdrawn];
  }
  const sources = sourcesOf(reports, withdrawals.archive);
  return [...(await receiveAll(sources, intake, options)), ...withdrawn];
}

function sourcesOf(reports: Exclude<ReportsAsked, { withdraw: string }>, archive: Archive): Source[] {
  if ('files' in reports)
    return reports.files.map((path) => ({ path, found: reports.found ?? [path], archived: null }));
  return archive
    .list()
    .map(({ path, record }) => ({ path, found: [path], archived: reports.archived(record) }))
    .filter(({ archived }) => archived !== null);
}

/** Reads a few reports at a time; each is loaded as soon as it is read, so that few are in memory at once. */
async function receiveAll(
  sources: readonly Source[],
  intake: Intake,
  { concurrency, signal, onProgress }: TakeOptions,
): Promise<ReportSummary[]> {
  const limit = pLimit(concurrency);
  let done = 0;
  let failure: unknown;
  const hasFailed = () => failure !== undefined || signal?.aborted === true;
  const receive = async (source: Source): Promise<ReportSummary[]> => {
    if (hasFailed()) return [];
    try {
      const summary = await intake.receive(source, hasFailed);
      done += 1;
      onProgress?.(done, sources.length);
      return [summary];
    } catch (error) {
      failure ??= error;
      return [];
    }
  };
  const summaries = await Promise.all(sources.map((source) => limit(receive, source)));
  if (failure !== undefined) throw failure;
  signal?.throwIfAborted();
  return summaries.flat();
}
