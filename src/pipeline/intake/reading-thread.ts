import type { Layout } from '../../extract/layouts/report-kind.ts';
import { type RefusedReport, readReport, type TypedReport } from './read-report.ts';
import { type RowColumns, toColumns } from './row-columns.ts';

/** The task of a reading thread. */
export interface ReadingTask {
  bytes: Uint8Array;
  layouts: readonly Layout[];
  fileName: string;
  /** The most bytes that the workbook may unpack to. */
  largestUnpacked: number;
}

/** The result of a thread, with the rows as columns. */
export type ThreadReading = (Omit<TypedReport, 'rows'> & { rows: RowColumns }) | RefusedReport;

/** Reads one workbook in a thread. */
export default async function read({
  bytes,
  layouts,
  fileName,
  largestUnpacked,
}: ReadingTask): Promise<ThreadReading> {
  const reading = await readReport(bytes, layouts, fileName, largestUnpacked);
  return 'rows' in reading ? { ...reading, rows: toColumns(reading.rows) } : reading;
}
