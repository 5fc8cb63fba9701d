import { fetchFailures } from './topics/downloads.ts';
import { faults, misfitCorrections, newDataset } from './topics/integrity.ts';
import { missingPeriods, overduePeriods, rowsNotRestated, unusualMonths } from './topics/months.ts';
import type { Notice, UpdateOutcome } from './topics/notice.ts';
import { doubtfulReports, heldReports, refusals, reportsNotCounted } from './topics/reports.ts';

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
  ['fewer-rows', (outcome: UpdateOutcome) => unusualMonths(outcome, 'fewer-rows')],
  ['total-jump', (outcome: UpdateOutcome) => unusualMonths(outcome, 'total-jump')],
  ['rows-not-restated', rowsNotRestated],
  ['not-counted', reportsNotCounted],
  ['doubtful', doubtfulReports],
  ['fetch', fetchFailures],
  ['overdue', overduePeriods],
  ['corrections', misfitCorrections],
] as const;

/** The topics that need a person, the most serious first. */
export function findAttention(outcome: UpdateOutcome): Attention[] {
  const all = TOPICS.map(([about, describe]): Attention => ({ about, ...describe(outcome) }));
  return all.filter(({ details }) => details.length > 0);
}
