import { hashStamped } from '../../files/report-file.ts';
import type { Dataset } from '../../store/dataset.ts';
import { openSeenFiles } from '../../store/write/seen-files.ts';
import { limitFindings, type VerifyFinding } from './verify-finding.ts';

/** Files that are listed; the others are counted. */
const LISTED = 20;

/** Finds files that runs would skip although they have other bytes than the dataset says. */
export function verifySeenFiles(dataset: Dataset): VerifyFinding[] {
  const messages = openSeenFiles(dataset)
    .list()
    .flatMap(({ sha256, ...stamp }) => {
      const found = hashStamped(stamp);
      if (found === null || found === sha256) return [];
      return `Runs would skip ${stamp.path}, because the dataset has another hash for it. Give the file a new time with touch, then run allocations ingest.`;
    });
  return limitFindings('files', messages, LISTED);
}
