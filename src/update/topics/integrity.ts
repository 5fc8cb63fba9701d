import { plural } from '../../domain/text/wording.ts';
import type { Notice, UpdateOutcome } from './notice.ts';

export function faults({ verification }: UpdateOutcome): Notice {
  const { findings } = verification;
  return {
    summary: `verification found ${plural(findings.length, 'problem')}`,
    details: findings.map(({ about, message }) => `${about}: ${message}`),
  };
}

export function newDataset({ archivedBefore: count }: UpdateOutcome): Notice {
  const summary = `the dataset is new, but the archive has ${plural(count, 'older report')}`;
  const detail =
    `This dataset is new, but the archive has ${plural(count, 'older report')}. ` +
    'If the dataset was lost, restore a backup. ' +
    'Without a backup, move it away and run allocations rebuild: it loads all archived reports, but not the revisions.';
  return { summary, details: count > 0 ? [detail] : [] };
}
