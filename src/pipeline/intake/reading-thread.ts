import type { Layout } from '../../extract/layouts/report-kind.ts';
import { type RefusedReport, readReport, type TypedReport } from './read-report.ts';

export interface ReadingTask {
  bytes: Uint8Array;
  layouts: readonly Layout[];
  fileName: string;
}

/** Reads one file in a thread. */
export default function read({
  bytes,
  layouts,
  fileName,
}: ReadingTask): Promise<TypedReport | RefusedReport> {
  return readReport(bytes, layouts, fileName);
}
