import { salesDate } from '../../domain/allocation.ts';
import { firstDay } from '../../domain/month.ts';
import { type HeldReport, isHeld } from '../../domain/report.ts';
import { stateOfKind } from '../../states/index.ts';
import type { Dataset } from '../dataset.ts';
import { openReports } from '../write/reports.ts';

/** The reports that wait for a review, in the order in which they were received. */
export function readHeld(dataset: Dataset): HeldReport[] {
  return openReports(dataset)
    .list()
    .flatMap(({ record }) => {
      const { sha256, file_name, kind, first_month, last_month, received_at, held } = record;
      if (!held || !isHeld(record)) return [];
      const { calendar } = stateOfKind(kind);
      return [
        {
          ...{ sha256, file_name, kind, first_month, last_month, received_at },
          first_sales_month: salesDate(firstDay(first_month), calendar),
          last_sales_month: salesDate(firstDay(last_month), calendar),
          held_at: held.at,
          doubts: held.doubts,
        },
      ];
    });
}

/** How many reports wait for a review. */
export function countHeld({ sqlite }: Dataset): number {
  const count = sqlite.prepare<[], number>(
    "SELECT count(*) FROM report WHERE withdrawn_at IS NULL AND held IS NOT NULL AND held ->> '$.accepted' IS NULL",
  );
  return count.pluck().get() ?? 0;
}
