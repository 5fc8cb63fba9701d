import { eq, getTableName, sql } from 'drizzle-orm';
import { firstDay } from '../../domain/month.ts';
import type { AskedMonths } from '../../domain/month-range.ts';
import { once } from '../../domain/reading/once.ts';
import type { FigureSource, ReportKindName, RowLine, StoredRow } from '../../domain/report.ts';
import type { State } from '../../states/state.ts';
import { kindColumnPrefix } from '../allocation-columns.ts';
import type { Dataset } from '../dataset.ts';
import { report } from '../fixed-tables.ts';
import { allocationTableOf, rowTableOf } from '../schema.ts';
import { ReportRows } from '../write/report-rows.ts';
import type { StoredJurisdiction } from './jurisdictions.ts';

interface MonthSources {
  /** The first day of the allocation period. */
  period: string;
  /** The fields whose figure comes from the register of corrections, named as in a report. */
  corrected: readonly string[];
  /** In the state's order of report kinds. */
  sources: readonly FigureSource[];
}

/** Reads the sources of one jurisdiction in a range of months, in month order. */
export function readSources(
  dataset: Dataset,
  state: State,
  jurisdictionId: number,
  { from, to }: AskedMonths,
): MonthSources[] {
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
      const { sha256, origin, file_name, received_at } = source;
      return [
        {
          ...{ kind, sha256, origin, sheet: sheet === null ? null : String(sheet), row: Number(row) },
          ...(lines && { lines }),
          ...{ file_name, received_at },
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

type DescribedReport = Pick<FigureSource, 'file_name' | 'sha256' | 'received_at' | 'origin'>;

/** Reads each report once. */
function openReportLookup({ drizzle }: Dataset): (id: number) => DescribedReport | undefined {
  const { file_name, sha256, received_at, origin } = report;
  const select = drizzle
    .select({ file_name, sha256, received_at, origin })
    .from(report)
    .where(eq(report.id, sql.placeholder('id')))
    .prepare();
  return once((id: number) => select.get({ id }));
}

/** A report that figures come from, with its number in the dataset. Later reports have higher numbers. */
interface GivingReport extends DescribedReport {
  id: number;
  kind: ReportKindName;
}

/** Reads the reports that figures of some jurisdictions of a state come from, by number. */
export function readGivingReports(
  dataset: Dataset,
  state: State,
  jurisdictionIds: readonly number[],
): GivingReport[] {
  const reportOf = openReportLookup(dataset);
  const ids = JSON.stringify(jurisdictionIds);
  const given = state.kinds.flatMap(({ name: kind }) => {
    const id = `${kindColumnPrefix(kind)}_report_id`;
    return dataset.sqlite
      .prepare<[string], number>(
        `SELECT DISTINCT ${id} FROM ${getTableName(allocationTableOf(state))}
         WHERE ${id} IS NOT NULL AND jurisdiction_id IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
      .all(ids)
      .flatMap((one) => {
        const described = reportOf(one);
        return described ? [{ id: one, kind, ...described }] : [];
      });
  });
  return given.sort((a, b) => a.id - b.id);
}

/** The fields of one month that each report kind gives, in the state's order. */
type GivenFields = ReadonlyMap<ReportKindName, readonly string[]>;

/** Reads which report kind gives which field of a jurisdiction, by the first day of the month. */
export function readGivenFields(
  dataset: Dataset,
  state: State,
  { id, sales_tax_id }: StoredJurisdiction,
): ReadonlyMap<string, GivenFields> {
  const names = state.kinds.map(({ name }) => name);
  const columns = names.map((name) => `${kindColumnPrefix(name)}_report_id`);
  const months = dataset.sqlite
    .prepare<[number], [string, ...(number | null)[]]>(
      `SELECT allocation_period, ${columns.join(', ')} FROM ${getTableName(allocationTableOf(state))} WHERE jurisdiction_id = ?`,
    )
    .raw()
    .all(id);
  const rowsByKind = state.kinds.map((kind) => {
    const rows = new ReportRows(dataset, kind).ofJurisdiction(id, sales_tax_id);
    return new Map(rows.map((row) => [`${firstDay(row.month)} ${row.reportId}`, row]));
  });
  return new Map(
    months.map(([period, ...reportIds]) => {
      const sources = new Map<ReportKindName, StoredRow>();
      for (const [at, name] of names.entries()) {
        const row = rowsByKind[at]?.get(`${period} ${reportIds[at]}`);
        if (row) sources.set(name, row);
      }
      return [period, fieldsOf(state, sources)];
    }),
  );
}

function fieldsOf(state: State, sources: ReadonlyMap<ReportKindName, StoredRow>): GivenFields {
  const givers = state.fields.map(({ name }) => ({ name, row: state.sourceOf(name, sources) }));
  return new Map(
    [...sources].map(([kind, row]) => [
      kind,
      givers.filter((giver) => giver.row === row).map(({ name }) => name),
    ]),
  );
}
