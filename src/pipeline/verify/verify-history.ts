import { STATES } from '../../states/index.ts';
import { compareRevisions, findRevisionGaps } from '../../store/compare/revision-differences.ts';
import { findChangedRuns, findMisattributed } from '../../store/compare/run-differences.ts';
import type { Dataset } from '../../store/dataset.ts';
import { limitFindings, type VerifyFinding } from './verify-finding.ts';

/** Problems of one kind that are listed; the others are counted. */
const LISTED = 20;
const RESTORE = 'Run allocations reprocess. If the problem stays, restore the dataset from a backup.';

/** Checks runs and revisions by their digests and their order, and the runs of datapoints by their bounds, because no report can give them again. */
export function verifyHistory(dataset: Dataset): VerifyFinding[] {
  const revisions = [
    ...findRevisionGaps(dataset),
    ...STATES.flatMap((state) => [...compareRevisions(dataset, state)]),
  ];
  const misattributed = STATES.flatMap((state) => [...findMisattributed(dataset, state)]);
  return [
    ...limitFindings('runs', [...findChangedRuns(dataset), ...misattributed].map(withAdvice), LISTED),
    ...limitFindings('revisions', revisions.map(withAdvice), LISTED),
  ];
}

function withAdvice(difference: string): string {
  return `${difference}. ${RESTORE}`;
}
