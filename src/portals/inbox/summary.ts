import type { Month } from '../../domain/month.ts';
import type { ReportKindName } from '../../domain/report.ts';

/** What became of one unit of a feed. The names are those of the JSON that is printed. */
export interface UnitSummary {
  feed: string;
  state: string;
  kind: ReportKindName | null;
  /** A year, `all`, or the name of a file. */
  unit: string;
  /** `new` where a file came into the inbox, `empty` where there are no rows. */
  status: 'new' | 'unchanged' | 'empty' | 'failed';
  /** The file's path, where it is known. */
  file: string | null;
  /** What the names of its files begin with, before the hash. */
  stem: string;
  url: string;
  /** `null` where no answer came, and of local files. */
  http_status: number | null;
  bytes: number | null;
  rows: number | null;
  /** First and last allocation period of a new file. */
  first_month: Month | null;
  last_month: Month | null;
  /** Whether it failed because the portal was still at work on it: a status message or a web page came in its place. */
  not_ready: boolean;
  /** Why it failed, or what else is to be said. */
  message: string | null;
}

/** What a fetch did. */
export interface FetchSummary {
  /** `partial` where a unit failed, `nothing-new` where none did and no file came. */
  outcome: 'ok' | 'partial' | 'nothing-new';
  units: UnitSummary[];
  duration_ms: number;
}

export function summarizeFetch(units: UnitSummary[], milliseconds: number): FetchSummary {
  const has = (wanted: UnitSummary['status']) => units.some(({ status }) => status === wanted);
  const outcome = has('failed') ? 'partial' : has('new') ? 'ok' : 'nothing-new';
  return { outcome, units, duration_ms: milliseconds };
}
