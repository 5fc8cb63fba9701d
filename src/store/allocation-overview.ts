import { getTableName } from 'drizzle-orm';
import { firstDay, type Month, monthOfDate } from '../domain/month.ts';
import type { State } from '../states/state.ts';
import { kindColumnPrefix } from './allocation-columns.ts';
import type { Dataset } from './dataset.ts';
import { allocationTableOf } from './schema.ts';

/** What the checks of a state as a whole ask of its datapoints. */
export function openAllocationOverview(dataset: Dataset, state: State) {
  const name = getTableName(allocationTableOf(state));
  const spans = dataset.sqlite
    .prepare<[], [number, string, string, number]>(
      `SELECT jurisdiction_id, min(allocation_period), max(allocation_period), count(*) FROM ${name}
       GROUP BY jurisdiction_id ORDER BY jurisdiction_id`,
    )
    .raw();
  const primary = kindColumnPrefix(state.kinds[0].name);
  const sourceOf = dataset.sqlite.prepare<
    [number, string],
    { reportId: number; sheet: string | null; row: number }
  >(
    `SELECT ${primary}_report_id AS reportId, ${primary}_sheet AS sheet, ${primary}_row AS "row" FROM ${name}
     WHERE jurisdiction_id = ? AND allocation_period = ?`,
  );
  const totals = dataset.sqlite
    .prepare<[], [string, number | null]>(
      `SELECT allocation_period, sum(${state.headline}) FROM ${name} GROUP BY allocation_period`,
    )
    .raw();
  const restated = dataset.sqlite
    .prepare<[number, string, string], [string, number, number]>(
      `SELECT allocation_period, count(*),
         (SELECT count(*) FROM ${name} AS there WHERE there.allocation_period = revision.allocation_period)
       FROM revision WHERE run_id = ? AND state = ? AND field = ? AND before IS NOT NULL AND after IS NOT NULL
       GROUP BY allocation_period ORDER BY allocation_period`,
    )
    .raw();
  const monthsOf = dataset.sqlite
    .prepare<[number], string>(`SELECT allocation_period FROM ${name} WHERE jurisdiction_id = ? ORDER BY 1`)
    .pluck();

  // one step in the index for each month, instead of a walk over all datapoints
  const months = dataset.sqlite
    .prepare<[], string>(
      `WITH RECURSIVE month(first_day) AS (
         SELECT min(allocation_period) FROM ${name}
         UNION ALL SELECT (SELECT min(allocation_period) FROM ${name} WHERE allocation_period > first_day) FROM month
         WHERE first_day IS NOT NULL)
       SELECT first_day FROM month WHERE first_day IS NOT NULL`,
    )
    .pluck();

  return {
    /** The months any jurisdiction has a datapoint of. */
    months: (): Set<Month> => new Set(months.all().map((date) => monthOfDate(date))),

    /** First and last month and number of datapoints of every jurisdiction that has any. */
    spans: (): { jurisdictionId: number; first: Month; last: Month; count: number }[] =>
      spans.all().map(([jurisdictionId, first, last, count]) => ({
        jurisdictionId,
        first: monthOfDate(first),
        last: monthOfDate(last),
        count,
      })),

    /** The sum of the headline field of each month; months without any are left out. */
    totals: (): Map<Month, number> =>
      new Map(totals.all().flatMap(([date, sum]) => (sum === null ? [] : [[monthOfDate(date), sum]]))),

    /** The months of which a run changed published figures of the headline field: how many, and how many datapoints the month has. */
    restatedBy: (runId: number): { month: Month; count: number; datapoints: number }[] =>
      restated
        .all(runId, state.code, state.headline)
        .map(([date, count, datapoints]) => ({ month: monthOfDate(date), count, datapoints })),

    /** The row of the state's first kind that a datapoint came from. */
    sourceOf: (jurisdictionId: number, month: Month) => sourceOf.get(jurisdictionId, firstDay(month)) ?? null,

    /** The months of one jurisdiction's datapoints. */
    monthsOf: (jurisdictionId: number): Month[] =>
      monthsOf.all(jurisdictionId).map((date) => monthOfDate(date)),
  };
}

export type AllocationOverview = ReturnType<typeof openAllocationOverview>;
