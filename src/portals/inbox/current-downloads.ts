import { extname, join } from 'node:path';
import { OperatorError } from '../../domain/operator-error.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { type PastDownload, readHistory } from './download-history.ts';
import type { UnitSummary } from './summary.ts';

/** The current file of a unit. */
export interface CurrentDownload {
  /** Its path in the inbox. */
  file: string;
  /** The beginning of its files' names, before the hash. */
  stem: string;
}

/**
 * The current file of every unit of an inbox: of the given fetch, else of earlier ones. If the history cannot be read, only
 * those of the given fetch: a fetch then fails and says so.
 */
export function readCurrentDownloads(inbox: string, units: readonly UnitSummary[]): CurrentDownload[] {
  const key = (download: { feed: string; unit: string }) => JSON.stringify([download.feed, download.unit]);
  const current = new Map<string, CurrentDownload>();
  // a unit has several downloads if its address changed, for example by --since
  const earlier = historyOf(inbox).sort((a, b) => compareText(a.fetched_at, b.fetched_at));
  for (const { file, ...unit } of earlier)
    if (file !== null)
      current.set(key(unit), { file: join(inbox, file.name), stem: stemOf(unit.feed, unit.unit) });
  for (const { file, stem, ...unit } of units) if (file !== null) current.set(key(unit), { file, stem });
  return [...current.values()];
}

function historyOf(inbox: string): PastDownload[] {
  try {
    return readHistory(inbox);
  } catch (error) {
    if (error instanceof OperatorError) return [];
    throw error;
  }
}

/** The names of feed and unit, as letters, digits and hyphens. */
export function stemOf(feed: string, unit: string): string {
  const stem = unit
    .slice(0, unit.length - extname(unit).length)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  return stem === '' ? feed : `${feed}-${stem}`;
}
