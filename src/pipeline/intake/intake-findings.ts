import { type Finding, finding, type Place } from '../../domain/findings/finding.ts';
import type { ReportRecord, ReportRow } from '../../domain/report.ts';

/** The findings of a report except those about these rows. */
export function withoutRows(findings: readonly Finding[], rows: readonly ReportRow[]): readonly Finding[] {
  if (rows.length === 0) return findings;
  const nameOf = ({ sheet, row }: Pick<Place, 'sheet' | 'row'>) => JSON.stringify([sheet, row]);
  const places = new Set(rows.map(nameOf));
  return findings.filter((item) => !places.has(nameOf(item)));
}

export function outsideRange(rows: number): Finding {
  return finding('outside-range', { rows });
}

/** A warning, not an error, because this machine's clock may be wrong. */
export function futureMonth(
  [first, ...more]: readonly ReportRow[],
  { sha256, receivedAt }: ReportRecord,
): Finding {
  const { month = null, sheet = null, row = null } = first ?? {};
  return finding('future-month', { month, more: more.length, receivedAt, sha256 }, { sheet, row });
}

export function damagedArchive({ sha256 }: ReportRecord): Finding {
  return finding('damaged-archive', { sha256 });
}

export function returnedReport(now: ReportRecord, before: ReportRecord): Finding {
  const { receivedAt } = now;
  const facts = { receivedAt, laterReceivedAt: before.receivedAt, laterSha256: before.sha256 };
  return finding('returned-report', facts);
}
