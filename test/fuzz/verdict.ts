import type { FuzzRig, Outcome } from './fuzz-rig.ts';
import { findViolation, type Violation } from './invariants.ts';

/** The verdict on one report. */
export interface Verdict {
  status: 'loaded' | 'refused' | 'unchanged' | 'given up';
  /** The codes of its errors, each once. */
  errors: string[];
  milliseconds: number;
  violation: Violation | null;
  /** Memory of the process in bytes. */
  memory: number;
}

/** ingest never withdraws a report, and holds none unless it is asked to. */
const STATUSES = ['loaded', 'refused', 'unchanged'] as const;

/** Runs the pipeline over a report and checks every invariant. A slow run gets a second chance. */
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
    status: STATUSES.find((status) => status === report?.status) ?? 'given up',
    errors: [...new Set(errors.map(({ code }) => code))],
    milliseconds,
    violation,
    memory: process.memoryUsage.rss(),
  };
}
