import type { ReportSummary } from '../summary.ts';
import { decideRead, decideUnread } from './decision.ts';
import type { Intake, ReportInput } from './intake.ts';
import { recognizeFile, rememberFile } from './recognition.ts';
import { loadReport } from './report-loader.ts';

/**
 * Takes one report from its file into the tables: recognize, read, decide, load. The steps before the load write nothing.
 * Waits for its turn before it loads. Returns `null` if the run was abandoned before.
 */
export async function takeReport(
  input: ReportInput,
  intake: Intake,
  isItsTurn: () => Promise<boolean>,
): Promise<ReportSummary | null> {
  const received = await recognizeFile(input, intake);
  if ('status' in received) return received;
  const { readReport, layouts } = intake;
  const decision =
    decideUnread(received, intake) ?? decideRead(received, await readReport(received.bytes, layouts), intake);
  if (!(await isItsTurn())) return null;
  const summary = loadReport(received, decision, intake);
  return decision.action === 'refuse' ? summary : rememberFile(received, summary, intake);
}
