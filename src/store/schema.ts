import { isNotNull } from 'drizzle-orm';
import {
  customType,
  index,
  integer,
  primaryKey,
  type SQLiteColumnBuilderBase,
  type SQLiteTable,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { JURISDICTION_TYPES } from '../domain/jurisdiction.ts';
import { firstDay, type Month, monthOfDate } from '../domain/month.ts';
import type { MonthRange } from '../domain/month-range.ts';
import type { ReportOrigin } from '../domain/origin.ts';
import type { Hold, ReportFormat, ReportKindName } from '../domain/report.ts';
import { STATES } from '../states/index.ts';
import type { ReportKind, State } from '../states/state.ts';
import { DERIVED_PREFIXES, kindColumnPrefix, periodIndexOf, runIndexOf } from './allocation-columns.ts';

/** A month, stored as the date of its first day. */
const month = customType<{ data: Month; driverData: string }>({
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
    /** Hash of the other columns and of the revisions of the run; `verify` computes it again. */
    digest: text(),
    /** Hash of `summary`; `null` once old summaries are shortened. */
    summary_digest: text(),
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
  taken: text({ mode: 'json' }).$type<MonthRange[]>(),
  row_count: integer().notNull(),
  withdrawn_at: text(),
  withdrawn_reason: text(),
  origin: text({ mode: 'json' }).$type<ReportOrigin>(),
  digest: text(),
  held: text({ mode: 'json' }).$type<Hold>(),
});

/** Files that earlier runs read. A run skips a file that did not change. */
export const seenFile = sqliteTable('seen_file', {
  path: text().primaryKey(),
  size: integer().notNull(),
  modified_ns: text().notNull(),
  changed_ns: text().notNull(),
  inode: text().notNull(),
  sha256: text().notNull(),
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

/** Columns with names from the state. Untyped, so that the fixed columns beside them keep their types. */
function namedColumns(entries: readonly (readonly [string, SQLiteColumnBuilderBase])[]): object {
  return Object.fromEntries(entries);
}

/** The table for the rows of one report kind. */
function createRowTable(kind: ReportKind) {
  const name = `${kind.name.replaceAll(/[/-]/g, '_')}_row`;
  const labels = Object.keys(kind.labels).map((label) => [label, text()] as const);
  const figures = Object.keys(kind.figures).map((figure) => [figure, integer()] as const);
  // the printed lines that add up to a row, as JSON
  const lines = kind.linesBy ? [['lines', text()] as const] : [];
  return sqliteTable(
    name,
    {
      jurisdiction_id: integer()
        .notNull()
        .references(() => jurisdiction.id),
      allocation_period: month().notNull(),
      report_id: integer()
        .notNull()
        .references(() => report.id),
      sheet: text(),
      row: integer().notNull(),
      name: text().notNull(),
      ...namedColumns([...labels, ...figures, ...lines]),
    },
    (table) => [
      primaryKey({ columns: [table.jurisdiction_id, table.allocation_period, table.report_id] }),
      index(`${name}_of_report`).on(table.report_id),
    ],
  );
}

/** The table for one state's datapoints, with derived figures and source rows. */
function createAllocationTable(state: State) {
  const name = `${state.code}_allocation`;
  const figures = state.fields.map((field) => [field.name, integer()] as const);
  const derived = Object.values(DERIVED_PREFIXES).flatMap((prefix) =>
    state.fields.map((field) => [`${prefix}${field.name}`, integer()] as const),
  );
  const sources = state.kinds.flatMap((kind) => {
    const prefix = kindColumnPrefix(kind.name);
    return [
      [`${prefix}_report_id`, integer().references(() => report.id)],
      [`${prefix}_sheet`, text()],
      [`${prefix}_row`, integer()],
    ] as const;
  });
  return sqliteTable(
    name,
    {
      jurisdiction_id: integer()
        .notNull()
        .references(() => jurisdiction.id),
      allocation_period: month().notNull(),
      revenue_period: month().notNull(),
      sales_period: month().notNull(),
      quarter: integer().notNull(),
      ...namedColumns([...figures, ...derived, ...sources]),
      run_id: integer().references(() => run.id),
      // no reference: old runs are forgotten
      first_run_id: integer(),
    },
    (table) => [
      primaryKey({ columns: [table.jurisdiction_id, table.allocation_period] }),
      index(periodIndexOf(state)).on(table.allocation_period, table.jurisdiction_id),
      // deleting an old run would scan all datapoints without it
      index(runIndexOf(state)).on(table.run_id),
    ],
  );
}

export type RowTable = ReturnType<typeof createRowTable>;
export type AllocationTable = ReturnType<typeof createAllocationTable>;

const rowTables = new Map(
  STATES.flatMap(({ kinds }) => kinds).map((kind) => [kind.name, createRowTable(kind)] as const),
);
const allocationTables = new Map(STATES.map((state) => [state.code, createAllocationTable(state)] as const));

/** The table for a kind's rows. */
export function rowTableOf(kind: ReportKindName): RowTable {
  return known(rowTables.get(kind), kind);
}

/** The table for a state's datapoints. */
export function allocationTableOf(state: State): AllocationTable {
  return known(allocationTables.get(state.code), state.code);
}

/** Every table of the dataset, for migrations. */
export const TABLES: readonly SQLiteTable[] = [
  jurisdiction,
  run,
  report,
  findingTable,
  revision,
  seenFile,
  ...rowTables.values(),
  ...allocationTables.values(),
];

function known<Table>(table: Table | undefined, name: string): Table {
  if (!table) throw new Error(`no table for ${name}`);
  return table;
}
