import { resolve } from 'node:path';
import { type Finding, finding } from '../../domain/findings/finding.ts';
import { compareReports, isCounted } from '../../domain/report.ts';
import { readOrigin } from '../../files/origin-note.ts';
import { readReportFile } from '../../files/report-file.ts';
import { type ReportSummary, refused } from '../summary.ts';
import type { Intake, ReceivedReport, ReportInput } from './intake.ts';
import { returnedReport } from './related-reports.ts';

/** Reads the bytes of a file, and the note beside it. Ends with a summary if the file is unreadable. */
export async function recognizeFile(input: ReportInput): Promise<ReceivedReport | ReportSummary> {
  const { path, archived } = input;
  const file = await readReportFile(path);
  if ('finding' in file) return refused(path, null, [file.finding]);
  if (archived && archived.sha256 !== file.sha256)
    return refused(path, file.sha256, [finding('damaged-archive', { sha256: archived.sha256 })]);
  const note = archived ? { origin: archived.origin, findings: [] } : readOrigin(path, file.sha256);
  return { ...input, ...file, note };
}

/** Stores what the file holds now. Adds a finding if it has older bytes again. */
export function rememberFile(
  { path, archived, sha256 }: ReceivedReport,
  summary: ReportSummary,
  intake: Intake,
): ReportSummary {
  if (archived) return summary;
  const findings = [...summary.findings, ...findReturned(path, sha256, intake)];
  intake.seenFiles.note(resolve(path), sha256);
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
