import type { Finding, FindingCounts } from '../domain/finding.ts';
import type { Month } from '../domain/month.ts';
import type { ReportKindName } from '../domain/report.ts';

export type RunCommand = 'ingest' | 'backfill' | 'reprocess';

/** What a run did with one report. The names are those of the JSON it prints. */
export interface ReportSummary {
  path: string;
  /** `null` where the file could not be read. */
  sha256: string | null;
  kind: ReportKindName | null;
  status: 'loaded' | 'unchanged' | 'refused';
  /** Rows taken. */
  rows: number;
  from: Month | null;
  to: Month | null;
  findings: Finding[];
}

/** What a run did; printed as JSON, and kept with the run. */
export interface RunSummary {
  /** `null` where nothing was to be written. */
  run_id: number | null;
  outcome: 'ok' | 'partial' | 'nothing-new';
  reports: ReportSummary[];
  allocations: { inserted: number; updated: number; unchanged: number };
  /** New findings by severity: those of the reports of this run, and those its rows brought to a series. */
  findings: FindingCounts;
  duration_ms: number;
}
