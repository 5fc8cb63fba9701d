import type { Layout } from '../../extract/layouts/report-kind.ts';
import { type RefusedReport, readReport, type TypedReport } from './read-report.ts';

export interface ReadingTask {
  bytes: Uint8Array;
  layouts: readonly Layout[];
  fileName: string;
  /** The most bytes that the workbook may unpack to. */
  largestUnpacked: number;
}

/** Reads one file in a thread or a process. */
export default function read(task: ReadingTask): Promise<TypedReport | RefusedReport> {
  return readReport(task.bytes, task.layouts, task.fileName, task.largestUnpacked);
}
