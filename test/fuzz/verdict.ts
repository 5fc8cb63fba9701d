import type { FuzzRig, Outcome } from './fuzz-rig.ts';
import { findViolation, type Violation } from './invariants.ts';

/** What is said of one report. */
export interface Verdict {
  status: 'loaded' | 'refused' | 'unchanged' | 'given up';
  /** The codes of its errors, each once. */
  errors: string[];
  milliseconds: number;
  violation: Violation | null;
  /** Bytes of memory the process holds. */
  memory: number;
}

/** Runs the pipeline over a report and judges what came of it. A run that takes too long gets a second chance. */
export async function judge(
  rig: FuzzRig,
  bytes: Uint8Array,
  extension: string,
  limit: number,
): Promise<Verdict> {
  let outcome = await rig.run(bytes, extension);
  if (outcome.milliseconds > limit) outcome = await rig.run(bytes, extension);
  return verdictOf(outcome, findViolation(outcome, limit));
}

function verdictOf({ summary, milliseconds }: Outcome, violation: Violation | null): Verdict {
  const [report] = summary?.reports ?? [];
  const errors = (report?.findings ?? []).filter(({ severity }) => severity === 'error');
  return {
    // a report that is ingested is never withdrawn by it
    status: report && report.status !== 'withdrawn' ? report.status : 'given up',
    errors: [...new Set(errors.map(({ code }) => code))],
    milliseconds,
    violation,
    memory: process.memoryUsage.rss(),
  };
}
