import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { isCounted, isHeld, type ReportRecord, type Withdrawal } from '../domain/report.ts';
import type { KnownReport, Reports } from '../store/write/reports.ts';
import type { ArchivedReport } from './archive/archive-records.ts';
import type { Intake } from './intake/intake.ts';
import { type ReportSummary, type RunCommand, summaryOf } from './summary.ts';

/** What a person decided about one report. The command says whether it is withdrawn, rejected or accepted. */
export interface ReportDecision {
  sha256: string;
  reason: string;
}

/** The reports that decisions removed, and those that they accepted, which are to be loaded. */
interface DecidedReports {
  removed: ReportSummary[];
  accepted: ArchivedReport[];
}

/**
 * Writes what a person decided, and decisions that only the archive has: the dataset is older or another one, or a run
 * was killed between the archive and the dataset. Throws an `OperatorError` if the report does not allow the decision.
 */
export function writeDecisions(
  intake: Intake,
  { command, decided }: { command: RunCommand; decided?: ReportDecision },
): DecidedReports {
  if (command === 'rebuild') return { removed: [], accepted: [] };
  const removed = removeWithdrawn(intake);
  const accepted = listAccepted(intake);
  // an interrupted run may have written the decision to the archive
  const done = command === 'accept' ? accepted.map(({ record }) => record) : removed;
  if (!decided || done.some(({ sha256 }) => sha256 === decided.sha256)) return { removed, accepted };
  if (command === 'accept') return { removed, accepted: [acceptReport(intake, decided), ...accepted] };
  const known = findReport(intake, command, decided.sha256);
  return { removed: [...removed, withdrawReport(intake, known, decided.reason)], accepted };
}

/** Removes reports that only the archive has as withdrawn. */
function removeWithdrawn(intake: Intake): ReportSummary[] {
  const { reports, archive } = intake;
  return reports.list().flatMap((known) => {
    const withdrawn = archive.find(known.record.sha256)?.record.withdrawn;
    return withdrawn && !known.record.withdrawn ? [removeReport(intake, known, withdrawn)] : [];
  });
}

/** Held reports that only the archive has as accepted. */
function listAccepted({ reports, archive }: Intake): ArchivedReport[] {
  return reports.list().flatMap(({ record }) => {
    const archived = archive.find(record.sha256);
    return isHeld(record) && archived && isCounted(archived.record) ? [archived] : [];
  });
}

/** Accepts a held report from now on; returns it with its new record. */
function acceptReport(intake: Intake, { sha256, reason }: ReportDecision): ArchivedReport {
  const { archive, writesArchive, receivedAt: at } = intake;
  const { record } = findReport(intake, 'accept', sha256);
  const accepted = { ...record, held: record.held && { ...record.held, accepted: { at, reason } } };
  if (writesArchive) archive.decide(accepted);
  return { record: accepted, path: archive.pathOf(accepted) };
}

/** Removes a report's rows and marks its record as withdrawn. Adds a withdrawal that only the dataset has to the archive. */
function withdrawReport(intake: Intake, known: KnownReport, reason: string): ReportSummary {
  const { archive, writesArchive, startedAt: at } = intake;
  const { record } = known;
  if (record.withdrawn && (archive.find(record.sha256)?.record ?? record).withdrawn) {
    const { at: then, reason: why } = record.withdrawn;
    throw new OperatorError(`${record.file_name} was already withdrawn at ${then} (${why}).`, USAGE);
  }
  if (writesArchive) archive.decide({ ...record, withdrawn: { at, reason } });
  return removeReport(intake, known, { at, reason });
}

function removeReport({ reports, rows }: Intake, known: KnownReport, withdrawal: Withdrawal): ReportSummary {
  const { record, rowCount } = known;
  rows.remove(known);
  reports.write({ ...record, withdrawn: withdrawal }, 0);
  const status = isHeld(record) ? 'rejected' : 'withdrawn';
  return { ...summaryOf(record.file_name, record), status, rows: rowCount };
}

/** The report to decide about. Any known one can be withdrawn; only one that waits for a review is accepted or rejected. */
function findReport({ reports }: { reports: Reports }, command: RunCommand, sha256: string): KnownReport {
  const known = reports.find(sha256);
  const isReview = command !== 'withdraw';
  if (!known) {
    const list = isReview
      ? 'To list held reports, run allocations held.'
      : 'To find its hash, run allocations show --json.';
    throw new OperatorError(`The dataset has no report ${sha256}. ${list}`, USAGE);
  }
  const { record } = known;
  if (isReview && !isHeld(record))
    throw new OperatorError(`${record.file_name} is not held: ${stateOf(record)}.`, USAGE);
  return known;
}

function stateOf({ withdrawn, held }: ReportRecord): string {
  if (withdrawn) return `it was withdrawn or rejected at ${withdrawn.at} (${withdrawn.reason})`;
  if (held?.accepted) return `it was accepted at ${held.accepted.at} (${held.accepted.reason})`;
  return 'it was loaded without a review. To remove it, run allocations withdraw';
}
