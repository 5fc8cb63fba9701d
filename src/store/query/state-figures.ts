import { getTableName } from 'drizzle-orm';
import type { FigureSeries } from '../../domain/allocation.ts';
import type { FieldFigures, JurisdictionFigures } from '../../domain/reading/figure-reading.ts';
import { perContentAndKey } from '../../domain/reading/once.ts';
import { stateOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { allocationTableOf } from '../schema.ts';
import type { StoredJurisdiction } from './jurisdictions.ts';
import type { StoredRows } from './stored-rows.ts';

const NO_SERIES: FigureSeries = { first: 0, slots: [] };

/** One field of all jurisdictions of a state, by the month of payment, or by a month `lag` months earlier. */
class StateFigures implements FieldFigures {
  readonly months: ReadonlySet<number>;
  readonly newest: number | null;
  readonly lag: number;
  private readonly view: StoredRows;
  /** By the id of the jurisdiction. */
  private readonly series: ReadonlyMap<number, FigureSeries>;

  constructor(view: StoredRows, state: State, field: string, lag: number) {
    if (!state.fields.some(({ name }) => name === field))
      throw new Error(`${state.code} has no field ${field}`);
    const { months, ...read } = readColumns(view, state, field);
    const shifted = { ...read, months: months.map((month) => month - lag) };
    this.view = view;
    this.lag = lag;
    this.series = seriesOf(shifted);
    this.months = new Set(shifted.months);
    this.newest = this.months.size > 0 ? Math.max(...this.months) : null;
  }

  *within(fits: (subject: StoredJurisdiction) => boolean): Generator<JurisdictionFigures> {
    for (const [id, series] of this.series) {
      const subject = this.view.jurisdictions.get(id);
      if (subject && fits(subject)) yield { subject, series };
    }
  }

  of(id: number): FigureSeries {
    return this.series.get(id) ?? NO_SERIES;
  }
}

/** The columns of a state's datapoints, by jurisdiction and month. */
interface StateColumns {
  ids: readonly number[];
  months: readonly number[];
  values: readonly (number | null)[];
}

/** SQLite returns a column as one JSON text: eight times as fast as row by row. */
function readColumns({ dataset: { sqlite } }: StoredRows, state: State, field: string): StateColumns {
  const found = sqlite
    .prepare<[], Record<keyof StateColumns, string>>(
      `SELECT json_group_array(id) AS ids, json_group_array(month) AS months, json_group_array(value) AS "values"
       FROM (SELECT jurisdiction_id AS id, ${field} AS value,
           substr(allocation_period, 1, 4) * 12 + substr(allocation_period, 6, 2) - 1 AS month
         FROM ${getTableName(allocationTableOf(state))} ORDER BY jurisdiction_id, allocation_period)`,
    )
    .get();
  const { ids = '[]', months = '[]', values = '[]' } = found ?? {};
  return { ids: JSON.parse(ids), months: JSON.parse(months), values: JSON.parse(values) };
}

function seriesOf({ ids, months, values }: StateColumns): Map<number, FigureSeries> {
  const series = new Map<number, { first: number; slots: (number | null | undefined)[] }>();
  for (const [at, id] of ids.entries()) {
    const month = months[at] ?? 0;
    const { first, slots } = series.get(id) ?? { first: month, slots: [] };
    while (slots.length < month - first) slots.push(undefined);
    slots.push(values[at] ?? null);
    series.set(id, { first, slots });
  }
  return series;
}

/** The figures of one field of a state. Made once for each version of the dataset. */
export const stateFigures = perContentAndKey(
  (view: StoredRows, state: string, field: string, lag: number): FieldFigures =>
    new StateFigures(view, stateOf(state), field, lag),
  (...asked) => asked.join(' '),
);
