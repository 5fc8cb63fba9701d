import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { type Acceptance, isCounted, isHeld, type ReportRecord } from '../domain/report.ts';
import type { KnownReport, Reports } from '../store/write/reports.ts';
import type { ArchivedReport } from './archive/archive-records.ts';
import type { Intake } from './intake/intake.ts';

/** Accepts a held report from the time `at`; returns it with its new record. Throws an `OperatorError` if it is not held. */
export function acceptReport(
  { reports, archive, writesArchive }: Intake,
  sha256: string,
  { at, reason }: Acceptance,
): ArchivedReport {
  const { record } = requireHeld(reports, sha256);
  const accepted = { ...record, held: record.held && { ...record.held, accepted: { at, reason } } };
  if (writesArchive) archive.accept(accepted);
  return { record: accepted, path: archive.pathOf(accepted) };
}

/**
 * Held reports that the archive has as accepted: the dataset is older or another one, or a run was killed between the
 * archive and the dataset.
 */
export function listAccepted({ reports, archive }: Intake): ArchivedReport[] {
  return reports.list().flatMap(({ record }) => {
    const archived = archive.find(record.sha256);
    return isHeld(record) && archived && isCounted(archived.record) ? [archived] : [];
  });
}

/** The held report with this hash. Throws an `OperatorError` if the report is unknown or does not wait for a review. */
export function requireHeld(reports: Reports, sha256: string): KnownReport {
  const known = reports.find(sha256);
  if (!known)
    throw new OperatorError(
      `The dataset has no report ${sha256}. To list held reports, run allocations held.`,
      USAGE,
    );
  const { record } = known;
  if (isHeld(record)) return known;
  throw new OperatorError(`${record.fileName} is not held: ${stateOf(record)}.`, USAGE);
}

function stateOf({ withdrawn, held }: ReportRecord): string {
  if (withdrawn) return `it was withdrawn or rejected at ${withdrawn.at} (${withdrawn.reason})`;
  if (held?.accepted) return `it was accepted at ${held.accepted.at} (${held.accepted.reason})`;
  return 'it was loaded without a review. To remove it, run allocations withdraw';
}
