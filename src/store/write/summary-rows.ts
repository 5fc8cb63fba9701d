import type Database from 'better-sqlite3';
import { eq, getTableName, sql } from 'drizzle-orm';
import { firstDay, type Month, monthOfDate } from '../../domain/month.ts';
import type { StoredRow } from '../../domain/report.ts';
import type { SummaryKind } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { rowTableOf } from '../schema.ts';
import { prepareSelect, type SqlValue } from '../statements.ts';
import { ReportRowReader } from './report-rows.ts';

/** A listed name, with the first and last month that have it. */
export interface ListedSpan {
  listed: string;
  first: Month;
  last: Month;
}

/** Reads the rows of a kind that names jurisdictions, by name and by month. */
export class SummaryRowReader extends ReportRowReader {
  readonly summary: SummaryKind;
  private readonly spans: Database.Statement<[], [string, string, string]>;
  private readonly together: Database.Statement<[string, string], number>;
  private readonly inMonth: Database.Statement<unknown[], SqlValue[]>;
  private readonly ofNameAndMonth: Database.Statement<unknown[], SqlValue[]>;

  constructor(dataset: Dataset, kind: SummaryKind) {
    super(dataset, kind);
    this.summary = kind;
    const table = rowTableOf(kind.name);
    const name = getTableName(table);
    // one step in the index for each name; DISTINCT would scan all rows
    this.spans = dataset.sqlite
      .prepare<[], [string, string, string]>(
        `WITH RECURSIVE name(listed) AS (
           SELECT min(listed) FROM ${name}
           UNION ALL SELECT (SELECT min(listed) FROM ${name} WHERE listed > name.listed) FROM name
           WHERE name.listed IS NOT NULL)
         SELECT listed, (SELECT min(allocation_period) FROM ${name} WHERE listed = name.listed),
           (SELECT max(allocation_period) FROM ${name} WHERE listed = name.listed)
         FROM name WHERE listed IS NOT NULL`,
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

  /** All listed names, in their order. */
  listedSpans(): ListedSpan[] {
    return this.spans
      .all()
      .map(([listed, first, last]) => ({ listed, first: monthOfDate(first), last: monthOfDate(last) }));
  }

  /** Whether a report lists both names in one month. */
  areInOneReport(listed: string, other: string): boolean {
    return this.together.get(listed, other) !== undefined;
  }

  /** The rows of one listed name, of every report, in month order. */
  ofListed(listed: string): StoredRow[] {
    return this.statements.ofSubject.all(listed).map((values) => this.decode(listed, values));
  }

  /** The rows of one listed name in one month, of every report. */
  ofListedMonth(listed: string, month: Month): StoredRow[] {
    return this.ofNameAndMonth.all(listed, firstDay(month)).map((values) => this.decode(listed, values));
  }

  /** The rows of a month, of every report, by listed name. */
  ofMonth(month: Month): StoredRow[] {
    return this.inMonth.all(firstDay(month)).map((values) => this.decode(`${values[0]}`, values));
  }
}
