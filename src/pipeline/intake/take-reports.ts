import pLimit from 'p-limit';
import type { ReportRecord } from '../../domain/report.ts';
import type { Archive } from '../archive/archive.ts';
import type { ReportSummary, RunCommand } from '../summary.ts';
import { withdrawArchived, withdrawReport } from '../withdrawals.ts';
import type { Intake, ReportInput } from './intake.ts';
import { takeReport } from './take-report.ts';

/**
 * What a run works on: files, reports of the archive, or one report to withdraw. `found` are the paths that the
 * command names (default: the files). `archived` gives the record to load a report with; `null` skips the report.
 */
export type ReportsAsked =
  | { files: readonly string[]; found?: readonly string[] }
  | { archived: (record: ReportRecord) => ReportRecord | null }
  | { withdraw: string; reason: string };

/** Which reports a run takes, and how. */
export interface TakeOptions {
  command: RunCommand;
  reports: ReportsAsked;
  /** How many reports the run reads at a time. */
  concurrency: number;
  /** Stops the run. The dataset does not change. */
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

/** Takes the reports asked for, and removes reports that are withdrawn in the archive only. */
export async function takeReports(options: TakeOptions, intake: Intake): Promise<ReportSummary[]> {
  const { command, reports } = options;
  const withdrawn = command === 'rebuild' ? [] : withdrawArchived(intake);
  if ('withdraw' in reports) {
    const { withdraw, reason } = reports;
    // an interrupted run may have written this withdrawal to the archive
    if (withdrawn.some(({ sha256 }) => sha256 === withdraw)) return withdrawn;
    return [withdrawReport(intake, withdraw, reason), ...withdrawn];
  }
  const inputs = listInputs(reports, intake.archive);
  return [...(await takeAll(inputs, intake, options)), ...withdrawn];
}

function listInputs(reports: Exclude<ReportsAsked, { withdraw: string }>, archive: Archive): ReportInput[] {
  if ('files' in reports)
    return reports.files.map((path) => ({ path, found: reports.found ?? [path], archived: null }));
  return archive
    .list()
    .map(({ path, record }) => ({ path, found: [path], archived: reports.archived(record) }))
    .filter(({ archived }) => archived !== null);
}

/** Takes a few reports at a time and loads each as soon as it is read, to keep few in memory. */
async function takeAll(
  inputs: readonly ReportInput[],
  intake: Intake,
  { concurrency, signal, onProgress }: TakeOptions,
): Promise<ReportSummary[]> {
  const limit = pLimit(concurrency);
  let done = 0;
  let failure: unknown;
  const isAbandoned = () => failure !== undefined || signal?.aborted === true;
  const take = async (input: ReportInput): Promise<ReportSummary | null> => {
    if (isAbandoned()) return null;
    try {
      const summary = await takeReport(input, intake, isAbandoned);
      if (summary) onProgress?.(++done, inputs.length);
      return summary;
    } catch (error) {
      failure ??= error;
      return null;
    }
  };
  const summaries = await Promise.all(inputs.map((input) => limit(take, input)));
  if (failure !== undefined) throw failure;
  signal?.throwIfAborted();
  return summaries.filter((summary) => summary !== null);
}
