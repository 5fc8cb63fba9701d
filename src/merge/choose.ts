import { type Finding, rowFinding } from '../domain/findings/finding.ts';
import type { Month } from '../domain/month.ts';
import {
  compareReports,
  countsSince,
  isCounted,
  isRestated,
  type ReportKindName,
  type ReportRecord,
  type StoredRow,
} from '../domain/report.ts';
import { shortHash } from '../domain/text/short-hash.ts';
import { rowOf } from '../domain/text/wording.ts';

export type ReportRecords = ReadonlyMap<number, ReportRecord>;

/** The id of the report that counts for a month and kind; `null` if no report has the month. */
export function countingReport(kind: ReportKindName, month: Month, reports: ReportRecords): number | null {
  return reportsOf(kind, month, reports)[0]?.id ?? null;
}

/** The reports that have a month of a kind, the winning one first. */
function reportsOf(kind: ReportKindName, month: Month, reports: ReportRecords) {
  return [...reports]
    .map(([id, record]) => ({ id, record }))
    .filter(
      ({ record }) =>
        record.kind === kind &&
        isCounted(record) &&
        record.first_month <= month &&
        record.last_month >= month,
    )
    .sort((a, b) => compareReports(b.record, a.record));
}

/** The report that counts for a month, and the one that counted before it arrived; `null` if there are no two. */
export function replacedReport(kind: ReportKindName, month: Month, reports: ReportRecords) {
  const [now, ...others] = reportsOf(kind, month, reports);
  const earlier = now && others.find(({ record }) => countsSince(record) < countsSince(now.record));
  return now && earlier ? { now, earlier } : null;
}

/**
 * Chooses one row a month, that of the winning report, from all rows of one jurisdiction and kind in month order.
 * Finds reports of one run that disagree, and rows that arrived later but lose.
 */
export function chooseRows(
  rows: readonly StoredRow[],
  reports: ReportRecords,
): { rows: StoredRow[]; findings: Finding[] } {
  const findings: Finding[] = [];
  const counting = [...Map.groupBy(rows, ({ month }) => month).values()].map((group) => {
    if (group.length === 1 && group[0]) return group[0];
    const [winner, ...others] = group.sort((a, b) =>
      compareReports(recordOf(reports, b), recordOf(reports, a)),
    );
    if (!winner) throw new Error('a month without rows');
    const record = recordOf(reports, winner);
    for (const other of others) {
      if (sameFigures(winner, other)) continue;
      const beaten = recordOf(reports, other);
      if (countsSince(beaten) > countsSince(record)) findings.push(outdated(winner, other, reports));
      else if (!isRestated(beaten, record)) findings.push(conflict(winner, other, reports));
    }
    return winner;
  });
  return { rows: counting, findings };
}

/** A row that arrived later but loses, because its report ends earlier. */
function outdated(winner: StoredRow, other: StoredRow, reports: ReportRecords): Finding {
  const { file_name, last_month } = recordOf(reports, winner);
  const { code, name, month } = other;
  const { sheet, row } = winner;
  const facts = { code, name, month, winner: rowOf(file_name, { sheet, row }), lastMonth: last_month };
  return rowFinding('outdated-row', facts, other);
}

function conflict(winner: StoredRow, loser: StoredRow, reports: ReportRecords): Finding {
  const [first, second] = [winner, loser].map((row) => recordOf(reports, row));
  const placeOf = (stored: StoredRow) => {
    const { file_name, sha256 } = recordOf(reports, stored);
    const file = first?.file_name === second?.file_name ? `${file_name} (${shortHash(sha256)}…)` : file_name;
    return rowOf(file, stored);
  };
  const { code, name, month } = winner;
  const facts = { code, name, month, winner: placeOf(winner), loser: placeOf(loser) };
  return rowFinding('conflicting-reports', facts, winner);
}

function sameFigures(a: StoredRow, b: StoredRow): boolean {
  return Object.keys(a.figures).every((name) => a.figures[name] === b.figures[name]);
}

function recordOf(reports: ReportRecords, row: StoredRow): ReportRecord {
  const record = reports.get(row.reportId);
  if (!record) throw new Error(`row of an unknown report ${row.reportId}`);
  return record;
}
