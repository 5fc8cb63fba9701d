import type { Month } from '../../domain/month.ts';
import type { ReportKindName, ReportRecord, StoredRow } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { shortHash } from '../../domain/text/sha256.ts';
import type { SeriesRemark } from '../../states/state.ts';
import { isTaken } from '../intake/months-taken.ts';

/** Reports by their number in the dataset. */
export type ReportRecords = ReadonlyMap<number, ReportRecord>;

/**
 * Orders two reports that give the same figure: negative where `a` counts less. The one whose last month is later
 * counts, then the one received later, then, of one run, the one downloaded later, then the one with the higher hash.
 */
export function compareReports(a: ReportRecord, b: ReportRecord): number {
  return (
    compareText(a.lastMonth, b.lastMonth) ||
    compareText(a.receivedAt, b.receivedAt) ||
    compareText(downloadedAt(a), downloadedAt(b)) ||
    compareText(a.sha256, b.sha256)
  );
}

/** The number of the report of a kind that counts for a month; `null` where none has it. */
export function countingReport(kind: ReportKindName, month: Month, reports: ReportRecords): number | null {
  const having = [...reports].filter(
    ([, record]) =>
      record.kind === kind &&
      record.withdrawn === null &&
      record.firstMonth <= month &&
      record.lastMonth >= month &&
      isTaken(month, record.taken),
  );
  return having.sort(([, a], [, b]) => compareReports(b, a))[0]?.[0] ?? null;
}

/** Whether one report is known to be later than the other, and not only preferred to it. */
export function isRestated(earlier: ReportRecord, later: ReportRecord): boolean {
  if (earlier.lastMonth !== later.lastMonth || earlier.receivedAt !== later.receivedAt) return true;
  const times = [downloadedAt(earlier), downloadedAt(later)];
  return times[0] !== times[1] && !times.includes('');
}

/** When a report was downloaded; empty, before all times, of one that was put there by hand. */
function downloadedAt({ origin }: ReportRecord): string {
  return origin?.fetched_at ?? '';
}

/**
 * Of all rows of one jurisdiction and kind, in month order, those that count: one a month, of the latest report.
 * Reports of one run that end with the same month and disagree are remarked on, and so are rows that came later
 * and do not count.
 */
export function countingRows(
  rows: readonly StoredRow[],
  reports: ReportRecords,
): { rows: StoredRow[]; remarks: SeriesRemark[] } {
  const remarks: SeriesRemark[] = [];
  const counting = groupByMonth(rows).map((group) => {
    if (group.length === 1 && group[0]) return group[0];
    const [winner, ...others] = group.sort((a, b) =>
      compareReports(recordOf(reports, b), recordOf(reports, a)),
    );
    if (!winner) throw new Error('a month without rows');
    const record = recordOf(reports, winner);
    for (const other of others) {
      if (sameFigures(winner, other)) continue;
      const beaten = recordOf(reports, other);
      if (beaten.receivedAt > record.receivedAt) remarks.push(outdated(winner, other, reports));
      else if (!isRestated(beaten, record)) remarks.push(conflict(winner, other, reports));
    }
    return winner;
  });
  return { rows: counting, remarks };
}

/** A row that came later than the one that counts, in a report that ends earlier. */
function outdated(winner: StoredRow, other: StoredRow, reports: ReportRecords): SeriesRemark {
  const { fileName, lastMonth } = recordOf(reports, winner);
  const { code, name, month } = other;
  const { sheet, row } = winner;
  const facts = { code, name, month, winner: { file: fileName, sheet, row }, lastMonth };
  return { code: 'outdated-row', facts, month, row: other, field: null };
}

function groupByMonth(rows: readonly StoredRow[]): StoredRow[][] {
  const groups: StoredRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group?.[0]?.month === row.month) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

function conflict(winner: StoredRow, loser: StoredRow, reports: ReportRecords): SeriesRemark {
  const [first, second] = [winner, loser].map((row) => recordOf(reports, row));
  const placeOf = (stored: StoredRow) => {
    const { fileName, sha256 } = recordOf(reports, stored);
    const file = first?.fileName === second?.fileName ? `${fileName} (${shortHash(sha256)}…)` : fileName;
    return { file, sheet: stored.sheet, row: stored.row };
  };
  const { code, name, month } = winner;
  const facts = { code, name, month, winner: placeOf(winner), loser: placeOf(loser) };
  return { code: 'conflicting-reports', facts, month, row: winner, field: null };
}

function sameFigures(a: StoredRow, b: StoredRow): boolean {
  return Object.entries(a.figures).every(([name, figure]) => b.figures[name] === figure);
}

function recordOf(reports: ReportRecords, row: StoredRow): ReportRecord {
  const record = reports.get(row.reportId);
  if (!record) throw new Error(`row of an unknown report ${row.reportId}`);
  return record;
}
