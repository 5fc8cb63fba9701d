import { isNotNull } from 'drizzle-orm';
import { customType, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { JURISDICTION_TYPES } from '../domain/jurisdiction.ts';
import { firstDay, type Month, monthOfDate } from '../domain/month.ts';
import type { ReportOrigin } from '../domain/origin.ts';
import type { ReportFormat, ReportKindName } from '../domain/report.ts';

/** A month, stored as the date of its first day. */
export const month = customType<{ data: Month; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => firstDay(value),
  fromDriver: (value) => monthOfDate(value),
});

export const jurisdiction = sqliteTable(
  'jurisdiction',
  {
    id: integer().primaryKey(),
    state: text().notNull(),
    sales_tax_id: text().notNull(),
    name: text().notNull(),
    slug: text().notNull(),
    type: text({ enum: JURISDICTION_TYPES }),
    sales_tax_rate: integer(),
    printed_name: text().notNull(),
    printed_type: text({ enum: JURISDICTION_TYPES }),
    county: text(),
    /** See `StoredCounties`. */
    counties: text(),
    /** The rates of the register, oldest first, as JSON: `[["2024-04-01", 12500]]`. The dates are months of sales. */
    dated_rates: text(),
    /** Each `MethodChange` of its counties, oldest first, as JSON; `null` without any. */
    method_changes: text(),
  },
  (table) => [uniqueIndex('jurisdiction_code').on(table.state, table.sales_tax_id)],
);

export const run = sqliteTable(
  'run',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    command: text().notNull(),
    started_at: text().notNull(),
    finished_at: text().notNull(),
    outcome: text().notNull(),
    program_version: text().notNull(),
    summary: text().notNull(),
    dataset_version: text(),
  },
  (table) => [index('run_of_version').on(table.id).where(isNotNull(table.dataset_version))],
);

export const report = sqliteTable('report', {
  id: integer().primaryKey({ autoIncrement: true }),
  sha256: text().notNull().unique(),
  kind: text().notNull().$type<ReportKindName>(),
  format: text().notNull().$type<ReportFormat>(),
  file_name: text().notNull(),
  received_at: text().notNull(),
  first_month: month().notNull(),
  last_month: month().notNull(),
  /** Negative if a run of this version has not read it yet. */
  row_count: integer().notNull(),
  withdrawn_at: text(),
  withdrawn_reason: text(),
  origin: text({ mode: 'json' }).$type<ReportOrigin>(),
  accepted_at: text(),
  accepted_reason: text(),
});

export const findingTable = sqliteTable(
  'finding',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    run_id: integer()
      .notNull()
      .references(() => run.id),
    scope: text().notNull(),
    state: text().notNull(),
    report_id: integer().references(() => report.id),
    jurisdiction_id: integer().references(() => jurisdiction.id),
    allocation_period: month(),
    severity: text().notNull(),
    code: text().notNull(),
    /** The finding's facts as JSON. Its text is made from them. */
    facts: text().notNull(),
    sheet: text(),
    row: integer(),
    column: text(),
  },
  (table) => [
    index('finding_of_jurisdiction').on(table.jurisdiction_id),
    index('finding_of_report').on(table.report_id),
    index('finding_of_state').on(table.scope, table.state),
  ],
);

/** Every change of a figure after its first publication. */
export const revision = sqliteTable(
  'revision',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    run_id: integer()
      .notNull()
      .references(() => run.id),
    state: text().notNull(),
    // no reference: revisions outlive a jurisdiction whose reports were all withdrawn
    jurisdiction_id: integer().notNull(),
    allocation_period: month().notNull(),
    field: text().notNull(),
    before: integer(),
    after: integer(),
    report_id: integer().references(() => report.id),
  },
  (table) => [
    index('revision_of_run').on(table.run_id),
    index('revision_of_state').on(table.state),
    index('revision_of_jurisdiction').on(table.jurisdiction_id, table.allocation_period),
  ],
);
