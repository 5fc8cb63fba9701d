import type Database from 'better-sqlite3';
import { asc, eq, getTableName, sql } from 'drizzle-orm';
import type { Figure } from '../../domain/money.ts';
import { firstDay, type Month, monthOfDate, noteFirst } from '../../domain/month.ts';
import type { ReportRow, RowPlace, StoredRow } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import type { ReportKind } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { rowTableOf } from '../schema.ts';
import { prepareDelete, prepareInsert, prepareSelect, type SqlValue } from '../statements.ts';
import { digestOfRows } from './report-digest.ts';

/** A row with the jurisdiction that it belongs to. */
export interface JurisdictionRow {
  jurisdictionId: number;
  row: ReportRow;
}

/** Columns before those of the kind: jurisdiction, period, report, sheet, row, name. */
const FIXED_COLUMNS = 6;
/** The index of the report among them. */
const REPORT_COLUMN = 2;

function prepareStatements(dataset: Dataset, kind: ReportKind) {
  const table = rowTableOf(kind.name);
  const name = getTableName(table);
  const { sqlite } = dataset;
  return {
    ofReport: prepareSelect(dataset, table, eq(table.report_id, sql.placeholder('report')), [
      asc(table.jurisdiction_id),
      asc(table.allocation_period),
    ]),
    ofJurisdiction: prepareSelect(
      dataset,
      table,
      eq(table.jurisdiction_id, sql.placeholder('jurisdiction')),
      [asc(table.allocation_period)],
    ),
    dates: sqlite
      .prepare<[], string>(`SELECT DISTINCT allocation_period FROM ${name} ORDER BY allocation_period`)
      .pluck(),
    anyOfMonth: sqlite
      .prepare<[number, string], number>(
        `SELECT 1 FROM ${name} WHERE jurisdiction_id = ? AND allocation_period = ? LIMIT 1`,
      )
      .pluck(),
    countsOfReport: sqlite
      .prepare<[number], [string, number]>(
        `SELECT allocation_period, count(*) FROM ${name} WHERE report_id = ? GROUP BY allocation_period`,
      )
      .raw(),
    jurisdictionCounts: sqlite
      .prepare<[], [string, number]>(
        `SELECT allocation_period, count(*) FROM (SELECT DISTINCT jurisdiction_id, allocation_period FROM ${name})
         GROUP BY allocation_period ORDER BY allocation_period`,
      )
      .raw(),
    // starts from the jurisdictions because the primary key begins with them
    notInReport: sqlite.prepare<
      [string, string, number],
      RowPlace & { jurisdictionId: number; reportId: number }
    >(
      `SELECT found.jurisdiction_id AS jurisdictionId, report_id AS reportId, sheet, "row" FROM jurisdiction
       CROSS JOIN ${name} AS found ON found.jurisdiction_id = jurisdiction.id AND found.allocation_period = ?
       WHERE NOT EXISTS (SELECT 1 FROM ${name} WHERE jurisdiction_id = jurisdiction.id AND allocation_period = ? AND report_id = ?)
       ORDER BY found.jurisdiction_id`,
    ),
  };
}

/** Reads the typed rows of one report kind. */
export class ReportRowReader {
  protected readonly kind: ReportKind;
  protected readonly labels: readonly string[];
  protected readonly figures: readonly string[];
  protected readonly statements: ReturnType<typeof prepareStatements>;

  constructor(dataset: Dataset, kind: ReportKind) {
    this.kind = kind;
    this.labels = Object.keys(kind.labels);
    this.figures = Object.keys(kind.figures);
    this.statements = prepareStatements(dataset, kind);
  }

  /** All rows of one jurisdiction, of every report, in month order. `code` is its state-given code. */
  ofJurisdiction(jurisdictionId: number, code: string): StoredRow[] {
    return this.statements.ofJurisdiction.all(jurisdictionId).map((values) => this.decode(code, values));
  }

  /** Whether any report has a row of a jurisdiction and month. */
  hasMonth(jurisdictionId: number, month: Month): boolean {
    return this.statements.anyOfMonth.get(jurisdictionId, firstDay(month)) !== undefined;
  }

  /** The number of rows of a report, and their digest. */
  digestOfReport(reportId: number): { count: number; digest: string } {
    const rows = this.statements.ofReport.all(reportId);
    return { count: rows.length, digest: digestOfRows(rows, REPORT_COLUMN) };
  }

  /** The number of rows of a report, by month. */
  countsOfReport(reportId: number): Map<Month, number> {
    return byMonth(this.statements.countsOfReport.all(reportId));
  }

  /** The number of jurisdictions with a row in any report, by month, in month order. */
  jurisdictionCounts(): Map<Month, number> {
    return byMonth(this.statements.jurisdictionCounts.all());
  }

  /** The rows of a month whose jurisdiction has no row in this report, by jurisdiction. */
  notInReport(reportId: number, month: Month) {
    return this.statements.notInReport.all(firstDay(month), firstDay(month), reportId);
  }

  /** Every month that has a row. */
  months(): Month[] {
    return this.statements.dates.all().map((date) => monthOfDate(date));
  }

  private decode(code: string, values: readonly SqlValue[]): StoredRow {
    const [, period, reportId, sheet = null, row, printedName] = values;
    const labels: Record<string, string | null> = {};
    const figures: Record<string, Figure | null> = {};
    let at = FIXED_COLUMNS;
    for (const label of this.labels) labels[label] = values[at++] as string | null;
    for (const figure of this.figures) figures[figure] = values[at++] as Figure | null;
    return {
      code,
      name: String(printedName),
      month: monthOfDate(String(period)),
      reportId: Number(reportId),
      sheet: sheet === null ? null : String(sheet),
      row: Number(row),
      labels,
      figures,
      ...(this.kind.linesBy && { lines: JSON.parse(`${values[at]}`) }),
    };
  }
}

/** Writes the typed rows of one report kind. */
export class ReportRowWriter extends ReportRowReader {
  private readonly insert: Database.Statement<unknown[], SqlValue[]>;
  private readonly deleteOfReport: Database.Statement<unknown[], SqlValue[]>;

  constructor(dataset: Dataset, kind: ReportKind) {
    super(dataset, kind);
    const table = rowTableOf(kind.name);
    this.insert = prepareInsert(dataset, table);
    this.deleteOfReport = prepareDelete(dataset, table, eq(table.report_id, sql.placeholder('report')));
  }

  /**
   * Replaces the rows of a report. Returns the jurisdictions with an added, removed or changed row, each with the first
   * month of such a row, and the digest of the new rows.
   */
  replaceReport(
    reportId: number,
    rows: readonly JurisdictionRow[],
  ): { firstChanged: Map<number, Month>; digest: string } {
    const before = new Map(
      this.statements.ofReport.all(reportId).map((values) => [`${values[0]} ${values[1]}`, values]),
    );
    const firstChanged = new Map<number, Month>();
    const note = ([id, date]: readonly SqlValue[]) =>
      noteFirst(firstChanged, Number(id), monthOfDate(`${date}`));
    const encoded = rows.map((row) => this.encode(reportId, row));
    // the order of the table, so that neighbors share a page
    encoded.sort(
      ([a, monthA], [b, monthB]) => Number(a) - Number(b) || compareText(`${monthA}`, `${monthB}`),
    );
    const digest = digestOfRows(encoded, REPORT_COLUMN);
    for (const values of encoded) {
      const key = `${values[0]} ${values[1]}`;
      const stored = before.get(key);
      if (!stored || stored.some((value, at) => value !== values[at])) note(values);
      before.delete(key);
    }
    for (const removed of before.values()) note(removed);
    if (firstChanged.size === 0) return { firstChanged, digest };
    this.deleteOfReport.run(reportId);
    for (const values of encoded) this.insert.run(...values);
    return { firstChanged, digest };
  }

  private encode(reportId: number, { jurisdictionId, row }: JurisdictionRow): SqlValue[] {
    return [
      jurisdictionId,
      firstDay(row.month),
      reportId,
      row.sheet,
      row.row,
      row.name,
      ...this.labels.map((label) => row.labels[label] ?? null),
      ...this.figures.map((figure) => row.figures[figure] ?? null),
      ...(this.kind.linesBy ? [JSON.stringify(row.lines ?? [])] : []),
    ];
  }
}

function byMonth(counts: readonly [string, number][]): Map<Month, number> {
  return new Map(counts.map(([date, count]) => [monthOfDate(date), count]));
}
