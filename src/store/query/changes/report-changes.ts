import { findingMessage } from '../../../domain/findings/finding.ts';
import { monthOfDate } from '../../../domain/month.ts';
import { stateOfKind } from '../../../states/index.ts';
import type { Dataset } from '../../dataset.ts';
import { readHeld } from '../held.ts';
import { type ChangeReport, emptyChange, type ListedChange } from './change.ts';

/** The reports that wait for a review now, whenever they were held: their figures are not in the dataset. */
export function findHeldReports(dataset: Dataset): ListedChange[] {
  return readHeld(dataset).map(({ sha256, file_name, kind, received_at, last_month, held_at, doubts }) => ({
    ...emptyChange('held_report', stateOfKind(kind).code, held_at),
    month: last_month,
    report: { sha256, file_name, kind, received_at },
    reason: doubts.map(findingMessage).join(' ') || null,
  }));
}

/** The reports that runs after one withdrew, also held ones that somebody rejected. */
export function findWithdrawnReports({ sqlite }: Dataset, afterRun: number): ListedChange[] {
  const rows = sqlite
    .prepare<[number], ChangeReport & { last_month: string; at: string; reason: string | null }>(
      `SELECT sha256, file_name, kind, received_at, last_month, withdrawn_at AS at, withdrawn_reason AS reason
       FROM report WHERE withdrawn_at >= (SELECT started_at FROM run WHERE id > ? ORDER BY id LIMIT 1)
       ORDER BY withdrawn_at DESC, sha256`,
    )
    .all(afterRun);
  return rows.map(({ last_month, at, reason, ...report }) => ({
    ...emptyChange('withdrawn_report', stateOfKind(report.kind).code, at),
    month: monthOfDate(last_month),
    report,
    reason,
  }));
}
