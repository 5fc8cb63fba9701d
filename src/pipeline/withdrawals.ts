import { OperatorError, USAGE } from '../domain/operator-error.ts';
import type { Withdrawal } from '../domain/report.ts';
import type { KnownReport, Reports } from '../store/reports.ts';
import type { Archive } from './archive.ts';
import type { RowLoader } from './row-loader.ts';
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
 * Takes a report out: its rows go, it stays on record as withdrawn. Throws an `OperatorError` where the dataset
 * has no such report, or it was withdrawn before.
 */
export function withdrawReport(options: WithdrawalOptions, sha256: string, reason: string): ReportSummary {
  const known = options.reports.find(sha256);
  if (!known)
    throw new OperatorError(
      `the dataset has no report ${sha256}; allocations show --json names the reports`,
      USAGE,
    );
  const { record } = known;
  if (record.withdrawn) {
    const { at, reason: why } = record.withdrawn;
    throw new OperatorError(`${record.fileName} was withdrawn at ${at} already (${why})`, USAGE);
  }
  return takeOut(options, known, { at: options.withdrawnAt, reason });
}

/** Takes out what the archive has as withdrawn and the dataset still counts: it is older than that, or another one. */
export function withdrawArchived(options: WithdrawalOptions): ReportSummary[] {
  const { reports, archive } = options;
  return reports.list().flatMap((known) => {
    const withdrawn = archive.find(known.record.sha256)?.record.withdrawn;
    return withdrawn && !known.record.withdrawn ? [takeOut(options, known, withdrawn)] : [];
  });
}

function takeOut(
  { reports, archive, rows, writesArchive }: WithdrawalOptions,
  known: KnownReport,
  withdrawal: Withdrawal,
): ReportSummary {
  const { record, rowCount } = known;
  rows.remove(known);
  const withdrawn = { ...record, withdrawn: withdrawal };
  reports.write(withdrawn, 0);
  if (writesArchive) archive.amend(withdrawn);
  return { ...summaryOf(record.fileName, record), status: 'withdrawn', rows: rowCount };
}
