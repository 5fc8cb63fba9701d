import type { ReportSummary } from '../summary.ts';
import { carryOutDecision } from './carry-out-decision.ts';
import { decideRead, decideUnread } from './decision.ts';
import type { Intake, ReportInput } from './intake.ts';
import { recognizeFile, rememberFile } from './recognition.ts';

/**
 * Takes one report from its file into the tables: recognize, read, decide, load. The steps before the load write nothing.
 * Waits for its turn before it decides. Returns `null` if the run was abandoned before.
 */
export async function takeReport(
  input: ReportInput,
  intake: Intake,
  isItsTurn: () => Promise<boolean>,
): Promise<ReportSummary | null> {
  const received = await recognizeFile(input, intake);
  if ('status' in received) return received;
  const { readReport, layouts } = intake;
  const found = decideUnread(received, intake) ?? (await readReport(received.bytes, layouts));
  if (!(await isItsTurn())) return null;
  // the reports before it are loaded now, and may decide about this one
  const decision = 'action' in found ? found : decideRead(received, found, intake);
  const summary = carryOutDecision(received, decision, intake);
  return decision.action === 'refuse' ? summary : rememberFile(received, summary, intake);
}
