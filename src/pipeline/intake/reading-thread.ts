import type { Layout } from '../../extract/layouts/report-kind.ts';
import { type ReadReport, type RefusedReport, readReportWithin } from './read-report.ts';
import { type RowColumns, toColumns } from './row-columns.ts';

/** What a thread is given. */
export interface ReadingTask {
  bytes: Uint8Array;
  layouts: readonly Layout[];
  /** Bytes that it may unpack to. */
  largestUnpacked: number;
}

/** What it gives back: the reading, its rows by columns. */
export type ThreadReading = (Omit<ReadReport, 'rows'> & { rows: RowColumns }) | RefusedReport;

/** Reads one workbook; called in a thread. */
export default async function read({ bytes, layouts, largestUnpacked }: ReadingTask): Promise<ThreadReading> {
  const reading = await readReportWithin(bytes, layouts, largestUnpacked);
  return 'rows' in reading ? { ...reading, rows: toColumns(reading.rows) } : reading;
}
