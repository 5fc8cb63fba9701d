import { type Finding, finding } from '../domain/finding.ts';
import type { ReportRow } from '../domain/report.ts';

/** Drops rows printed twice (a warning); the same jurisdiction and month with different figures is an error. */
export function distinctRows(rows: readonly ReportRow[], findings: Finding[]): ReportRow[] {
  const byKey = new Map<string, ReportRow>();
  for (const row of rows) {
    const key = `${row.code} ${row.month}`;
    const first = byKey.get(key);
    if (!first) {
      byKey.set(key, row);
      continue;
    }
    const subject = `${row.code} ${row.name}`;
    if (sameValues(first, row)) {
      const message = `${subject} has the same figures for ${row.month} here and in ${placeOf(row)}; it was counted once`;
      findings.push(finding('duplicate-row', message, { sheet: first.sheet, row: first.row }));
    } else {
      const message = `${subject} has different figures for ${row.month} here and in ${placeOf(first)}; ask the source which is right`;
      findings.push(finding('conflicting-rows', message, { sheet: row.sheet, row: row.row }));
    }
  }
  return [...byKey.values()];
}

function placeOf({ sheet, row }: ReportRow): string {
  return `${sheet === null ? '' : `sheet ${sheet}, `}row ${row}`;
}

function sameValues(a: ReportRow, b: ReportRow): boolean {
  const values = (row: ReportRow) => JSON.stringify([Object.values(row.labels), Object.values(row.figures)]);
  return values(a) === values(b);
}
