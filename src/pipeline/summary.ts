import {
  capFindings,
  countFindings,
  FINDINGS_PER_CODE,
  type Finding,
  type FindingCounts,
  finding,
} from '../domain/findings/finding.ts';
import type { Month } from '../domain/month.ts';
import type { Decision, ReportKindName, ReportRecord } from '../domain/report.ts';
import { compareText } from '../domain/text/compare-text.ts';
import type { AllocationCounts } from '../store/write/allocations.ts';
import type { KnownReport } from '../store/write/reports.ts';

export type RunCommand = 'ingest' | 'update' | 'backfill' | 'reprocess' | 'withdraw' | 'rebuild';

/** What a run did with one report. The JSON output has the same names. */
export interface ReportSummary {
  path: string;
  /** `null` if the file could not be read. */
  sha256: string | null;
  kind: ReportKindName | null;
  /** `outside-range` is a report that no run loaded, because it has none of the requested months. */
  status: 'loaded' | 'unchanged' | 'outside-range' | 'refused' | 'withdrawn';
  rows: number;
  from: Month | null;
  to: Month | null;
  findings: Finding[];
}

/** A finding, and the name of the file that shows it. */
type NamedFinding = Finding & { file_name: string | null };

/** What settling did to the dataset, and found. */
export interface Settled {
  allocations: AllocationCounts;
  /** New findings about series and states. */
  findings: Finding[];
  /** All corrections that do not fit the reports. */
  misfits: Finding[];
  /** Whether anything that readers see changed. */
  hasChanged: boolean;
  /** How many jurisdictions of earlier runs have a new rate or county. */
  newFacts: number;
  countyChanges: CountyChange[];
}

/** A jurisdiction whose payments count in another county than before the run. */
export interface CountyChange {
  id: number;
  before: string;
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
  county_changes: readonly CountyChange[];
  /** Corrections that do not fit the reports. The dataset keeps the published figures. */
  corrections: NamedFinding[];
  /** New findings about rows of earlier reports or about a whole state. */
  others: NamedFinding[];
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

/** Whether a report is refused only because it is doubtful as a whole. A person may accept it. */
export function isDoubtful({ status, findings }: Pick<ReportSummary, 'status' | 'findings'>): boolean {
  return status === 'refused' && findings.every(({ severity }) => severity !== 'error');
}

/** A known report that has nothing new. */
export function unchangedSummary(path: string, { record, rowCount }: KnownReport): ReportSummary {
  return { ...summaryOf(path, record), status: 'unchanged', rows: rowCount };
}

/** A withdrawn report that was received again. */
export function withdrawnSummary(path: string, record: ReportRecord, decision: Decision): ReportSummary {
  return {
    ...summaryOf(path, record),
    status: 'unchanged',
    rows: 0,
    findings: [finding('withdrawn-report', decision)],
  };
}

/** Limits the findings of each file, as for a report. */
function capByFile(findings: readonly NamedFinding[]): NamedFinding[] {
  return [...Map.groupBy(findings, ({ file_name }) => file_name)].flatMap(([file_name, ofFile]) =>
    capFindings(ofFile, FINDINGS_PER_CODE).map((item) => ({ file_name, ...item })),
  );
}

/** Summarizes a run. Puts each finding of a series beside the report that shows it. */
export function summarizeRun(run: {
  runId: number | null;
  summaries: readonly ReportSummary[];
  settled: Omit<Settled, 'hasChanged'>;
  records: ReadonlyMap<number, ReportRecord>;
  /** Whether the run changed the dataset. */
  hasChanged: boolean;
  milliseconds: number;
}): RunSummary {
  const { summaries, settled, records } = run;
  const ofFile = (item: Finding): NamedFinding => ({
    file_name: records.get(item.reportId ?? -1)?.file_name ?? null,
    ...item,
  });
  const brought = new Map<string, Finding[]>(summaries.map(({ sha256 }) => [`${sha256}`, []]));
  const others: NamedFinding[] = [];
  for (const item of settled.findings) {
    const findings = brought.get(`${records.get(item.reportId ?? -1)?.sha256}`);
    if (findings) findings.push(item);
    else others.push(ofFile(item));
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
  const isIncomplete = reports.some(({ status }) => status === 'refused');
  return {
    run_id: run.runId,
    outcome: isIncomplete ? 'partial' : run.hasChanged ? 'ok' : 'nothing-new',
    reports,
    allocations: settled.allocations,
    new_facts: settled.newFacts,
    county_changes: settled.countyChanges,
    corrections: settled.misfits.map(ofFile),
    others: capByFile(others),
    findings: countFindings([
      ...summaries.flatMap(({ findings }) => findings),
      ...settled.findings,
      ...settled.misfits,
    ]),
    duration_ms: run.milliseconds,
  };
}
