import type { Finding } from '../../domain/findings/finding.ts';
import { addMonths, type Month } from '../../domain/month.ts';
import { periodName } from '../../domain/publication.ts';
import { countsSince, isCounted, type ReportRecord } from '../../domain/report.ts';
import { shortHash } from '../../domain/text/short-hash.ts';
import { countingReport, type ReportRecords, replacedReport } from '../../merge/choose.ts';
import type { ReportKind, State } from '../../states/state.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { monthFinding } from '../../store/write/stored-findings.ts';

const YEAR = 12;

/** The most jurisdictions that a period may lose against the one before: a share of them, and a handful. */
const MOST_ROWS_LOST_PERCENT = 2;
const HANDFUL = 5;
/**
 * A month's total may be at most this many times that of a year before, or this part of it. In the recovery of 2021,
 * it was about half higher for whole states; amounts that are counted twice make it double.
 */
const MOST_TIMES = 1.85;
/** With fewer jurisdictions, a restated month may be chance. */
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
      title,
      share: (before - count) / before,
      period: nameOf(month),
      earlier: nameOf(earlier),
      before,
      now: count,
      isUnexplained,
    };
    return [monthFinding('fewer-rows', facts, month, countingReport(kind, month, reports))];
  });
}

/** Finds months whose total is far from that of the same month a year before, if that month exists. */
export function checkTotals(
  { name: state, kinds }: State,
  totals: ReadonlyMap<Month, number>,
  reports: ReportRecords,
): Finding[] {
  return [...totals].flatMap(([month, total]): Finding[] => {
    const earlier = addMonths(month, -YEAR);
    const before = totals.get(earlier) ?? 0;
    const times = total / before;
    if (before === 0 || (times < MOST_TIMES && times * MOST_TIMES > 1)) return [];
    const [share, direction] = [Math.abs((total - before) / before), total > before ? 'more' : 'less'];
    const facts = { state, month, total, share, direction, earlier, before };
    return [monthFinding('total-jump', facts, month, countingReport(kinds[0].name, month, reports))];
  });
}

/**
 * Finds months in which a report changed at least half of the payments that an earlier report gave. Unless the state
 * restated them, one of the two reports may be of another month.
 */
export function checkRestated(store: StateStore, months: Iterable<Month>, reports: ReportRecords): Finding[] {
  const { name: state, headline, kinds } = store.state;
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
      ...{ state, month, changed, datapoints: rows, field: headline, file, sha256: shortHash(sha256) },
      earlier: `${earlier.record.file_name} (${shortHash(earlier.record.sha256)})`,
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
