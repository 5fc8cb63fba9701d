import type Database from 'better-sqlite3';
import { eq, getTableName, sql } from 'drizzle-orm';
import { firstDay, type Month } from '../../domain/month.ts';
import type { StoredRow } from '../../domain/report.ts';
import type { ComparisonSheetKind } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { rowTableOf } from '../schema.ts';
import { prepareSelect, type SqlValue } from '../statements.ts';
import { ReportRows } from './report-rows.ts';

/** Reads the rows of a kind that names jurisdictions, by name and by month. */
export class SheetRows extends ReportRows {
  declare readonly kind: ComparisonSheetKind;
  private readonly names: Database.Statement<[], [string, string]>;
  private readonly together: Database.Statement<[string, string], number>;
  private readonly inMonth: Database.Statement<unknown[], SqlValue[]>;
  private readonly ofNameAndMonth: Database.Statement<unknown[], SqlValue[]>;

  constructor(dataset: Dataset, kind: ComparisonSheetKind) {
    super(dataset, kind);
    const table = rowTableOf(kind.name);
    const name = getTableName(table);
    this.names = dataset.sqlite
      .prepare<[], [string, string]>(
        `SELECT listed, max(allocation_period) FROM ${name} GROUP BY listed ORDER BY listed`,
      )
      .raw();
    this.together = dataset.sqlite
      .prepare<[string, string], number>(
        `SELECT 1 FROM ${name} AS one JOIN ${name} AS other USING (allocation_period, report_id)
         WHERE one.listed = ? AND other.listed = ? LIMIT 1`,
      )
      .pluck();
    this.inMonth = prepareSelect(dataset, table, eq(table.allocation_period, sql.placeholder('period')), [
      sql`listed`,
    ]);
    this.ofNameAndMonth = prepareSelect(
      dataset,
      table,
      sql`listed = ${sql.placeholder('listed')} AND ${table.allocation_period} = ${sql.placeholder('period')}`,
      [],
    );
  }

  /** A row of the newest month of each listed name, in the order of the names. */
  newestOfNames(): StoredRow[] {
    return this.names.all().flatMap(([listed, day]) => this.ofListed(listed, day).slice(0, 1));
  }

  /** Whether a report lists both names in one month. */
  areInOneReport(listed: string, other: string): boolean {
    return this.together.get(listed, other) !== undefined;
  }

  /** Whether a report has a name in a month. */
  isListed(listed: string, month: Month): boolean {
    return this.ofListed(listed, firstDay(month)).length > 0;
  }

  private ofListed(listed: string, day: string): StoredRow[] {
    return this.ofNameAndMonth.all(listed, day).map((values) => this.decode(listed, values));
  }

  /** The rows of a month, of every report, by listed name. */
  ofMonth(month: Month): StoredRow[] {
    return this.inMonth.all(firstDay(month)).map((values) => this.decode(`${values[0]}`, values));
  }
}
