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

/** `months` is in how many months the figures of the later report differ; `null` if that is not counted. */
export function returnedReport(now: ReportRecord, later: ReportRecord, months: number | null): Finding {
  return finding('returned-report', {
    receivedAt: now.receivedAt,
    laterReceivedAt: later.receivedAt,
    laterSha256: later.sha256,
    laterFile: later.fileName,
    months,
    hasOtherMonths: later.firstMonth < now.firstMonth || later.lastMonth > now.lastMonth,
  });
}
