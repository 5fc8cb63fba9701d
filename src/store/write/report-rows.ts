import { getTableName } from 'drizzle-orm';
import type { Figure } from '../../domain/money.ts';
import { firstDay, type Month, monthOfDate } from '../../domain/month.ts';
import type { ReportRow, RowPlace, StoredRow } from '../../domain/report.ts';
import type { ReportKind } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { rowKeyOf, rowTableOf } from '../schema.ts';
import { Differ, type Values } from './differ.ts';

/** A row with its jurisdiction; `null` if its kind names jurisdictions. The dataset finds them later. */
export interface PlacedRow {
  jurisdictionId: number | null;
  row: ReportRow;
}

/** A row that a report leaves out. */
export interface OtherRow extends RowPlace {
  jurisdictionId: number;
  code: string;
  name: string;
  reportId: number;
}

interface RestatedMonth {
  month: Month;
  reportId: number;
  earlierId: number;
}

/** How many rows the earlier report has, and in how many of them the later one changes a figure by more than a cent. */
interface Restatement {
  rows: number;
  changed: number;
}

const NONE: Restatement = { rows: 0, changed: 0 };

function prepareStatements({ sqlite }: Dataset, kind: ReportKind) {
  const name = getTableName(rowTableOf(kind.name));
  return {
    ofReport: sqlite.prepare<[number], Values>(`SELECT * FROM ${name} WHERE report_id = ?`),
    ofJurisdiction: sqlite.prepare<[number], Values>(
      `SELECT * FROM ${name} WHERE jurisdiction_id = ? ORDER BY allocation_period`,
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
        `SELECT allocation_period, count(DISTINCT jurisdiction_id) FROM ${name} WHERE report_id = ? GROUP BY 1`,
      )
      .raw(),
    counts: sqlite
      .prepare<[], [string, number]>(
        `SELECT allocation_period, count(*) FROM (SELECT DISTINCT jurisdiction_id, allocation_period FROM ${name}
         WHERE jurisdiction_id IS NOT NULL) GROUP BY allocation_period ORDER BY allocation_period`,
      )
      .raw(),
    /** Prepares a query; only the first kind of a state needs it. */
    restated: (figure: string) =>
      sqlite.prepare<[string, number, number], Restatement>(restatedRows(name, figure)),
    notInReport: sqlite.prepare<[string, number], OtherRow>(rowsNotInReport(name)),
  };
}

/** Starts from the jurisdictions because the primary key begins with them. */
function rowsNotInReport(table: string): string {
  return `SELECT found.jurisdiction_id AS jurisdictionId, sales_tax_id AS code, found.name, report_id AS reportId, sheet, "row"
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

/** Reads and writes the typed rows of one report kind. */
export class ReportRows {
  readonly kind: ReportKind;
  private readonly key: string;
  private readonly labels: readonly string[];
  private readonly figures: readonly string[];
  private readonly differ: Differ;
  private readonly statements: ReturnType<typeof prepareStatements>;

  constructor(dataset: Dataset, kind: ReportKind) {
    this.kind = kind;
    this.key = rowKeyOf(kind.name);
    this.labels = Object.keys(kind.labels);
    this.figures = Object.keys(kind.figures);
    this.differ = new Differ(dataset, rowTableOf(kind.name), {
      key: [this.key, 'allocation_period', 'report_id'],
      // of comparison sheets, the names decide; of other kinds, it is a part of the key
      notCompared: ['jurisdiction_id'],
    });
    this.statements = prepareStatements(dataset, kind);
  }

  /** All rows of one jurisdiction, of every report, in month order. `code` is its state-given code. */
  ofJurisdiction(jurisdictionId: number, code: string): StoredRow[] {
    return this.statements.ofJurisdiction.all(jurisdictionId).map((values) => this.decode(code, values));
  }

  hasMonth(jurisdictionId: number, month: Month): boolean {
    return this.statements.anyOfMonth.get(jurisdictionId, firstDay(month)) !== undefined;
  }

  /** The number of jurisdictions of a report by month. */
  countsOfReport(reportId: number): Map<Month, number> {
    return byMonth(this.statements.countsOfReport.all(reportId));
  }

  /** The number of jurisdictions with a row in any report, by month, in month order. */
  counts(): Map<Month, number> {
    return byMonth(this.statements.counts.all());
  }

  /** The rows of a month whose jurisdiction has no row in this report, by jurisdiction. */
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

  /** Makes the rows of a report equal to the given ones. Returns how many differed. */
  replace(reportId: number, rows: readonly PlacedRow[]): number {
    const given = rows.map((placed) => this.encode(reportId, placed));
    // in the order of the table, neighbors share a page
    given.sort((a, b) => compare(a, b, this.key) || compare(a, b, 'allocation_period'));
    return this.differ.replace(this.statements.ofReport.all(reportId), given, (before, now) => {
      if (before && now) now.jurisdiction_id = before.jurisdiction_id ?? null;
    });
  }

  /** The stored row of these values. */
  decode(code: string, values: Values): StoredRow {
    const labels: Record<string, string | null> = {};
    const figures: Record<string, Figure | null> = {};
    for (const label of this.labels) labels[label] = values[label] as string | null;
    for (const figure of this.figures) figures[figure] = values[figure] as Figure | null;
    return {
      code,
      name: values.name as string,
      month: monthOfDate(values.allocation_period as string),
      reportId: values.report_id as number,
      jurisdictionId: values.jurisdiction_id as number | null,
      sheet: values.sheet as string | null,
      row: values.row as number,
      labels,
      figures,
      ...(this.kind.linesBy && { lines: JSON.parse(`${values.lines}`) }),
    };
  }

  private encode(reportId: number, { jurisdictionId, row }: PlacedRow): Values {
    const { code, month, sheet, name, labels, figures, lines = [] } = row;
    return {
      ...this.differ.blank,
      ...(this.key === 'listed' && { listed: code }),
      jurisdiction_id: jurisdictionId,
      allocation_period: firstDay(month),
      report_id: reportId,
      ...{ sheet, row: row.row, name },
      ...labels,
      ...figures,
      ...(this.kind.linesBy && { lines: JSON.stringify(lines) }),
    };
  }
}

function compare(a: Values, b: Values, column: string): number {
  const [one, other] = [a[column] ?? '', b[column] ?? ''];
  return one < other ? -1 : Number(one > other);
}

function byMonth(counts: readonly [string, number][]): Map<Month, number> {
  return new Map(counts.map(([date, count]) => [monthOfDate(date), count]));
}
