import { type Finding, finding } from '../../domain/findings/finding.ts';
import type { ReportRow } from '../../domain/report.ts';
import type { ReportKind } from '../layouts/report-kind.ts';

/**
 * Drops a row that is printed twice, with a warning. Two rows of one jurisdiction and month with different figures are
 * an error, unless the kind tells such lines apart.
 */
export function distinctRows(rows: readonly ReportRow[], kind: ReportKind, findings: Finding[]): ReportRow[] {
  const byKey = new Map<string, ReportRow>();
  const distinct: ReportRow[] = [];
  for (const row of rows) {
    const key = lineKey(row, kind);
    const first = byKey.get(key);
    if (!first) {
      byKey.set(key, row);
      distinct.push(row);
      continue;
    }
    const { code, name, month, sheet } = row;
    const subject = { code, name, month };
    if (sameValues(first, row)) {
      const facts = { ...subject, elsewhere: placeOf(row) };
      findings.push(finding('duplicate-row', facts, { sheet: first.sheet, row: first.row }));
    } else {
      const facts = { ...subject, elsewhere: placeOf(first) };
      findings.push(finding('conflicting-rows', facts, { sheet, row: row.row }));
    }
  }
  return distinct;
}

/** What a row is about: its jurisdiction and month, and the labels that tell its lines apart. */
function lineKey({ code, month, labels }: ReportRow, { linesBy = [] }: ReportKind): string {
  return linesBy.reduce((key, label) => `${key} ${labels[label] ?? ''}`, `${code} ${month}`);
}

function placeOf({ sheet, row }: ReportRow): string {
  return `${sheet === null ? '' : `sheet ${sheet}, `}row ${row}`;
}

function sameValues(a: ReportRow, b: ReportRow): boolean {
  const values = (row: ReportRow) => JSON.stringify([Object.values(row.labels), Object.values(row.figures)]);
  return values(a) === values(b);
}
