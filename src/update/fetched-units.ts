import { basename } from 'node:path';
import { stemOfDownload } from '../domain/origin.ts';
import type { ReportKindName } from '../domain/report.ts';

/** A unit that was fetched, or was not. */
export interface FetchedUnit {
  feed: string;
  unit: string;
  kind: ReportKindName | null;
  /** Why it could not be fetched; `null` where it could. */
  failure: string | null;
  /** Whether the portal was still at work on it. */
  isNotReady: boolean;
  /** Its file in the inbox; `null` where there is none. */
  file: string | null;
  /** Whether the file came just now. */
  isNew: boolean;
  /** What the names of its files begin with, before the hash. */
  stem: string;
}

/** Whether a file was downloaded for a unit that has another one by now. */
export function isSuperseded(path: string, units: readonly FetchedUnit[]): boolean {
  // units whose names are alike have the same stem
  if (units.some(({ file }) => file === path)) return false;
  const downloaded = stemOfDownload(basename(path));
  return units.some(({ file, stem }) => file !== null && file !== path && stem === downloaded);
}

/** The feeds of which no row came for any unit, though there is nothing of their kind yet. */
export function emptyFeeds(units: readonly FetchedUnit[], kindsThere: ReadonlySet<ReportKindName>): string[] {
  const byFeed = new Map<string, FetchedUnit[]>();
  for (const unit of units) byFeed.set(unit.feed, [...(byFeed.get(unit.feed) ?? []), unit]);
  const isEmpty = ({ file, failure, kind }: FetchedUnit) =>
    file === null && failure === null && kind !== null && !kindsThere.has(kind);
  return [...byFeed].filter(([, ofFeed]) => ofFeed.every(isEmpty)).map(([feed]) => feed);
}
