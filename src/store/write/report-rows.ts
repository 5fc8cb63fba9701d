import { asc, eq, getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { Figure } from '../../domain/money.ts';
import { firstDay, keepEarliest, type Month, monthOfDate } from '../../domain/month.ts';
import type { ReportRow, RowPlace, StoredRow } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import type { ReportKind } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { rowTableOf } from '../schema.ts';
import { prepareInsert, prepareSelect, type SqlValue } from '../statements.ts';

/** What a row is about: the id of a jurisdiction, or the listed name if the kind prints no codes. */
export type RowKey = number | string;

export interface KeyedRow {
  subject: RowKey;
  row: ReportRow;
}

/** A row that a report leaves out. */
export interface OtherRow extends RowPlace {
  subject: RowKey;
  code: string;
  name: string;
  reportId: number;
}

export interface RestatedMonth {
  month: Month;
  reportId: number;
  earlierId: number;
}

/** How many rows the earlier report has, and in how many of them the later one changes a figure by more than a cent. */
export interface Restatement {
  rows: number;
  changed: number;
}

const NONE: Restatement = { rows: 0, changed: 0 };

/** Columns before those of the kind: subject, period, report, sheet, row, name. */
const FIXED_COLUMNS = 6;

function prepareStatements(dataset: Dataset, kind: ReportKind) {
  const table = rowTableOf(kind.name);
  const name = getTableName(table);
  const { sqlite } = dataset;
  const [subject = '', subjectColumn = table.report_id] = Object.entries(getTableColumns(table))[0] ?? [];
  return {
    ofReport: prepareSelect(dataset, table, eq(table.report_id, sql.placeholder('report')), [
      asc(subjectColumn),
      asc(table.allocation_period),
    ]),
    ofSubject: prepareSelect(dataset, table, eq(subjectColumn, sql.placeholder('subject')), [
      asc(table.allocation_period),
    ]),
    dates: sqlite
      .prepare<[], string>(`SELECT DISTINCT allocation_period FROM ${name} ORDER BY allocation_period`)
      .pluck(),
    anyOfMonth: sqlite
      .prepare<[RowKey, string], number>(
        `SELECT 1 FROM ${name} WHERE ${subject} = ? AND allocation_period = ? LIMIT 1`,
      )
      .pluck(),
    countsOfReport: sqlite
      .prepare<[number], [string, number]>(
        `SELECT allocation_period, count(*) FROM ${name} WHERE report_id = ? GROUP BY allocation_period`,
      )
      .raw(),
    subjectCounts: sqlite
      .prepare<[], [string, number]>(
        `SELECT allocation_period, count(*) FROM (SELECT DISTINCT ${subject}, allocation_period FROM ${name})
         GROUP BY allocation_period ORDER BY allocation_period`,
      )
      .raw(),
    monthsThatDiffer: sqlite.prepare<[number], { reportId: number; months: number }>(
      `SELECT other.report_id AS reportId, count(DISTINCT own.allocation_period) AS months FROM ${name} AS own
       JOIN ${name} AS other USING (${subject}, allocation_period)
       WHERE own.report_id = ? AND other.report_id <> own.report_id
       AND (${Object.keys(kind.figures)
         .map((figure) => `own."${figure}" IS NOT other."${figure}"`)
         .join(' OR ')}) GROUP BY other.report_id`,
    ),
    insert: prepareInsert(dataset, table),
    deleteOfReport: sqlite.prepare<[number]>(`DELETE FROM ${name} WHERE report_id = ?`),
    /** Prepares a query; only the first kind of a state needs it. */
    restated: (figure: string) =>
      sqlite.prepare<[string, number, number], Restatement>(restatedRows(name, figure)),
    notInReport: sqlite.prepare<[string, number], OtherRow>(
      subject === 'listed' ? listedNotInReport(name, kind.name) : jurisdictionsNotInReport(name),
    ),
  };
}

/** Starts from the jurisdictions because the primary key begins with them. */
function jurisdictionsNotInReport(table: string): string {
  return `SELECT found.jurisdiction_id AS subject, sales_tax_id AS code, printed_name AS name, report_id AS reportId, sheet, "row"
    FROM (SELECT ? AS period, ? AS report) AS asked CROSS JOIN jurisdiction CROSS JOIN ${table} AS found ON found.jurisdiction_id = jurisdiction.id AND found.allocation_period = asked.period
    WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE jurisdiction_id = jurisdiction.id AND allocation_period = asked.period AND report_id = asked.report)
    ORDER BY found.jurisdiction_id`;
}

/** Starts from the jurisdictions for the same reason. A cent may be rounding. */
function restatedRows(table: string, figure: string): string {
  return `SELECT count(*) AS rows, coalesce(sum(abs(now."${figure}" - earlier."${figure}") > 1), 0) AS changed
    FROM (SELECT ? AS period, ? AS report, ? AS earlier_report) AS asked CROSS JOIN jurisdiction
    CROSS JOIN ${table} AS earlier ON earlier.jurisdiction_id = jurisdiction.id AND earlier.allocation_period = period AND earlier.report_id = earlier_report
    LEFT JOIN ${table} AS now ON now.jurisdiction_id = jurisdiction.id AND now.allocation_period = period AND now.report_id = report`;
}

/** A report may list the jurisdiction of a name by another name. */
function listedNotInReport(table: string, kind: string): string {
  return `WITH asked(period, report) AS (SELECT ?, ?),
      present AS (SELECT DISTINCT jurisdiction_id FROM asked JOIN ${table} ON report_id = report AND allocation_period = period JOIN listed_jurisdiction USING (listed) WHERE kind = '${kind}')
    SELECT found.listed AS subject, found.listed AS code, name, report_id AS reportId, sheet, "row" FROM asked CROSS JOIN ${table} AS found ON found.allocation_period = period
    WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE listed = found.listed AND allocation_period = period AND report_id = report)
      AND NOT EXISTS (SELECT 1 FROM listed_jurisdiction AS meant WHERE meant.kind = '${kind}' AND meant.listed = found.listed AND jurisdiction_id IN present)
    ORDER BY found.listed`;
}

/** Reads and writes the typed rows of one report kind. */
export class ReportRows {
  readonly kind: ReportKind;
  private readonly labels: readonly string[];
  private readonly figures: readonly string[];
  private readonly statements: ReturnType<typeof prepareStatements>;

  constructor(dataset: Dataset, kind: ReportKind) {
    this.kind = kind;
    this.labels = Object.keys(kind.labels);
    this.figures = Object.keys(kind.figures);
    this.statements = prepareStatements(dataset, kind);
  }

  /** All rows of one jurisdiction, of every report, in month order. `code` is its state-given code. */
  ofJurisdiction(jurisdictionId: number, code: string): StoredRow[] {
    return this.statements.ofSubject.all(jurisdictionId).map((values) => this.decode(code, values));
  }

  hasMonth(subject: RowKey, month: Month): boolean {
    return this.statements.anyOfMonth.get(subject, firstDay(month)) !== undefined;
  }

  countsOfReport(reportId: number): Map<Month, number> {
    return byMonth(this.statements.countsOfReport.all(reportId));
  }

  /** In how many months each other report has other figures for a subject of this one. */
  monthsThatDiffer(reportId: number): { reportId: number; months: number }[] {
    return this.statements.monthsThatDiffer.all(reportId);
  }

  /** The number of subjects with a row in any report, by month, in month order. */
  subjectCounts(): Map<Month, number> {
    return byMonth(this.statements.subjectCounts.all());
  }

  /** The rows of a month whose subject has no row in this report, by subject. */
  notInReport(reportId: number, month: Month): OtherRow[] {
    return this.statements.notInReport.all(firstDay(month), reportId);
  }

  /** Compares a figure of two reports in each of these months. */
  restatements<Item extends RestatedMonth>(figure: string, months: readonly Item[]): (Item & Restatement)[] {
    const statement = this.statements.restated(figure);
    return months.map((item) => {
      const { rows, changed } = statement.get(firstDay(item.month), item.reportId, item.earlierId) ?? NONE;
      return { ...item, rows, changed };
    });
  }

  months(): Month[] {
    return this.statements.dates.all().map((date) => monthOfDate(date));
  }

  protected decode(code: string, values: readonly SqlValue[]): StoredRow {
    const [subject, period, reportId, sheet = null, row, printedName] = values;
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
      jurisdictionId: typeof subject === 'number' ? subject : null,
      sheet: sheet === null ? null : String(sheet),
      row: Number(row),
      labels,
      figures,
      ...(this.kind.linesBy && { lines: JSON.parse(`${values[at]}`) }),
    };
  }

  /**
   * Replaces the rows of a report. Returns the subjects with an added, removed or changed row, each with the first month
   * of such a row.
   */
  replaceReport(reportId: number, rows: readonly KeyedRow[]): Map<RowKey, Month> {
    const before = new Map(
      this.statements.ofReport.all(reportId).map((values) => [`${values[0]} ${values[1]}`, values]),
    );
    const firstChanged = new Map<RowKey, Month>();
    const sorted = inTableOrder(rows);
    for (const keyed of sorted) {
      const { subject, row } = keyed;
      if (before.size === 0 || !this.takeEqual(before, reportId, keyed))
        keepEarliest(firstChanged, subject, row.month);
    }
    for (const [subject, date] of before.values())
      keepEarliest(firstChanged, subject ?? '', monthOfDate(`${date}`));
    if (firstChanged.size === 0) return firstChanged;
    this.statements.deleteOfReport.run(reportId);
    for (const row of sorted) this.statements.insert.run(...this.encode(reportId, row));
    return firstChanged;
  }

  /** Takes the stored row of the same key out of the map. Returns whether all its values are equal. */
  private takeEqual(before: Map<string, SqlValue[]>, reportId: number, row: KeyedRow): boolean {
    const values = this.encode(reportId, row);
    const key = `${values[0]} ${values[1]}`;
    const stored = before.get(key);
    before.delete(key);
    return stored?.every((value, at) => value === values[at]) ?? false;
  }

  private encode(reportId: number, { subject, row }: KeyedRow): SqlValue[] {
    const { month, sheet, name, labels, figures } = row;
    const values: SqlValue[] = [subject, firstDay(month), reportId, sheet, row.row, name];
    for (const label of this.labels) values.push(labels[label] ?? null);
    for (const figure of this.figures) values.push(figures[figure] ?? null);
    if (this.kind.linesBy) values.push(JSON.stringify(row.lines ?? []));
    return values;
  }
}

/** The rows in the order of the table, so that neighbors share a page. */
function inTableOrder(rows: readonly KeyedRow[]): KeyedRow[] {
  const bySubject = [...Map.groupBy(rows, ({ subject }) => subject)];
  bySubject.sort(([a], [b]) => (a < b ? -1 : 1));
  return bySubject.flatMap(([, own]) => own.sort((a, b) => compareText(a.row.month, b.row.month)));
}

function byMonth(counts: readonly [string, number][]): Map<Month, number> {
  return new Map(counts.map(([date, count]) => [monthOfDate(date), count]));
}
