import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { isHeld, type Withdrawal } from '../domain/report.ts';
import type { KnownReport } from '../store/write/reports.ts';
import type { Intake } from './intake/intake.ts';
import { type ReportSummary, summaryOf } from './summary.ts';

/**
 * Removes a report's rows and marks its record as withdrawn. If only the dataset has the withdrawal, adds it to the
 * archive. Throws an `OperatorError` if the report is unknown or already withdrawn.
 */
export function withdrawReport(intake: Intake, sha256: string, reason: string): ReportSummary {
  const known = intake.reports.find(sha256);
  if (!known)
    throw new OperatorError(
      `The dataset has no report ${sha256}. To find its hash, run allocations show --json.`,
      USAGE,
    );
  const { record } = known;
  const { archive, writesArchive, startedAt: at } = intake;
  if (record.withdrawn && (archive.find(sha256)?.record ?? record).withdrawn) {
    const { at: then, reason: why } = record.withdrawn;
    throw new OperatorError(`${record.fileName} was already withdrawn at ${then} (${why}).`, USAGE);
  }
  if (writesArchive) archive.withdraw(record, { at, reason });
  return removeReport(intake, known, { at, reason });
}

/**
 * Removes reports that are withdrawn in the archive only: the dataset is older or another one, or a run was killed
 * between the archive and the dataset.
 */
export function withdrawArchived(intake: Intake): ReportSummary[] {
  const { reports, archive } = intake;
  return reports.list().flatMap((known) => {
    const withdrawn = archive.find(known.record.sha256)?.record.withdrawn;
    return withdrawn && !known.record.withdrawn ? [removeReport(intake, known, withdrawn)] : [];
  });
}

function removeReport({ reports, rows }: Intake, known: KnownReport, withdrawal: Withdrawal): ReportSummary {
  const { record, rowCount } = known;
  rows.remove(known);
  reports.write({ ...record, withdrawn: withdrawal }, 0);
  const status = isHeld(record) ? 'rejected' : 'withdrawn';
  return { ...summaryOf(record.fileName, record), status, rows: rowCount };
}
