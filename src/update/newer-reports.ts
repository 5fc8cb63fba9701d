import { existsSync } from 'node:fs';
import { OperatorError } from '../domain/operator-error.ts';
import { compareReports, isCounted, type ReportRecord } from '../domain/report.ts';
import { readDataset } from '../store/dataset.ts';
import { openReports } from '../store/write/reports.ts';

/** The current file of a download address. */
export interface CurrentFile {
  url: string;
  sha256: string;
}

/**
 * Reads the reports of a dataset. Returns a function that finds a report which the portal sent after its current file, and
 * which wins over it. Withdrawn, rejected, held and refused reports never win.
 */
export function readNewerReports(database: string): (current: CurrentFile) => ReportRecord | null {
  const counted = countedRecords(database);
  return ({ url, sha256 }) => {
    const current = counted.find((record) => record.sha256 === sha256);
    if (!current?.origin) return null;
    const since = current.origin.fetched_at;
    const newer = counted.filter(
      (record) =>
        record.origin?.url === url && record.origin.fetched_at > since && compareReports(current, record) < 0,
    );
    return newer.sort(compareReports).at(-1) ?? null;
  };
}

/** The reports that give figures. None if there is no dataset, or none that this program reads: a run says why. */
function countedRecords(database: string): ReportRecord[] {
  if (!existsSync(database)) return [];
  try {
    return readDataset(database, (dataset) => openReports(dataset).list())
      .map(({ record }) => record)
      .filter(isCounted);
  } catch (error) {
    if (error instanceof OperatorError) return [];
    throw error;
  }
}
