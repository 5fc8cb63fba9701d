import { findTotalJumps } from '../../derive/total-jumps.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import { addMonths, type Month } from '../../domain/month.ts';
import { periodName } from '../../domain/publication.ts';
import { countsSince, isCounted, type ReportRecord } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { countingReport, type ReportRecords, replacedReport } from '../../merge/choose.ts';
import type { ReportKind, State } from '../../states/state.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { monthFinding } from '../../store/write/stored-findings.ts';

/** The most jurisdictions that a period may lose against the one before: a share of them, and a handful. */
const MOST_ROWS_LOST_PERCENT = 2;
const HANDFUL = 5;
/** With fewer jurisdictions, equal totals or a restated month may be chance. */
const JURISDICTIONS_TO_TELL = 10;

/**
 * Finds periods of a kind that lost jurisdictions against the period before. Does not compare across gaps. `unpaidIn`
 * counts those of the period before that were paid nothing then and are missing now, which explains them.
 */
export function checkRowCounts(
  { name: kind, title, published }: ReportKind,
  counts: ReadonlyMap<Month, number>,
  unpaidIn: (earlier: Month, month: Month) => number,
  reports: ReportRecords,
): Finding[] {
  const nameOf = (month: Month) => periodName(published, month);
  return [...counts].flatMap(([month, count]): Finding[] => {
    const earlier = addMonths(month, -published.every);
    const before = counts.get(earlier) ?? 0;
    const isShare = (before - count) * 100 > MOST_ROWS_LOST_PERCENT * before;
    const unpaid = before - count > HANDFUL ? unpaidIn(earlier, month) : 0;
    const isUnexplained = before - count - unpaid > HANDFUL;
    if (!isShare && !isUnexplained) return [];
    const facts = {
      kind,
      title,
      period: nameOf(month),
      earlier: nameOf(earlier),
      before,
      now: count,
      isUnexplained,
    };
    return [monthFinding('fewer-rows', facts, month, countingReport(kind, month, reports))];
  });
}

/** Finds months with the same total, to the cent. One of the two may have the other's figures. */
export function checkRepeatedTotals(
  { code, kinds }: State,
  totals: ReadonlyMap<Month, number>,
  counts: ReadonlyMap<Month, number>,
  reports: ReportRecords,
): Finding[] {
  const months = [...totals.keys()].filter(
    (month) => totals.get(month) !== 0 && (counts.get(month) ?? 0) >= JURISDICTIONS_TO_TELL,
  );
  const given = months.map((month) => {
    const reportId = countingReport(kinds[0].name, month, reports);
    return { month, total: totals.get(month) ?? 0, reportId, record: reports.get(reportId ?? -1) };
  });
  // the report that came later is in doubt, whichever month it gives
  given.sort((a, b) => compareText(sinceOf(a), sinceOf(b)) || compareText(a.month, b.month));
  const first = new Map<number, (typeof given)[number]>();
  return given.flatMap(({ month, total, reportId, record }): Finding[] => {
    const other = first.get(total);
    if (!other) {
      first.set(total, { month, total, reportId, record });
      return [];
    }
    const { month: earlier, record: giving } = other;
    const report = giving ? { file: giving.file_name, sha256: giving.sha256 } : null;
    const facts = { state: code, month, total, earlier, report };
    return [monthFinding('repeated-total', facts, month, reportId)];
  });
}

function sinceOf({ record }: { record: ReportRecord | undefined }): string {
  return record ? countsSince(record) : '';
}

/** Tells of months whose total is far from that of the year before, and whether most jurisdictions share the jump. */
export function checkTotals(
  { state, overview }: Pick<StateStore, 'state' | 'overview'>,
  totals: ReadonlyMap<Month, number>,
  reports: ReportRecords,
): Finding[] {
  const { code, kinds } = state;
  const jumps = findTotalJumps(totals, (month) => overview.paymentsOf(month));
  return jumps.map(({ month, isShared, sharing, jurisdictions, ...jump }) => {
    const facts = { state: code, month, ...jump };
    const report = countingReport(kinds[0].name, month, reports);
    return isShared
      ? monthFinding('shared-jump', { ...facts, sharing, jurisdictions }, month, report)
      : monthFinding('total-jump', facts, month, report);
  });
}

/**
 * Finds months in which a report changed at least half of the payments that an earlier report gave. Unless the state
 * restated them, one of the two reports may be of another month.
 */
export function checkRestated(store: StateStore, months: Iterable<Month>, reports: ReportRecords): Finding[] {
  const { code, headline, kinds } = store.state;
  const kind = kinds[0].name;
  const replaced = [...months].flatMap((month) => {
    const pair = replacedReport(kind, month, reports);
    return pair ? [{ month, reportId: pair.now.id, earlierId: pair.earlier.id, ...pair }] : [];
  });
  const restated = store.rowsOf(kind).restatements(headline, replaced);
  return restated.flatMap(({ month, now, earlier, rows, changed }): Finding[] => {
    if (changed < JURISDICTIONS_TO_TELL || changed * 2 < rows) return [];
    const { file_name: file, sha256 } = now.record;
    const facts = {
      ...{ state: code, month, changed, datapoints: rows, field: headline, file, sha256 },
      earlier: { file: earlier.record.file_name, sha256: earlier.record.sha256 },
      hasNewerMonth: hasNewerMonth(now.record, reports),
    };
    return [monthFinding('month-restated', facts, month, now.id)];
  });
}

/** Whether a report brought a later month than all reports of its kind before it. */
function hasNewerMonth(record: ReportRecord, reports: ReportRecords): boolean {
  const before = [...reports.values()].filter(
    (other) => other.kind === record.kind && isCounted(other) && countsSince(other) < countsSince(record),
  );
  return before.every(({ last_month }) => last_month < record.last_month);
}
