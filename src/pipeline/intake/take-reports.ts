import pLimit from 'p-limit';
import type { ReportRecord } from '../../domain/report.ts';
import type { ArchivedReport } from '../archive/archive-records.ts';
import { acceptReport, listAccepted, requireHeld } from '../reviews.ts';
import type { ReportSummary, RunCommand } from '../summary.ts';
import { withdrawArchived, withdrawReport } from '../withdrawals.ts';
import type { Intake, ReportInput } from './intake.ts';
import { takeReport } from './take-report.ts';

/**
 * What a run works on: files, reports of the archive, or one report to withdraw, reject or accept. If files have the same
 * bytes, the first one names the report. `found` are the paths that the command names (default: the files). `archived` gives the record to load a report with; `null` skips the report.
 */
export type ReportsAsked =
  | { files: readonly string[]; found?: readonly string[] }
  | { archived: (record: ReportRecord) => ReportRecord | null }
  | { withdraw: string; reason: string }
  | { reject: string; reason: string }
  | { accept: string; reason: string };

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

/** Takes the reports asked for, and completes decisions that only the archive has. */
export async function takeReports(options: TakeOptions, intake: Intake): Promise<ReportSummary[]> {
  const { command, reports: asked } = options;
  const withdrawn = command === 'rebuild' ? [] : withdrawArchived(intake);
  const accepted = command === 'rebuild' ? [] : listAccepted(intake);
  const removed = removeAsked(asked, withdrawn, intake);
  const inputs = listInputs(asked, accepted, intake);
  const summaries = await takeAll(inputs, intake, options);
  // a report that cannot be read stays held
  if ('accept' in asked && summaries.some(({ status }) => status === 'refused'))
    intake.archive.takeBack(asked.accept);
  return [...summaries, ...removed, ...withdrawn];
}

/** Withdraws or rejects the report asked for, unless an interrupted run wrote the decision to the archive. */
function removeAsked(
  asked: ReportsAsked,
  withdrawn: readonly ReportSummary[],
  intake: Intake,
): ReportSummary[] {
  const sha256 = 'withdraw' in asked ? asked.withdraw : 'reject' in asked ? asked.reject : null;
  if (sha256 === null || !('reason' in asked) || withdrawn.some((done) => done.sha256 === sha256)) return [];
  if ('reject' in asked) requireHeld(intake.reports, sha256);
  return [withdrawReport(intake, sha256, asked.reason)];
}

function listInputs(asked: ReportsAsked, accepted: readonly ArchivedReport[], intake: Intake): ReportInput[] {
  if ('files' in asked) {
    const files = asked.files.map((path) => ({ path, found: asked.found ?? [path], archived: null }));
    return [...files, ...accepted.map(inputOf)];
  }
  if ('accept' in asked) {
    const isDone = accepted.some(({ record }) => record.sha256 === asked.accept);
    const now = isDone
      ? []
      : [acceptReport(intake, asked.accept, { at: intake.receivedAt, reason: asked.reason })];
    return [...now, ...accepted].map(inputOf);
  }
  if (!('archived' in asked)) return accepted.map(inputOf);
  const archived = intake.archive.list().flatMap(({ path, record: stored }) => {
    const record = asked.archived(stored);
    return record ? [{ path, record }] : [];
  });
  const hashes = new Set(archived.map(({ record }) => record.sha256));
  return [...archived, ...accepted.filter(({ record }) => !hashes.has(record.sha256))].map(inputOf);
}

/** A report of the archive as a report to load. */
function inputOf({ path, record }: ArchivedReport): ReportInput {
  return { path, found: [path], archived: record };
}

/**
 * Takes a few reports at a time, to keep few in memory. They load in the order given, whichever is read first, so that the
 * ids of reports do not depend on chance.
 */
async function takeAll(
  inputs: readonly ReportInput[],
  intake: Intake,
  { concurrency, signal, onProgress }: TakeOptions,
): Promise<ReportSummary[]> {
  const limit = pLimit(concurrency);
  let done = 0;
  let failure: unknown;
  const isAbandoned = () => failure !== undefined || signal?.aborted === true;
  const take = async (input: ReportInput, before: Promise<unknown>): Promise<ReportSummary | null> => {
    if (isAbandoned()) return null;
    try {
      const summary = await takeReport(input, intake, async () => {
        await before;
        return !isAbandoned();
      });
      if (summary) onProgress?.(++done, inputs.length);
      return summary;
    } catch (error) {
      failure ??= error;
      return null;
    }
  };
  let last: Promise<ReportSummary | null> = Promise.resolve(null);
  const readings = inputs.map((input) => {
    last = limit(take, input, last);
    return last;
  });
  const summaries = await Promise.all(readings);
  if (failure !== undefined) throw failure;
  signal?.throwIfAborted();
  return summaries.filter((summary) => summary !== null);
}
