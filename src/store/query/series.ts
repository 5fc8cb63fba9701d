import { getTableName } from 'drizzle-orm';
import { type Month, monthOfDate } from '../../domain/month.ts';
import type { AskedMonths } from '../../domain/month-range.ts';
import type { State } from '../../states/state.ts';
import { DERIVED_PREFIXES } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf } from '../schema.ts';
import { readSources, type SeriesSource } from './sources.ts';

/**
 * One month of one field, with its derived figures and sources. Value, trend and ytd are in the field's unit, the delta
 * in millionths.
 */
export interface SeriesMonth {
  month: Month;
  value: number | null;
  /** The value twelve months before; `null` if there is none. */
  yearAgo: number | null;
  delta: number | null;
  trend: number | null;
  ytd: number | null;
  /** The fields whose figure comes from the register of corrections, named as in a report. */
  corrected: readonly string[];
  /** In the state's order of report kinds. */
  sources: readonly SeriesSource[];
}

/** Reads one field of one jurisdiction in a range of months, in month order. */
export function readSeries(
  dataset: Dataset,
  state: State,
  jurisdictionId: number,
  field: string,
  range: AskedMonths,
): SeriesMonth[] {
  if (!state.fields.some(({ name }) => name === field))
    throw new Error(`${state.code} has no field ${field}`);
  const { deltas, trends, ytd } = DERIVED_PREFIXES;
  const table = getTableName(allocationTableOf(state));
  const select = dataset.sqlite.prepare<
    [number, string],
    Omit<SeriesMonth, 'month' | 'corrected' | 'sources'>
  >(
    `SELECT now.${field} AS value, before.${field} AS yearAgo, now.${deltas}${field} AS delta,
       now.${trends}${field} AS trend, now.${ytd}${field} AS ytd
     FROM ${table} AS now LEFT JOIN ${table} AS before ON before.jurisdiction_id = now.jurisdiction_id
       AND before.allocation_period = date(now.allocation_period, '-12 months')
     WHERE now.jurisdiction_id = ? AND now.allocation_period = ?`,
  );
  return readSources(dataset, state, jurisdictionId, range).flatMap(({ period, corrected, sources }) => {
    const figures = select.get(jurisdictionId, period);
    if (!figures) return [];
    return [{ month: monthOfDate(period), ...figures, corrected, sources }];
  });
}
