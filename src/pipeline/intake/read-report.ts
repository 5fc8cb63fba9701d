import type { Finding } from '../../domain/findings/finding.ts';
import type { Month } from '../../domain/month.ts';
import { rangeOf } from '../../domain/month-range.ts';
import type { ReportFormat, ReportKindName, ReportRow } from '../../domain/report.ts';
import { readGrids } from '../../extract/formats/read.ts';
import type { Layout } from '../../extract/layouts/report-kind.ts';
import { extractReport } from '../../extract/report.ts';
import { REPORT_KINDS } from '../../states/index.ts';

export interface TypedReport {
  kind: ReportKindName;
  format: ReportFormat;
  rows: ReportRow[];
  first_month: Month;
  last_month: Month;
  findings: Finding[];
}

/** A report that cannot be loaded. At least one finding is an error. */
export interface RefusedReport {
  kind: ReportKindName | null;
  findings: Finding[];
}

/** The bytes of a report, and the layouts to read it with. A kind may read facts from the name of the file. */
export interface ReadingTask {
  bytes: Uint8Array;
  layouts: readonly Layout[];
  fileName: string;
}

/** Returns findings for bad content; never throws for it. */
export type ReportReader = (task: ReadingTask) => Promise<TypedReport | RefusedReport>;

/** Reads a report in this thread. A pool of threads calls the default export of this file. */
export default async function readReport({
  bytes,
  layouts,
  fileName,
}: ReadingTask): Promise<TypedReport | RefusedReport> {
  const { grids, findings } = await readGrids(bytes);
  const format = grids[0]?.format;
  if (!format) return { kind: null, findings };
  const extraction = extractReport(grids, REPORT_KINDS, layouts, fileName);
  const all = [...findings, ...extraction.findings];
  const { kind, rows } = extraction;
  const range = rangeOf(rows.map(({ month }) => month));
  if (!kind || !range) return { kind: kind?.name ?? null, findings: all };
  return { kind: kind.name, format, rows, first_month: range.first, last_month: range.last, findings: all };
}
