import { addMonths, type Month } from '../../domain/month.ts';
import { periodName } from '../../domain/publication.ts';
import type { ReportKind, State } from '../../states/state.ts';
import { monthFinding, type PlacedFinding } from '../../store/write/placed-finding.ts';
import { countingReport, type ReportRecords } from './precedence.ts';

/** The most jurisdictions that a period may lose against the one before. */
const MOST_ROWS_LOST_PERCENT = 2;
/**
 * The most that a month's total may differ from the same month a year before. An estimate, not a measurement: above
 * what an economy does to a state in a year, below what half a file does.
 */
const MOST_CHANGE_PERCENT = 40;
/** With fewer jurisdictions, equal totals or a restated month may be chance. */
const JURISDICTIONS_TO_TELL = 10;

/** Finds periods of a kind that lost jurisdictions against the period before. Does not compare across gaps. */
export function checkRowCounts(
  { name: kind, published }: ReportKind,
  counts: ReadonlyMap<Month, number>,
  reports: ReportRecords,
): PlacedFinding[] {
  const nameOf = (month: Month) => periodName(published, month);
  return [...counts].flatMap(([month, count]): PlacedFinding[] => {
    const earlier = addMonths(month, -published.every);
    const before = counts.get(earlier);
    if (before === undefined || (before - count) * 100 <= MOST_ROWS_LOST_PERCENT * before) return [];
    const facts = { kind, period: nameOf(month), earlier: nameOf(earlier), before, now: count };
    return [monthFinding('fewer-rows', facts, month, countingReport(kind, month, reports))];
  });
}

/**
 * Finds months whose headline figures a run mostly changed. Unless the state restated them, a report may be of another
 * month. Only the run that made the changes reports it.
 */
export function checkRestated(
  { code, kinds, headline }: State,
  restated: readonly { month: Month; count: number; datapoints: number }[],
  reports: ReportRecords,
): PlacedFinding[] {
  return restated.flatMap(({ month, count, datapoints }): PlacedFinding[] => {
    const id = countingReport(kinds[0].name, month, reports);
    const record = reports.get(id ?? -1);
    if (!record || count < JURISDICTIONS_TO_TELL || count * 2 < datapoints) return [];
    const facts = { state: code, month, changed: count, datapoints, field: headline, sha256: record.sha256 };
    return [monthFinding('month-restated', facts, month, id)];
  });
}

/** Finds months with the same total, to the cent. One of the two may have the other's figures. */
export function checkRepeatedTotals(
  { code, kinds }: State,
  totals: ReadonlyMap<Month, number>,
  counts: ReadonlyMap<Month, number>,
  reports: ReportRecords,
): PlacedFinding[] {
  const first = new Map<number, Month>();
  return [...totals].flatMap(([month, total]): PlacedFinding[] => {
    if (total === 0 || (counts.get(month) ?? 0) < JURISDICTIONS_TO_TELL) return [];
    const earlier = first.get(total);
    if (!earlier) {
      first.set(total, month);
      return [];
    }
    const facts = { state: code, month, total, earlier };
    return [monthFinding('repeated-total', facts, month, countingReport(kinds[0].name, month, reports))];
  });
}

/** Finds months whose total is far from that of the same month a year before, if that month exists. */
export function checkTotals(
  { code, kinds }: State,
  totals: ReadonlyMap<Month, number>,
  reports: ReportRecords,
): PlacedFinding[] {
  return [...totals].flatMap(([month, total]): PlacedFinding[] => {
    const earlier = addMonths(month, -12);
    const before = totals.get(earlier) ?? 0;
    const change = total - before;
    if (before === 0 || Math.abs(change) * 100 <= MOST_CHANGE_PERCENT * Math.abs(before)) return [];
    const facts = { state: code, month, total, earlier, before };
    return [monthFinding('total-jump', facts, month, countingReport(kinds[0].name, month, reports))];
  });
}
