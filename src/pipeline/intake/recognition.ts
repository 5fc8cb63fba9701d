import { resolve } from 'node:path';
import { type Finding, finding } from '../../domain/findings/finding.ts';
import { hasAllMonths } from '../../domain/month-range.ts';
import { compareReports, isCounted, isHeld } from '../../domain/report.ts';
import { readOrigin } from '../../files/origin-note.ts';
import { readReportFile, stampFile } from '../../files/report-file.ts';
import { heldSummary, type ReportSummary, refused, unchangedSummary, withdrawnSummary } from '../summary.ts';
import type { Intake, ReceivedReport, ReportInput } from './intake.ts';
import { returnedReport } from './related-reports.ts';

/** Reads the bytes of a file, and the note beside it. Ends with a summary if the file is known and unchanged, or unreadable. */
export async function recognizeFile(
  input: ReportInput,
  intake: Intake,
): Promise<ReceivedReport | ReportSummary> {
  const { path, archived } = input;
  const unchanged = archived ? null : await recognizeUnchanged(path, intake);
  if (unchanged) return unchanged;
  const file = await readReportFile(path);
  if ('finding' in file) return refused(path, null, [file.finding]);
  if (archived && archived.sha256 !== file.sha256)
    return refused(path, file.sha256, [finding('damaged-archive', { sha256: archived.sha256 })]);
  const note = archived ? { origin: archived.origin, findings: [] } : readOrigin(path, file.sha256);
  return { ...input, ...file, note };
}

/** A known file, by its size, times and inode alone; `null` if the run has to read it. */
async function recognizeUnchanged(path: string, intake: Intake): Promise<ReportSummary | null> {
  const { seenFiles, reports, archive, writesArchive, months } = intake;
  const stamp = await stampFile(path);
  const sha256 = stamp && seenFiles.find(stamp);
  const known = sha256 === null ? undefined : reports.find(sha256);
  if (!known || (writesArchive && !archive.has(known.record.sha256))) return null;
  const { withdrawn, held } = known.record;
  if (withdrawn) return withdrawnSummary(path, known.record, withdrawn);
  if (isHeld(known.record) && held) return heldSummary(path, known.record, held);
  return hasAllMonths(known.record, months) ? unchangedSummary(path, known) : null;
}

/** Stores what recognizes the file in the next run. Adds a finding if the file has older bytes again. */
export function rememberFile(
  { path, archived, sha256, stamp }: ReceivedReport,
  summary: ReportSummary,
  intake: Intake,
): ReportSummary {
  if (archived) return summary;
  const findings = [...summary.findings, ...findReturned(path, sha256, intake)];
  intake.seenFiles.note(resolve(path), sha256, stamp);
  return { ...summary, findings };
}

/** Whether a file has its old bytes again, after this path held a report that takes precedence. */
function findReturned(path: string, sha256: string, { reports, seenFiles }: Intake): Finding[] {
  const [now, before] = [sha256, seenFiles.last(resolve(path))].map(
    (hash) => hash && reports.find(hash)?.record,
  );
  if (!now || !before || !isCounted(now) || !isCounted(before) || now.kind !== before.kind) return [];
  if (now.receivedAt >= before.receivedAt || compareReports(now, before) > 0) return [];
  if (now.lastMonth < before.firstMonth || now.firstMonth > before.lastMonth) return [];
  return [returnedReport(now, before, null)];
}
