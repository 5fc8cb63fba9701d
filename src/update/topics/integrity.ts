import { findingMessage } from '../../domain/findings/finding.ts';
import { plural } from '../../domain/text/wording.ts';
import type { Notice, UpdateOutcome } from './notice.ts';

export function faults({ verification }: UpdateOutcome): Notice {
  const wrong = verification.findings.filter(({ about }) => about !== 'corrections');
  return {
    summary: `verification found ${plural(wrong.length, 'problem')}`,
    details: wrong.map(({ about, message }) => `${about}: ${message}`),
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

export function misfitCorrections({ verification, run }: UpdateOutcome): Notice {
  const misfits = verification.findings.filter(({ about }) => about === 'corrections');
  const findings = [...run.reports.flatMap(({ findings }) => findings), ...run.others];
  const lapsed = findings.filter(({ code }) => code === 'correction-lapsed');
  const count = misfits.length;
  const summaries = [
    ...(count > 0
      ? [
          `${plural(count, 'entry', 'entries')} of corrections.json ${count === 1 ? 'does' : 'do'} not match the reports`,
        ]
      : []),
    ...(lapsed.length > 0
      ? [`${plural(lapsed.length, 'correction')} no longer ${lapsed.length === 1 ? 'applies' : 'apply'}`]
      : []),
  ];
  const details = [...misfits.map(({ message }) => message), ...lapsed.map(findingMessage)];
  return { summary: summaries.join(', and '), details };
}
