import {
  capFindings,
  countFindings,
  FINDINGS_PER_CODE,
  type Finding,
  type FindingCounts,
  finding,
} from '../domain/findings/finding.ts';
import type { Month } from '../domain/month.ts';
import {
  type Hold,
  isRejected,
  type ReportKindName,
  type ReportRecord,
  type Withdrawal,
} from '../domain/report.ts';
import { compareText } from '../domain/text/compare-text.ts';
import type { AllocationCounts } from '../store/write/allocations.ts';
import type { KnownReport } from '../store/write/reports.ts';

export type RunCommand =
  | 'ingest'
  | 'update'
  | 'backfill'
  | 'reprocess'
  | 'withdraw'
  | 'accept'
  | 'reject'
  | 'rebuild';

/** What a run did with one report. The JSON output has the same names. */
export interface ReportSummary {
  path: string;
  /** `null` if the file could not be read. */
  sha256: string | null;
  kind: ReportKindName | null;
  /** `outside-range` is a report that no run loaded, because it has none of the requested months. */
  status: 'loaded' | 'unchanged' | 'outside-range' | 'held' | 'refused' | 'withdrawn' | 'rejected';
  rows: number;
  from: Month | null;
  to: Month | null;
  findings: Finding[];
}

/** A finding with the name of the file that shows it. */
export interface FileFinding extends Finding {
  file_name: string | null;
}

/** What a run did. The program prints it as JSON and stores it with the run. */
export interface RunSummary {
  /** `null` for a dry run. */
  run_id: number | null;
  outcome: 'ok' | 'partial' | 'nothing-new';
  reports: ReportSummary[];
  allocations: AllocationCounts;
  /** How many jurisdictions of earlier runs have a new rate or county. */
  new_facts: number;
  /** Corrections that do not fit the reports. The dataset keeps the published figures. */
  corrections: FileFinding[];
  /** New findings about rows of earlier reports or about a whole state. */
  others: FileFinding[];
  /** The number of new findings by severity: of the run's reports, of series and of states. */
  findings: FindingCounts;
  duration_ms: number;
}

/** The part that the summaries of all readable reports share. */
export function summaryOf(path: string, { sha256, kind, first_month, last_month }: ReportRecord) {
  return { path, sha256, kind, from: first_month, to: last_month, findings: [] };
}

export function refused(path: string, sha256: string | null, findings: Finding[]): ReportSummary {
  return { path, sha256, kind: null, status: 'refused', rows: 0, from: null, to: null, findings };
}

/** A known report that has nothing new. */
export function unchangedSummary(path: string, { record, rowCount }: KnownReport): ReportSummary {
  return { ...summaryOf(path, record), status: 'unchanged', rows: rowCount };
}

/** A report that waits for a person to review it. */
export function heldSummary(path: string, record: ReportRecord, { doubts }: Hold): ReportSummary {
  return { ...summaryOf(path, record), status: 'held', rows: 0, findings: [...doubts] };
}

/** A withdrawn or rejected report that was received again. */
export function withdrawnSummary(
  path: string,
  record: ReportRecord,
  { at, reason }: Withdrawal,
): ReportSummary {
  const facts = { at, reason, ...(isRejected(record) && { isRejected: true as const }) };
  const findings = [finding('withdrawn-report', facts)];
  return { ...summaryOf(path, record), status: 'unchanged', rows: 0, findings };
}

/** Limits the findings of each file, as for a report. */
function capByFile(findings: readonly FileFinding[]): FileFinding[] {
  return [...Map.groupBy(findings, ({ file_name }) => file_name)].flatMap(([file_name, ofFile]) =>
    capFindings(ofFile, FINDINGS_PER_CODE).map((item) => ({ file_name, ...item })),
  );
}

/** Summarizes a run. Puts each finding of a series beside the report that shows it. */
export function summarizeRun(run: {
  runId: number | null;
  summaries: readonly ReportSummary[];
  settled: { findings: readonly Finding[]; misfits: readonly Finding[]; newFacts: number };
  recordOf: (reportId: number) => ReportRecord | undefined;
  allocations: AllocationCounts;
  /** Whether the run changed the dataset. */
  hasChanged: boolean;
  milliseconds: number;
}): RunSummary {
  const { runId, summaries, settled, recordOf, allocations, hasChanged, milliseconds } = run;
  const ofFile = (item: Finding): FileFinding => ({
    file_name: (item.reportId !== null && recordOf(item.reportId)?.file_name) || null,
    ...item,
  });
  const brought = new Map<string, Finding[]>(summaries.map(({ sha256 }) => [`${sha256}`, []]));
  const others: FileFinding[] = [];
  for (const item of settled.findings) {
    const { file_name, ...ofReport } = ofFile(item);
    const findings = item.reportId === null ? undefined : brought.get(`${recordOf(item.reportId)?.sha256}`);
    if (findings) findings.push(ofReport);
    else others.push({ file_name, ...ofReport });
  }
  const reports = [...summaries]
    .sort((a, b) => compareText(a.path, b.path))
    .map((report) => {
      const ofRows = brought.get(`${report.sha256}`) ?? [];
      // the same bytes under another name do not list them again
      brought.delete(`${report.sha256}`);
      // the findings of the report itself are capped already
      return { ...report, findings: [...report.findings, ...capFindings(ofRows, FINDINGS_PER_CODE)] };
    });
  const isIncomplete = reports.some(({ status }) => status === 'refused' || status === 'held');
  return {
    run_id: runId,
    outcome: isIncomplete ? 'partial' : hasChanged ? 'ok' : 'nothing-new',
    reports,
    allocations,
    new_facts: settled.newFacts,
    corrections: settled.misfits.map(ofFile),
    others: capByFile(others),
    findings: countFindings([
      ...summaries.flatMap(({ findings }) => findings),
      ...settled.findings,
      ...settled.misfits,
    ]),
    duration_ms: milliseconds,
  };
}
