import { type Finding, finding, type Place } from '../domain/finding.ts';
import type { ReportRecord, ReportRow } from '../domain/report.ts';
import { shortHash } from '../domain/sha256.ts';
import { counted } from '../domain/wording.ts';

/** What is said of a report, without what is said of these rows of it. */
export function withoutRows(findings: readonly Finding[], rows: readonly ReportRow[]): readonly Finding[] {
  if (rows.length === 0) return findings;
  const nameOf = ({ sheet, row }: Pick<Place, 'sheet' | 'row'>) => JSON.stringify([sheet, row]);
  const places = new Set(rows.map(nameOf));
  return findings.filter((item) => !places.has(nameOf(item)));
}

export function outsideRange(rows: number): Finding {
  return finding(
    'outside-range',
    `${counted(rows, 'row')} of months that were not asked for ${rows === 1 ? 'was' : 'were'} left out`,
  );
}

/** Warned of and not refused: it may be this machine's clock that is wrong. */
export function futureMonth(
  [first, ...more]: readonly ReportRow[],
  { sha256, receivedAt }: ReportRecord,
): Finding {
  const others = more.length > 0 ? `, and ${counted(more.length, 'more row')},` : '';
  const message = `${first?.month}${others} had not begun when the report came (${receivedAt.slice(0, 10)}); where the month is a slip, mend the file, ingest it, and take this one out: allocations withdraw ${shortHash(sha256)} --reason "a slip in the month"`;
  return finding('future-month', message, { sheet: first?.sheet ?? null, row: first?.row ?? null });
}

export function damagedArchive({ sha256 }: ReportRecord): Finding {
  const message = `the archived file is no longer the one received (${sha256}); restore it from a backup`;
  return finding('damaged-archive', message);
}

export function returnedReport(now: ReportRecord, before: ReportRecord): Finding {
  const message = `this is the report of ${now.receivedAt} again; what lay here since, received at ${before.receivedAt}, goes on counting. Where the earlier one is right, take the later one out: allocations withdraw ${shortHash(before.sha256)} --reason "the source took it back"`;
  return finding('returned-report', message);
}
