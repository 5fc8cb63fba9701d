import type { MonthRange } from './month-range.ts';
import type { ReportRecord } from './report.ts';

/** The part of a report's record that the dataset and the archive both store. */
export interface StoredReport extends Pick<ReportRecord, 'sha256' | 'kind' | 'format' | 'origin' | 'held'> {
  file_name: string;
  received_at: string;
  first_month: ReportRecord['firstMonth'];
  last_month: ReportRecord['lastMonth'];
  taken: MonthRange[] | null;
}

/** Converts a record to its stored form, without its withdrawal. */
export function toStored(record: ReportRecord): StoredReport {
  const { sha256, kind, format, fileName, receivedAt, firstMonth, lastMonth, loadedMonths, origin, held } =
    record;
  return {
    sha256,
    kind,
    format,
    file_name: fileName,
    received_at: receivedAt,
    first_month: firstMonth,
    last_month: lastMonth,
    taken: loadedMonths && [...loadedMonths],
    origin,
    held,
  };
}

/** Converts a stored record back. */
export function fromStored(stored: StoredReport, withdrawn: ReportRecord['withdrawn']): ReportRecord {
  const { sha256, kind, format, taken, origin, held } = stored;
  return {
    sha256,
    kind,
    format,
    fileName: stored.file_name,
    receivedAt: stored.received_at,
    firstMonth: stored.first_month,
    lastMonth: stored.last_month,
    loadedMonths: taken,
    withdrawn,
    held,
    origin,
  };
}
