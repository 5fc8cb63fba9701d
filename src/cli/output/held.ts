import { withMessage } from '../../domain/findings/finding.ts';
import type { HeldReport } from '../../store/query/held.ts';

/** A held report for JSON output, in which each finding has its message. */
export function describeHeld({ doubts, ...report }: HeldReport) {
  return { ...report, findings: doubts.map(withMessage) };
}
