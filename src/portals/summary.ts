import type { ReportKindName } from '../domain/report.ts';

/** The result for one year of a feed. The names are those of the printed JSON. */
export interface UnitSummary {
  feed: string;
  state: string;
  kind: ReportKindName;
  /** The year. */
  unit: string;
  /** `new`: the portal sent another file than the last time. `empty`: it has no rows of the year. */
  status: 'new' | 'unchanged' | 'empty' | 'failed';
  /** The path and the hash of the current file, or `null`. */
  file: string | null;
  sha256: string | null;
  url: string;
  /** `null` without an answer. */
  http_status: number | null;
  /** `null` if the file was not downloaded. */
  rows: number | null;
  /** Whether the portal sent a web page, a message or nothing. */
  not_ready: boolean;
  /** Whether no answer came in time, or 408, 429 or a status above 500. */
  portal_down: boolean;
  /** Why it failed, or `null`. */
  message: string | null;
}

export interface FetchSummary {
  /** `partial`: a year failed. `nothing-new`: none failed, and none is new. */
  outcome: 'ok' | 'partial' | 'nothing-new';
  units: UnitSummary[];
  duration_ms: number;
}
