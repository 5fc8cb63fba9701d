import type { Month } from '../domain/month.ts';
import type { ReportKindName } from '../domain/report.ts';

/** The current file of a unit, of this or an earlier fetch. */
export interface CurrentDownload {
  file: string;
  /** The beginning of its files' names, before the hash. */
  stem: string;
}

/** The result for one unit of a feed. The names are those of the printed JSON. */
export interface UnitSummary {
  feed: string;
  state: string;
  kind: ReportKindName | null;
  /** A year, `all`, or the name of a file. */
  unit: string;
  /** `new`: the inbox has a new file. `empty`: the unit has no rows. */
  status: 'new' | 'unchanged' | 'empty' | 'failed';
  /** The file's path, or `null`. */
  file: string | null;
  /** Whether the portal sent another file than the last time. */
  changed: boolean;
  /** The beginning of its files' names, before the hash. */
  stem: string;
  url: string;
  /** `null` for local files, and if no answer came. */
  http_status: number | null;
  bytes: number | null;
  rows: number | null;
  /** First and last allocation period of a new file. */
  first_month: Month | null;
  last_month: Month | null;
  /** Whether it failed because the portal still prepares it: a status message or web page came instead. */
  not_ready: boolean;
  /** Whether it failed because the portal cannot be reached, timed out or answered 429 or 5xx. */
  portal_down: boolean;
  /** Why it failed, or `null`. */
  message: string | null;
}

export interface FetchSummary {
  /** `partial`: a unit failed. `nothing-new`: no unit failed, and no unit is new. */
  outcome: 'ok' | 'partial' | 'nothing-new';
  units: UnitSummary[];
  /** The feeds that are off, because nobody has verified their addresses. */
  off: string[];
  duration_ms: number;
}
