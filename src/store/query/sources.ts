import { eq, getTableName, sql } from 'drizzle-orm';
import type { AskedMonths } from '../../domain/month-range.ts';
import type { ReportOrigin } from '../../domain/origin.ts';
import type { ReportKindName, RowLine } from '../../domain/report.ts';
import type { State } from '../../states/state.ts';
import { kindColumnPrefix } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { report } from '../fixed-tables.ts';
import { allocationTableOf, rowTableOf } from '../schema.ts';

/** A row that a month came from, and its report. */
export interface SeriesSource {
  kind: ReportKindName;
  /** The file's name when it was received. */
  fileName: string;
  sha256: string;
  /** ISO 8601 in UTC. */
  receivedAt: string;
  /** Where the report was downloaded from; `null` if a person supplied the file. */
  origin: ReportOrigin | null;
  sheet: string | null;
  row: number;
  /** The printed lines that add up to the row, if its kind prints several. */
  lines?: readonly RowLine[];
}

/** The sources of one month. */
export interface SourcedMonth {
  /** The first day of the allocation period. */
  period: string;
  /** The fields whose figure comes from the register of corrections, named as in a report. */
  corrected: readonly string[];
  /** In the state's order of report kinds. */
  sources: readonly SeriesSource[];
}

/** Reads the sources of one jurisdiction in a range of months, in month order. */
export function readSources(
  dataset: Dataset,
  state: State,
  jurisdictionId: number,
  { from, to }: AskedMonths,
): SourcedMonth[] {
  const prefixes = state.kinds.map(({ name }) => kindColumnPrefix(name));
  const places = prefixes.flatMap((prefix) => [`${prefix}_report_id`, `${prefix}_sheet`, `${prefix}_row`]);
  const rows = dataset.sqlite
    .prepare<[number, string, string], [string, ...(string | number | null)[]]>(
      `SELECT allocation_period, ${places.join(', ')} FROM ${getTableName(allocationTableOf(state))}
       WHERE jurisdiction_id = ? AND allocation_period >= ? AND allocation_period <= ? ORDER BY allocation_period`,
    )
    .raw()
    .all(jurisdictionId, `${from ?? '0000-00'}-01`, `${to ?? '9999-99'}-01`);
  const reportOf = openReportLookup(dataset);
  const linesOf = openLinesLookup(dataset, state, jurisdictionId);
  const corrections = dataset.sqlite
    .prepare<[number], { month: string; field: string }>(
      `SELECT allocation_period AS month, "column" AS field FROM finding WHERE jurisdiction_id = ? AND code = 'figure-corrected'
       ORDER BY "column"`,
    )
    .all(jurisdictionId);
  return rows.map(([period, ...values]) => ({
    period,
    corrected: corrections.flatMap(({ month, field }) => (month === period ? [field] : [])),
    sources: state.kinds.flatMap(({ name: kind }, at) => {
      const [id, sheet, row] = values.slice(at * 3, at * 3 + 3);
      const source = typeof id === 'number' ? reportOf(id) : undefined;
      if (!source) return [];
      const lines = linesOf(kind, Number(id), period);
      return [
        {
          kind,
          ...source,
          sheet: sheet === null ? null : String(sheet),
          row: Number(row),
          ...(lines && { lines }),
        },
      ];
    }),
  }));
}

/** Looks up the printed lines of a row; undefined if its kind prints one line for each row. */
function openLinesLookup({ sqlite }: Dataset, { kinds }: State, jurisdictionId: number) {
  const selects = new Map(
    kinds
      .filter(({ linesBy }) => linesBy)
      .map(({ name }) => {
        const text = `SELECT lines FROM ${getTableName(rowTableOf(name))} WHERE jurisdiction_id = ? AND report_id = ? AND allocation_period = ?`;
        return [name, sqlite.prepare<[number, number, string], string>(text).pluck()] as const;
      }),
  );
  return (kind: ReportKindName, reportId: number, period: string): RowLine[] | undefined => {
    const text = selects.get(kind)?.get(jurisdictionId, reportId, period);
    return text === undefined ? undefined : JSON.parse(text);
  };
}

type DescribedReport = Pick<SeriesSource, 'fileName' | 'sha256' | 'receivedAt' | 'origin'>;

/** Reads each report once. */
function openReportLookup({ drizzle }: Dataset): (id: number) => DescribedReport | undefined {
  const { file_name: fileName, sha256, received_at: receivedAt, origin } = report;
  const select = drizzle
    .select({ fileName, sha256, receivedAt, origin })
    .from(report)
    .where(eq(report.id, sql.placeholder('id')))
    .prepare();
  const known = new Map<number, DescribedReport | undefined>();
  return (id) => {
    if (!known.has(id)) known.set(id, select.get({ id }));
    return known.get(id);
  };
}
