import type { Month } from '../../domain/month.ts';
import { countsSince, isCounted, type ReportRecord } from '../../domain/report.ts';
import { monthFinding, type PlacedFinding } from '../../store/write/placed-finding.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { type ReportRecords, replacedReport } from './precedence.ts';
import { JURISDICTIONS_TO_TELL } from './volume-checks.ts';

/**
 * Finds months in which a report changed at least half of the payments that an earlier report gave. Unless the state
 * restated them, one of the two reports may be of another month.
 */
export function checkRestated(
  store: StateStore,
  months: Iterable<Month>,
  reports: ReportRecords,
): PlacedFinding[] {
  const { code, headline, kinds } = store.state;
  const kind = kinds[0].name;
  const replaced = [...months].flatMap((month) => {
    const pair = replacedReport(kind, month, reports);
    return pair ? [{ month, reportId: pair.now.id, earlierId: pair.earlier.id, ...pair }] : [];
  });
  const restated = store.rowsOf(kind).restatements(headline, replaced);
  return restated.flatMap(({ month, now, earlier, rows, changed }): PlacedFinding[] => {
    if (changed < JURISDICTIONS_TO_TELL || changed * 2 < rows) return [];
    const { fileName: file, sha256 } = now.record;
    const facts = {
      ...{ state: code, month, changed, datapoints: rows, field: headline, file, sha256 },
      earlier: { file: earlier.record.fileName, sha256: earlier.record.sha256 },
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
  return before.every(({ lastMonth }) => lastMonth < record.lastMonth);
}
