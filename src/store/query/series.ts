import { eq, getTableName, sql } from 'drizzle-orm';
import { type Month, monthOfDate } from '../../domain/month.ts';
import type { ReportOrigin } from '../../domain/origin.ts';
import type { ReportKindName } from '../../domain/report.ts';
import type { State } from '../../states/state.ts';
import { DERIVED_PREFIXES, kindColumnPrefix } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { allocationTableOf, report } from '../schema.ts';

/**
 * One month of a series: a field with what is derived from it, and where it came from. Value, trend and ytd are in
 * the field's unit, the delta in millionths.
 */
export interface SeriesMonth {
  month: Month;
  value: number | null;
  delta: number | null;
  trend: number | null;
  ytd: number | null;
  /** Whether the value is one that the register of corrections put in place of the row's; of fields named as in a report. */
  corrected: boolean;
  /** By report kind, in the state's order: the file's name when received, its hash, the sheet and the row. */
  sources: SeriesSource[];
}

/** The row a month came from, and the report it stands in. */
export interface SeriesSource {
  kind: ReportKindName;
  fileName: string;
  sha256: string;
  /** Where the report was downloaded from; `null` where its file was put there by hand. */
  origin: ReportOrigin | null;
  sheet: string | null;
  row: number;
}

/** One field of one jurisdiction's series, in month order, within the months given. */
export function readSeries(
  dataset: Dataset,
  state: State,
  jurisdictionId: number,
  field: string,
  range: { from: Month | null; to: Month | null },
): SeriesMonth[] {
  if (!state.fields.some(({ name }) => name === field))
    throw new Error(`${state.code} has no field ${field}`);
  const sources = state.kinds.map(({ name }) => kindColumnPrefix(name));
  const { deltas, trends, ytd } = DERIVED_PREFIXES;
  const rows = dataset.sqlite
    .prepare<[number, string, string], Record<string, string | number | null>>(
      `SELECT allocation_period, ${field} AS value, ${deltas}${field} AS delta, ${trends}${field} AS trend, ${ytd}${field} AS ytd,
       ${sources.flatMap((prefix) => [`${prefix}_report_id`, `${prefix}_sheet`, `${prefix}_row`]).join(', ')}
       FROM ${getTableName(allocationTableOf(state))}
       WHERE jurisdiction_id = ? AND allocation_period >= ? AND allocation_period <= ? ORDER BY allocation_period`,
    )
    .all(jurisdictionId, `${range.from ?? '0000-00'}-01`, `${range.to ?? '9999-99'}-01`);
  const reports = dataset.drizzle
    .select({ fileName: report.file_name, sha256: report.sha256, origin: report.origin })
    .from(report)
    .where(eq(report.id, sql.placeholder('id')))
    .prepare();
  const corrected = new Set(
    dataset.sqlite
      .prepare<[number, string], string>(
        `SELECT substr(allocation_period, 1, 7) FROM finding WHERE jurisdiction_id = ? AND code = 'figure-corrected' AND "column" = ?`,
      )
      .pluck()
      .all(jurisdictionId, field),
  );
  const figure = (value: string | number | null | undefined) => (value === null ? null : Number(value));
  return rows.map((row) => ({
    month: monthOfDate(String(row.allocation_period)),
    value: figure(row.value),
    delta: figure(row.delta),
    trend: figure(row.trend),
    ytd: figure(row.ytd),
    corrected: corrected.has(monthOfDate(String(row.allocation_period))),
    sources: state.kinds.flatMap(({ name }) => {
      const prefix = kindColumnPrefix(name);
      const source = reports.get({ id: Number(row[`${prefix}_report_id`] ?? 0) });
      if (!source) return [];
      const sheet = row[`${prefix}_sheet`] ?? null;
      const place = { sheet: sheet === null ? null : String(sheet), row: Number(row[`${prefix}_row`]) };
      return [{ kind: name, ...source, ...place }];
    }),
  }));
}
