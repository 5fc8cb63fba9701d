import { fetchFailures } from './topics/downloads.ts';
import { faults, newDataset } from './topics/integrity.ts';
import { newWarnings } from './topics/new-warnings.ts';
import type { Notice, UpdateOutcome } from './topics/notice.ts';
import { missingPeriods, overduePeriods } from './topics/periods.ts';
import { heldReports, refusals } from './topics/reports.ts';

/** A topic that needs a person after an update. The names are those of the printed JSON. */
export interface Attention extends Notice {
  about: (typeof TOPICS)[number][0];
}

/** The topics that may need a person, the most serious first. */
const TOPICS = [
  ['verify', faults],
  ['new-dataset', newDataset],
  ['refused', refusals],
  ['held', heldReports],
  ['missing', missingPeriods],
  ['warnings', newWarnings],
  ['fetch', fetchFailures],
  ['overdue', overduePeriods],
] as const;

/** The topics that need a person, the most serious first. */
export function findAttention(outcome: UpdateOutcome): Attention[] {
  const all = TOPICS.map(([about, describe]): Attention => ({ about, ...describe(outcome) }));
  return all.filter(({ details }) => details.length > 0);
}
