import { asc, eq, getTableName, sql } from 'drizzle-orm';
import type { Figure } from '../../domain/money.ts';
import { firstDay, type Month, monthOfDate, noteFirst } from '../../domain/month.ts';
import type { ReportRow, StoredRow } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import type { ReportKind } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { rowTableOf } from '../schema.ts';
import { prepareDelete, prepareInsert, prepareSelect, type SqlValue } from '../statements.ts';
import { digestOfRows } from './report-digest.ts';

/** A stored row with the jurisdiction it is of. */
export interface JurisdictionRow {
  jurisdictionId: number;
  row: ReportRow;
}

/** Columns before those of the kind: jurisdiction, period, report, sheet, row, name. */
const FIXED_COLUMNS = 6;
/** The place of the report among them. */
const REPORT_COLUMN = 2;

/** Reads and writes the typed rows of one report kind. */
export function openReportRows(dataset: Dataset, kind: ReportKind) {
  const table = rowTableOf(kind.name);
  const name = getTableName(table);
  const labels = Object.keys(kind.labels);
  const figures = Object.keys(kind.figures);
  const insert = prepareInsert(dataset, table);
  const ofReport = prepareSelect(dataset, table, eq(table.report_id, sql.placeholder('report')), [
    asc(table.jurisdiction_id),
    asc(table.allocation_period),
  ]);
  const ofJurisdiction = prepareSelect(
    dataset,
    table,
    eq(table.jurisdiction_id, sql.placeholder('jurisdiction')),
    [asc(table.allocation_period)],
  );
  const deleteOfReport = prepareDelete(dataset, table, eq(table.report_id, sql.placeholder('report')));
  const dates = dataset.sqlite
    .prepare<[], string>(`SELECT DISTINCT allocation_period FROM ${name} ORDER BY allocation_period`)
    .pluck();

  const anyOfMonth = dataset.sqlite
    .prepare<[number, string], number>(
      `SELECT 1 FROM ${name} WHERE jurisdiction_id = ? AND allocation_period = ? LIMIT 1`,
    )
    .pluck();
  const countsOfReport = dataset.sqlite
    .prepare<[number], [string, number]>(
      `SELECT allocation_period, count(*) FROM ${name} WHERE report_id = ? GROUP BY allocation_period`,
    )
    .raw();
  const jurisdictionCounts = dataset.sqlite
    .prepare<[], [string, number]>(
      `SELECT allocation_period, count(*) FROM (SELECT DISTINCT jurisdiction_id, allocation_period FROM ${name})
       GROUP BY allocation_period ORDER BY allocation_period`,
    )
    .raw();
  // by jurisdiction, as the primary key begins with it
  const notInReport = dataset.sqlite.prepare<
    [string, string, number],
    { jurisdictionId: number; reportId: number; sheet: string | null; row: number }
  >(
    `SELECT found.jurisdiction_id AS jurisdictionId, report_id AS reportId, sheet, "row" FROM jurisdiction
     CROSS JOIN ${name} AS found ON found.jurisdiction_id = jurisdiction.id AND found.allocation_period = ?
     WHERE NOT EXISTS (SELECT 1 FROM ${name} WHERE jurisdiction_id = jurisdiction.id AND allocation_period = ? AND report_id = ?)
     ORDER BY found.jurisdiction_id`,
  );
  const byMonth = (counts: readonly [string, number][]): Map<Month, number> =>
    new Map(counts.map(([date, count]) => [monthOfDate(date), count]));

  const encode = (reportId: number, { jurisdictionId, row }: JurisdictionRow): SqlValue[] => [
    jurisdictionId,
    firstDay(row.month),
    reportId,
    row.sheet,
    row.row,
    row.name,
    ...labels.map((label) => row.labels[label] ?? null),
    ...figures.map((figure) => row.figures[figure] ?? null),
    ...(kind.linesBy ? [JSON.stringify(row.lines ?? [])] : []),
  ];

  const decode = (code: string, values: readonly SqlValue[]): StoredRow => {
    const [, period, reportId, sheet = null, row, printedName] = values;
    const labelValues: Record<string, string | null> = {};
    const figureValues: Record<string, Figure | null> = {};
    let at = FIXED_COLUMNS;
    for (const label of labels) labelValues[label] = values[at++] as string | null;
    for (const figure of figures) figureValues[figure] = values[at++] as Figure | null;
    return {
      code,
      name: String(printedName),
      month: monthOfDate(String(period)),
      reportId: Number(reportId),
      sheet: sheet === null ? null : String(sheet),
      row: Number(row),
      labels: labelValues,
      figures: figureValues,
      ...(kind.linesBy && { lines: JSON.parse(`${values[at]}`) }),
    };
  };

  return {
    /**
     * Puts a report's rows in place of those it had. Returns the jurisdictions whose rows came, went or changed, each
     * with the first month of these, and the digest of the rows.
     */
    replaceReport(
      reportId: number,
      rows: readonly JurisdictionRow[],
    ): { touched: Map<number, Month>; digest: string } {
      const before = new Map(ofReport.all(reportId).map((values) => [`${values[0]} ${values[1]}`, values]));
      const touched = new Map<number, Month>();
      const touch = ([id, date]: readonly SqlValue[]) =>
        noteFirst(touched, Number(id), monthOfDate(`${date}`));
      const encoded = rows.map((row) => encode(reportId, row));
      // the table lies in this order: neighbours go into the same page
      encoded.sort(
        ([a, monthA], [b, monthB]) => Number(a) - Number(b) || compareText(`${monthA}`, `${monthB}`),
      );
      const digest = digestOfRows(encoded, REPORT_COLUMN);
      for (const values of encoded) {
        const key = `${values[0]} ${values[1]}`;
        const stored = before.get(key);
        if (!stored || stored.some((value, at) => value !== values[at])) touch(values);
        before.delete(key);
      }
      for (const gone of before.values()) touch(gone);
      if (touched.size === 0) return { touched, digest };
      deleteOfReport.run(reportId);
      for (const values of encoded) insert.run(...values);
      return { touched, digest };
    },

    /** All rows of one jurisdiction, of every report, in month order. `code` is its state-given code. */
    ofJurisdiction: (jurisdictionId: number, code: string): StoredRow[] =>
      ofJurisdiction.all(jurisdictionId).map((values) => decode(code, values)),

    /** Whether any report has a row of a jurisdiction and month. */
    hasMonth: (jurisdictionId: number, month: Month): boolean =>
      anyOfMonth.get(jurisdictionId, firstDay(month)) !== undefined,

    /** How many rows a report has, and their digest. */
    digestOfReport(reportId: number): { count: number; digest: string } {
      const rows = ofReport.all(reportId);
      return { count: rows.length, digest: digestOfRows(rows, REPORT_COLUMN) };
    },

    /** How many rows a report has of each month. */
    countsOfReport: (reportId: number): Map<Month, number> => byMonth(countsOfReport.all(reportId)),

    /** How many jurisdictions have a row of each month there is, in whichever report; in month order. */
    jurisdictionCounts: (): Map<Month, number> => byMonth(jurisdictionCounts.all()),

    /** The rows of a month of jurisdictions that have none in this report, by jurisdiction. */
    notInReport: (reportId: number, month: Month) =>
      notInReport.all(firstDay(month), firstDay(month), reportId),

    /** Every month that has a row. */
    months: (): Month[] => dates.all().map((date) => monthOfDate(date)),
  };
}

export type ReportRows = ReturnType<typeof openReportRows>;
