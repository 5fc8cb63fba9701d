import { asc, eq, getTableName, sql } from 'drizzle-orm';
import { type DerivedFigures, fiscalQuarter, revenuePeriod, salesPeriod } from '../domain/allocation.ts';
import type { Month } from '../domain/month.ts';
import type { Datapoint, State } from '../states/state.ts';
import type { Dataset } from './dataset.ts';
import { allocationTableOf, kindColumnPrefix } from './schema.ts';
import { prepareReplace, prepareSelect, type SqlValue } from './statements.ts';

/** What a run did to datapoints. */
export interface AllocationCounts {
  inserted: number;
  /** Changed in a base or derived figure, or removed. */
  updated: number;
  unchanged: number;
}

/** Reads and writes one state's datapoints. */
export function openAllocations(dataset: Dataset, state: State) {
  const table = allocationTableOf(state);
  const name = getTableName(table);
  const replace = prepareReplace(dataset, table);
  const ofJurisdiction = prepareSelect(
    dataset,
    table,
    eq(table.jurisdiction_id, sql.placeholder('jurisdiction')),
    [asc(table.allocation_period)],
  );
  const remove = dataset.sqlite.prepare(
    `DELETE FROM ${name} WHERE jurisdiction_id = ? AND allocation_period = ?`,
  );
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
  const monthsOf = dataset.sqlite
    .prepare<[number], string>(`SELECT allocation_period FROM ${name} WHERE jurisdiction_id = ? ORDER BY 1`)
    .pluck();

  const encode = (
    jurisdictionId: number,
    { month, figures, sources }: Datapoint,
    derived: DerivedFigures,
  ): SqlValue[] => [
    jurisdictionId,
    `${month}-01`,
    `${revenuePeriod(month)}-01`,
    `${salesPeriod(month)}-01`,
    fiscalQuarter(month, state.calendar),
    ...state.fields.map((field) => figures[field.name] ?? null),
    ...derived.deltas,
    ...derived.trends,
    ...derived.ytd,
    ...state.kinds.flatMap((kind) => {
      const source = sources.get(kind.name);
      return source ? [source.reportId, source.sheet, source.row] : [null, null, null];
    }),
  ];

  return {
    /** Makes the stored series the given one, writing what differs. */
    writeSeries(
      jurisdictionId: number,
      datapoints: readonly Datapoint[],
      derived: readonly DerivedFigures[],
      counts: AllocationCounts,
    ): void {
      const stored = new Map(ofJurisdiction.all(jurisdictionId).map((values) => [values[1], values]));
      datapoints.forEach((datapoint, at) => {
        const ofMonth = derived[at];
        if (!ofMonth) throw new Error(`nothing derived for ${jurisdictionId}, ${datapoint.month}`);
        const values = encode(jurisdictionId, datapoint, ofMonth);
        const period = `${datapoint.month}-01`;
        const before = stored.get(period);
        stored.delete(period);
        if (before && values.every((value, column) => value === before[column])) {
          counts.unchanged += 1;
          return;
        }
        replace.run(values);
        if (before) counts.updated += 1;
        else counts.inserted += 1;
      });
      for (const period of stored.keys()) {
        remove.run(jurisdictionId, period);
        counts.updated += 1;
      }
    },

    /** First and last month and number of datapoints of every jurisdiction that has any. */
    spans: (): { jurisdictionId: number; first: Month; last: Month; count: number }[] =>
      spans.all().map(([jurisdictionId, first, last, count]) => ({
        jurisdictionId,
        first: first.slice(0, 7) as Month,
        last: last.slice(0, 7) as Month,
        count,
      })),

    /** The row of the state's first kind that a datapoint came from. */
    sourceOf: (jurisdictionId: number, month: Month) => sourceOf.get(jurisdictionId, `${month}-01`) ?? null,

    /** The months of one jurisdiction's datapoints. */
    monthsOf: (jurisdictionId: number): Month[] =>
      monthsOf.all(jurisdictionId).map((date) => date.slice(0, 7) as Month),
  };
}

export type Allocations = ReturnType<typeof openAllocations>;
