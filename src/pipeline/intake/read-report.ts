import type { Finding } from '../../domain/findings/finding.ts';
import type { Month } from '../../domain/month.ts';
import { type ReportFormat, type ReportKindName, type ReportRow, rangeOf } from '../../domain/report.ts';
import type { WorkbookReader } from '../../extract/formats/grid.ts';
import { readGrids } from '../../extract/formats/read.ts';
import type { Layout } from '../../extract/layouts/report-kind.ts';
import { extractReport } from '../../extract/report.ts';
import { REPORT_KINDS } from '../../states/index.ts';

/** A report read into typed rows. */
export interface ReadReport {
  kind: ReportKindName;
  format: ReportFormat;
  rows: ReportRow[];
  firstMonth: Month;
  lastMonth: Month;
  findings: Finding[];
}

/** A report of which nothing is loaded; at least one of the findings is an error. */
export interface RefusedReport {
  kind: ReportKindName | null;
  findings: Finding[];
}

/** Reads a report's bytes by these layouts; never throws for what is in the bytes. */
export type ReportReader = (
  bytes: Uint8Array,
  layouts: readonly Layout[],
) => Promise<ReadReport | RefusedReport>;

const LINE_READERS = REPORT_KINDS.flatMap(({ readLines }) => readLines ?? []);

/** Reads a report's bytes in this thread. */
export const readReport: ReportReader = (bytes, layouts) => readReportWithin(bytes, layouts);

/** Reads a report's bytes in this thread; a workbook may unpack to `largestUnpacked` bytes, or to the most that any may. */
export async function readReportWithin(
  bytes: Uint8Array,
  layouts: readonly Layout[],
  largestUnpacked?: number,
): Promise<ReadReport | RefusedReport> {
  // exceljs takes long to load, and most reports are no workbooks
  const readWorkbook: WorkbookReader = async (workbook) =>
    (await import('../../extract/formats/workbook/workbook.ts')).readWorkbook(workbook, largestUnpacked);
  const { grids, findings } = await readGrids(bytes, readWorkbook, LINE_READERS);
  const format = grids[0]?.format;
  if (!format) return { kind: null, findings };
  const extraction = extractReport(grids, REPORT_KINDS, layouts);
  const all = [...findings, ...extraction.findings];
  const { kind, rows } = extraction;
  const range = rangeOf(rows.map(({ month }) => month));
  if (!kind || !range) return { kind: kind?.name ?? null, findings: all };
  return { kind: kind.name, format, rows, firstMonth: range.first, lastMonth: range.last, findings: all };
}
