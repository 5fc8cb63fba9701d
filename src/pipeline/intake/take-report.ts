import type { ReportSummary } from '../summary.ts';
import { carryOutDecision } from './carry-out-decision.ts';
import { decideRead, decideUnread } from './decision.ts';
import type { Decision, Intake, ReceivedReport, ReportInput } from './intake.ts';
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
  const early = decideUnread(received, intake);
  if (early) return (await isItsTurn()) ? finish(received, early, intake) : null;
  const reading = await intake.readReport(received.bytes, intake.layouts);
  if (!(await isItsTurn())) return null;
  return finish(received, decideRead(received, reading, intake), intake);
}

function finish(received: ReceivedReport, decision: Decision, intake: Intake): ReportSummary {
  const summary = carryOutDecision(received, decision, intake);
  return decision.action === 'refuse' ? summary : rememberFile(received, summary, intake);
}
