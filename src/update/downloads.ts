import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { orNull } from '../domain/operator-error.ts';
import { downloadName, stemOfDownload } from '../domain/origin.ts';
import { compareReports, isCounted, type ReportKindName, type ReportRecord } from '../domain/report.ts';
import { shortHash } from '../domain/text/short-hash.ts';
import { nameFew, plural } from '../domain/text/wording.ts';
import { readNotedFiles } from '../files/origin-note.ts';
import type { FetchSummary, UnitSummary } from '../portals/summary.ts';
import { titleOfKind } from '../states/index.ts';
import { readDataset } from '../store/dataset.ts';
import { openReports } from '../store/write/reports.ts';

/** The current file of each unit of an inbox: of the given fetch, else of earlier ones. */
export function readCurrentDownloads(folder: string, units: readonly UnitSummary[]): string[] {
  const files = [...readNotedFiles(folder), ...units].flatMap(({ file }) => file ?? []);
  return [...new Map(files.map((file) => [stemOfDownload(basename(file)), file])).values()];
}

/** Whether a downloaded file has a hash of `refused`, and is not the current one of its unit. `downloads` has those. */
export function isReplacedRefusal(
  path: string,
  downloads: readonly string[],
  refused: readonly string[],
): boolean {
  const stem = stemOfDownload(basename(path));
  return (
    stem !== null &&
    refused.some((sha256) => basename(path) === downloadName(stem, sha256, extname(path).slice(1))) &&
    !downloads.includes(path) &&
    downloads.some((file) => stemOfDownload(basename(file)) === stem)
  );
}

/** Downloads for people: `"Local Allocation Payment Detail" of Texas (2024, 2025)`. */
export function nameDownloads(units: readonly UnitSummary[]): string {
  const byTitle = [...Map.groupBy(units, ({ kind }) => titleOfKind(kind))];
  return byTitle.map(([title, of]) => `${title} (${nameFew(of.map(({ unit }) => unit))})`).join(', ');
}

/** The feeds without any row, although their kind was never loaded. */
export function emptyFeeds(
  units: readonly UnitSummary[],
  kindsLoaded: ReadonlySet<ReportKindName>,
): Pick<UnitSummary, 'feed' | 'kind'>[] {
  const byFeed = Map.groupBy(units, ({ feed }) => feed);
  const isEmpty = ({ status, kind }: UnitSummary) => status === 'empty' && !kindsLoaded.has(kind);
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

/** Groups the downloads that failed because a portal is down or not ready. Others stay alone, with their names. */
export function groupFailures(units: readonly UnitSummary[]): FailedDownloads[] {
  const all = units.filter(({ status }) => status === 'failed');
  const causeOf = ({ portal_down, not_ready, message, feed, unit }: UnitSummary) =>
    portal_down || not_ready ? `${message}` : JSON.stringify([feed, unit]);
  return [...Map.groupBy(all, causeOf).values()].map((failed) => {
    const names = nameDownloads(failed);
    const name = failed.length === 1 ? names : `${plural(failed.length, 'download')}, ${names}`;
    return { name, message: failed[0]?.message ?? 'failed', units: failed };
  });
}

/** A fetch in which the units fail whose portal went back to an earlier file, although the figures of a later one count. */
export function failReturned(fetch: FetchSummary, database: string): FetchSummary {
  const counted = countedRecords(database);
  const units = fetch.units.map((unit): UnitSummary => {
    const newer = findNewer(unit, counted);
    if (newer === null) return unit;
    const message =
      `The portal sent ${basename(unit.file ?? '')} again, but the figures of ${newer.file_name}, which it sent later, still count. ` +
      `If the older figures are right, run: allocations withdraw ${shortHash(newer.sha256)} --reason "the portal took it back". ` +
      `That is permanent: if the portal sends ${newer.file_name} again, it is skipped`;
    return { ...unit, status: 'failed', message };
  });
  const hasFailed = units.some(({ status }) => status === 'failed');
  return { ...fetch, units, outcome: hasFailed ? 'partial' : fetch.outcome };
}

/** The report that the portal sent after the current file of a unit, and that wins over it. */
function findNewer({ url, sha256 }: UnitSummary, counted: readonly ReportRecord[]): ReportRecord | null {
  const current = counted.find((record) => record.sha256 === sha256);
  if (!current?.origin) return null;
  const since = current.origin.fetched_at;
  const newer = counted.filter(
    (record) =>
      record.origin?.url === url && record.origin.fetched_at > since && compareReports(current, record) < 0,
  );
  return newer.sort(compareReports).at(-1) ?? null;
}

/** The reports that give figures. None if there is no dataset, or none that this program reads: a run says why. */
function countedRecords(database: string): ReportRecord[] {
  if (!existsSync(database)) return [];
  const reports = orNull(() => readDataset(database, (dataset) => openReports(dataset).list())) ?? [];
  return reports.map(({ record }) => record).filter(isCounted);
}
