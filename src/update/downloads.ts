import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { countFindings } from '../domain/findings/finding.ts';
import { orNull } from '../domain/operator-error.ts';
import { stemOfDownload } from '../domain/origin.ts';
import { compareReports, isCounted, type ReportKindName, type ReportRecord } from '../domain/report.ts';
import { nameFew, plural } from '../domain/text/wording.ts';
import type { RunSummary } from '../pipeline/summary.ts';
import type { CurrentDownload, UnitSummary } from '../portals/summary.ts';
import { titleOfKind } from '../states/index.ts';
import { readDataset } from '../store/dataset.ts';
import { openReports } from '../store/write/reports.ts';

/** Whether a downloaded file is not the current one of its unit. */
export function isSuperseded(path: string, downloads: readonly CurrentDownload[]): boolean {
  // similar unit names may give the same stem
  if (downloads.some(({ file }) => file === path)) return false;
  const downloaded = stemOfDownload(basename(path));
  return downloads.some(({ stem }) => stem === downloaded);
}

/** What a feed gives, by the state's own title: `"Local Allocation Payment Detail" of Texas`. */
export function titleOfFeed({ feed, kind }: Pick<UnitSummary, 'feed' | 'kind'>): string {
  return kind === null ? feed : titleOfKind(kind);
}

/** Downloads for people: `"Local Allocation Payment Detail" of Texas (2024, 2025)`. */
export function nameDownloads(units: readonly UnitSummary[]): string {
  const byTitle = [...Map.groupBy(units, titleOfFeed)];
  return byTitle.map(([title, of]) => `${title} (${nameFew(of.map(({ unit }) => unit))})`).join(', ');
}

/** The feeds without any row, although their kind was never loaded. */
export function emptyFeeds(
  units: readonly UnitSummary[],
  kindsLoaded: ReadonlySet<ReportKindName>,
): Pick<UnitSummary, 'feed' | 'kind'>[] {
  const byFeed = Map.groupBy(units, ({ feed }) => feed);
  const isEmpty = ({ status, kind }: UnitSummary) =>
    status === 'empty' && kind !== null && !kindsLoaded.has(kind);
  return [...byFeed.values()]
    .filter((ofFeed) => ofFeed.every(isEmpty))
    .flatMap((ofFeed) => ofFeed.slice(0, 1));
}

interface FailedDownloads {
  /** `"Local Allocation Payment Detail" of Texas (2024)`, or the number of downloads with the first names. */
  name: string;
  message: string;
  units: UnitSummary[];
}

/** Groups the downloads that failed because a portal is down. Other failures stay alone, with their names. */
export function groupFailures(units: readonly UnitSummary[]): FailedDownloads[] {
  const all = units.filter(({ status }) => status === 'failed');
  const causeOf = ({ portal_down, message, feed, unit }: UnitSummary) =>
    portal_down ? `${message}` : JSON.stringify([feed, unit]);
  return [...Map.groupBy(all, causeOf).values()].map((failed) => {
    const names = nameDownloads(failed);
    const name = failed.length === 1 ? names : `${plural(failed.length, 'download')}, ${names}`;
    return { name, message: failed[0]?.message ?? 'failed', units: failed };
  });
}

/** The refused files of a run that their portals have replaced. */
export function findReplaced({ reports }: RunSummary, downloads: readonly CurrentDownload[]): string[] {
  const refused = reports.filter(({ status }) => status === 'refused');
  return refused.map(({ path }) => path).filter((path) => isSuperseded(path, downloads));
}

/** A run without these refused files: nobody needs to look at them again. */
export function withoutFiles(run: RunSummary, paths: readonly string[]): RunSummary {
  if (paths.length === 0) return run;
  const reports = run.reports.filter(({ path }) => !paths.includes(path));
  const taken = countFindings(
    run.reports.filter(({ path }) => paths.includes(path)).flatMap((report) => report.findings),
  );
  const findings = {
    error: run.findings.error - taken.error,
    warning: run.findings.warning - taken.warning,
    info: run.findings.info - taken.info,
  };
  return { ...run, reports, findings, outcome: outcomeOf({ ...run, reports }) };
}

function outcomeOf({
  reports,
  allocations: { inserted, updated, removed },
  new_facts,
  others,
}: RunSummary): RunSummary['outcome'] {
  const has = (wanted: string) => reports.some(({ status }) => status === wanted);
  if (has('refused')) return 'partial';
  return has('loaded') || inserted + updated + removed + new_facts + others.length > 0 ? 'ok' : 'nothing-new';
}

/**
 * Reads the reports of a dataset. Returns a function that finds a report which the portal sent after its current file, and
 * which wins over it. Withdrawn and refused reports never win.
 */
export function readNewerReports(
  database: string,
): (current: { url: string; sha256: string }) => ReportRecord | null {
  const counted = countedRecords(database);
  return ({ url, sha256 }) => {
    const current = counted.find((record) => record.sha256 === sha256);
    if (!current?.origin) return null;
    const since = current.origin.fetched_at;
    const newer = counted.filter(
      (record) =>
        record.origin?.url === url && record.origin.fetched_at > since && compareReports(current, record) < 0,
    );
    return newer.sort(compareReports).at(-1) ?? null;
  };
}

/** The reports that give figures. None if there is no dataset, or none that this program reads: a run says why. */
function countedRecords(database: string): ReportRecord[] {
  if (!existsSync(database)) return [];
  const reports = orNull(() => readDataset(database, (dataset) => openReports(dataset).list())) ?? [];
  return reports.map(({ record }) => record).filter(isCounted);
}
