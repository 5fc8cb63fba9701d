import { existsSync, rmSync } from 'node:fs';
import type { ReportRecord } from '../../domain/report.ts';
import { readRegularFile } from '../../files/regular-file.ts';
import { type ReportSummary, refused } from '../summary.ts';
import type { Archive } from './archive.ts';
import { quarantineReport } from './quarantine.ts';

/**
 * Completes what killed runs left in the archive: removes incomplete files, and writes records and withdrawals that only the
 * dataset has. Moves reports that wait for a person, as version 0.2.0 kept them, to the quarantine, and returns them.
 */
export function repairArchive(
  archive: Archive,
  known: readonly ReportRecord[],
  quarantine: string,
): ReportSummary[] {
  for (const path of archive.strayFiles().unfinished) rmSync(path, { force: true });
  for (const record of known) {
    const archived = archive.find(record.sha256)?.record;
    if (!archived && archive.hasBytes(record)) archive.write(record);
    if (archived && record.withdrawn && !archived.withdrawn)
      archive.write({ ...archived, withdrawn: record.withdrawn });
  }
  return archive.list().flatMap(({ record, path, waiting }): ReportSummary[] => {
    if (!waiting || !existsSync(path)) return [];
    const { sha256, file_name: name } = record;
    const copy = quarantineReport(quarantine, { path, name, sha256, bytes: readRegularFile(path) }, waiting);
    archive.takeBack(record);
    return [{ ...refused(copy, sha256, [...waiting]), kind: record.kind }];
  });
}
