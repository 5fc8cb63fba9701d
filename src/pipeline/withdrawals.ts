import { OperatorError, USAGE } from '../domain/operator-error.ts';
import type { Withdrawal } from '../domain/report.ts';
import type { KnownReport, Reports } from '../store/write/reports.ts';
import type { Archive } from './archive/archive.ts';
import type { RowLoader } from './intake/row-loader.ts';
import { type ReportSummary, summaryOf } from './summary.ts';

/** What reports are taken out of. */
export interface WithdrawalOptions {
  /** The time on record of reports that are withdrawn now. */
  withdrawnAt: string;
  writesArchive: boolean;
  archive: Archive;
  reports: Reports;
  rows: RowLoader;
}

/**
 * Removes a report's rows and keeps its record, marked as withdrawn. If only the dataset has it as withdrawn, the
 * archive gets this withdrawal. Throws an `OperatorError` if the report is unknown, or withdrawn already.
 */
export function withdrawReport(options: WithdrawalOptions, sha256: string, reason: string): ReportSummary {
  const known = options.reports.find(sha256);
  if (!known)
    throw new OperatorError(
      `the dataset has no report ${sha256}; allocations show --json names the reports`,
      USAGE,
    );
  const { record } = known;
  const { archive, writesArchive, withdrawnAt: at } = options;
  if (record.withdrawn && (archive.find(sha256)?.record ?? record).withdrawn) {
    const { at: then, reason: why } = record.withdrawn;
    throw new OperatorError(`${record.fileName} was withdrawn at ${then} already (${why})`, USAGE);
  }
  if (writesArchive) archive.withdraw(record, { at, reason });
  return takeOut(options, known, { at, reason });
}

/**
 * Removes reports that are withdrawn in the archive only. Either the dataset is older, or another one, or a run ended
 * after it had written the archive and before it committed.
 */
export function withdrawArchived(options: WithdrawalOptions): ReportSummary[] {
  const { reports, archive } = options;
  return reports.list().flatMap((known) => {
    const withdrawn = archive.find(known.record.sha256)?.record.withdrawn;
    return withdrawn && !known.record.withdrawn ? [takeOut(options, known, withdrawn)] : [];
  });
}

function takeOut(
  { reports, rows }: WithdrawalOptions,
  known: KnownReport,
  withdrawal: Withdrawal,
): ReportSummary {
  const { record, rowCount } = known;
  rows.remove(known);
  reports.write({ ...record, withdrawn: withdrawal }, 0);
  return { ...summaryOf(record.fileName, record), status: 'withdrawn', rows: rowCount };
}
