import type { ReportRecord } from '../../domain/report.ts';
import {
  heldSummary,
  type ReportSummary,
  refused,
  summaryOf,
  unchangedSummary,
  withdrawnSummary,
} from '../summary.ts';
import type { Decision, Intake, LoadDecision, ReceivedReport } from './intake.ts';
import { quarantineReport } from './quarantine.ts';

/** Carries out a decision: writes to the dataset, the archive or the quarantine folder. */
export function carryOutDecision(
  received: ReceivedReport,
  decision: Decision,
  intake: Intake,
): ReportSummary {
  const { path, sha256, bytes, archived } = received;
  switch (decision.action) {
    case 'load':
      return loadRows(received, decision, intake);
    case 'skip':
      archiveMissing(bytes, decision.known.record, intake);
      return unchangedSummary(path, decision.known);
    case 'leave out':
      if (!intake.reports.find(sha256)) intake.reports.write(decision.record, 0);
      archiveMissing(bytes, decision.record, intake);
      return withdrawnSummary(path, decision.record, decision.withdrawal);
    case 'hold':
      if (!intake.reports.find(sha256)) intake.rows.load(decision.record, [], [...decision.hold.doubts]);
      archiveMissing(bytes, decision.record, intake);
      return heldSummary(path, decision.record, decision.hold);
    case 'refuse':
      if (!intake.dryRun && !archived) quarantineReport(intake.quarantine, received, decision.findings);
      return { ...refused(path, sha256, decision.findings), kind: decision.kind };
  }
}

function loadRows(
  { path, sha256, bytes, archived }: ReceivedReport,
  { record, rows, findings, ofRun }: LoadDecision,
  intake: Intake,
): ReportSummary {
  const { writesArchive, archive, reports } = intake;
  const summary = { ...summaryOf(path, record), rows: rows.length, findings: [...findings, ...ofRun] };
  const isKnown = reports.find(sha256) !== undefined;
  // a report of the archive stays on record, also without rows
  if (rows.length === 0 && !isKnown && !archived) return { ...summary, status: 'outside-range' };
  if (writesArchive) archive.store(bytes, record);
  const hasChanged = intake.rows.load(record, rows, findings);
  return { ...summary, status: !isKnown || hasChanged ? 'loaded' : 'unchanged' };
}

function archiveMissing(bytes: Uint8Array, record: ReportRecord, { archive, writesArchive }: Intake): void {
  if (writesArchive && !archive.has(record.sha256)) archive.store(bytes, record);
}
