import { basename } from 'node:path';
import { stemOfDownload } from '../domain/origin.ts';
import type { ReportKindName } from '../domain/report.ts';
import { nameFew, plural } from '../domain/text/wording.ts';

/** A unit of a feed after a fetch. */
export interface FetchedUnit {
  feed: string;
  unit: string;
  kind: ReportKindName | null;
  /** Why the download failed, or `null`. */
  failure: string | null;
  /** Whether the portal still prepares it. */
  isNotReady: boolean;
  /** Whether the portal cannot be reached or answers with an error of its own. */
  isPortalDown: boolean;
  /** Its file in the inbox, or `null`. */
  file: string | null;
  /** Whether the portal sent another file than at the fetch before. */
  isChanged: boolean;
}

/** The current file of a unit, of this or an earlier fetch. */
export interface DownloadedFile {
  file: string;
  /** The beginning of its files' names, before the hash. */
  stem: string;
}

/** Whether a downloaded file is not the current one of its unit. */
export function isSuperseded(path: string, downloads: readonly DownloadedFile[]): boolean {
  // similar unit names may give the same stem
  if (downloads.some(({ file }) => file === path)) return false;
  const downloaded = stemOfDownload(basename(path));
  return downloads.some(({ stem }) => stem === downloaded);
}

/** The feeds without any row, although their kind was never loaded. */
export function emptyFeeds(
  units: readonly FetchedUnit[],
  kindsLoaded: ReadonlySet<ReportKindName>,
): string[] {
  const byFeed = new Map<string, FetchedUnit[]>();
  for (const unit of units) byFeed.set(unit.feed, [...(byFeed.get(unit.feed) ?? []), unit]);
  const isEmpty = ({ file, failure, kind }: FetchedUnit) =>
    file === null && failure === null && kind !== null && !kindsLoaded.has(kind);
  return [...byFeed].filter(([, ofFeed]) => ofFeed.every(isEmpty)).map(([feed]) => feed);
}

/** Failed downloads with one cause. */
export interface FailedDownloads<Unit> {
  /** `tx-payment-detail 2024`, or the number of downloads with the first names. */
  name: string;
  failure: string;
  units: readonly [Unit, ...Unit[]];
}

/** A failed download as the grouping needs it. */
interface Failed {
  feed: string;
  unit: string;
  failure: string;
  isPortalDown: boolean;
}

/** Groups the downloads that failed because a portal is down. Other failures stay alone, with their names. */
export function groupFailures<Unit extends Failed>(units: readonly Unit[]): FailedDownloads<Unit>[] {
  const byCause = new Map<string, [Unit, ...Unit[]]>();
  for (const unit of units) {
    const cause = unit.isPortalDown ? unit.failure : JSON.stringify([unit.feed, unit.unit]);
    const known = byCause.get(cause);
    if (known) known.push(unit);
    else byCause.set(cause, [unit]);
  }
  return [...byCause.values()].map((failed) => {
    const names = nameFew(failed.map(({ feed, unit }) => `${feed} ${unit}`));
    const name = failed.length === 1 ? names : `${plural(failed.length, 'download')} (${names})`;
    return { name, failure: failed[0].failure, units: failed };
  });
}
