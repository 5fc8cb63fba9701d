import { getTableColumns } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  type SQLiteColumnBuilderBase,
  type SQLiteTable,
  sqliteTable,
  text,
} from 'drizzle-orm/sqlite-core';
import { DERIVED_PREFIXES } from '../domain/allocation.ts';
import type { ReportKindName } from '../domain/report.ts';
import { STATES } from '../states/index.ts';
import type { ReportKind, State } from '../states/state.ts';
import { kindColumnPrefix, periodIndexOf, runIndexOf } from './allocation-columns.ts';
import { findingTable, jurisdiction, month, report, revision, run } from './fixed-tables.ts';

/** Columns with names from the state. Untyped, so that the fixed columns beside them keep their types. */
function namedColumns(entries: readonly (readonly [string, SQLiteColumnBuilderBase])[]): object {
  return Object.fromEntries(entries);
}

function rowTableName(kind: ReportKind): string {
  return `${kind.name.replaceAll(/[/-]/g, '_')}_row`;
}

/** The columns of a row after its subject. */
function rowColumns(kind: ReportKind) {
  const labels = Object.keys(kind.labels).map((label) => [label, text()] as const);
  const figures = Object.keys(kind.figures).map((figure) => [figure, integer()] as const);
  // the printed lines that add up to a row, as JSON
  const lines = kind.linesBy ? [['lines', text()] as const] : [];
  return {
    allocation_period: month().notNull(),
    report_id: integer()
      .notNull()
      .references(() => report.id),
    sheet: text(),
    row: integer().notNull(),
    name: text().notNull(),
    ...namedColumns([...labels, ...figures, ...lines]),
  };
}

function createRowTable(kind: ReportKind) {
  const name = rowTableName(kind);
  return sqliteTable(
    name,
    {
      jurisdiction_id: integer()
        .notNull()
        .references(() => jurisdiction.id),
      ...rowColumns(kind),
    },
    (table) => [
      primaryKey({ columns: [table.jurisdiction_id, table.allocation_period, table.report_id] }),
      index(`${name}_of_report`).on(table.report_id),
    ],
  );
}

/** The table for the rows of a kind that names jurisdictions. `listed` is made of the printed name. */
function createListedRowTable(kind: ReportKind) {
  const name = rowTableName(kind);
  return sqliteTable(
    name,
    {
      listed: text().notNull(),
      ...rowColumns(kind),
      // whom the name means
      jurisdiction_id: integer().references(() => jurisdiction.id, { onDelete: 'set null' }),
    },
    (table) => [
      primaryKey({ columns: [table.listed, table.allocation_period, table.report_id] }),
      index(`${name}_of_report`).on(table.report_id),
      index(`${name}_by_period`).on(table.allocation_period),
      index(`${name}_of_jurisdiction`).on(table.jurisdiction_id, table.allocation_period),
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
      sales_period: month(),
      quarter: integer().notNull(),
      ...namedColumns([...figures, ...derived, ...sources]),
      run_id: integer().references(() => run.id),
      // no reference: old runs are forgotten
      first_run_id: integer().notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.jurisdiction_id, table.allocation_period] }),
      index(periodIndexOf(state)).on(table.allocation_period, table.jurisdiction_id),
      // deleting an old run would scan all datapoints without it
      index(runIndexOf(state)).on(table.run_id),
    ],
  );
}

type RowTable = ReturnType<typeof createRowTable> | ReturnType<typeof createListedRowTable>;
type AllocationTable = ReturnType<typeof createAllocationTable>;

const rowTables = new Map<ReportKindName, RowTable>(
  STATES.flatMap(({ kinds, comparisonSheets }) => [
    ...kinds.map((kind) => [kind.name, createRowTable(kind)] as const),
    ...comparisonSheets.map((kind) => [kind.name, createListedRowTable(kind)] as const),
  ]),
);
const allocationTables = new Map(STATES.map((state) => [state.code, createAllocationTable(state)] as const));

export function rowTableOf(kind: ReportKindName): RowTable {
  return known(rowTables.get(kind), kind);
}

/** The column that tells the rows of one report and month apart. */
export function rowKeyOf(kind: ReportKindName): 'jurisdiction_id' | 'listed' {
  return 'listed' in getTableColumns(rowTableOf(kind)) ? 'listed' : 'jurisdiction_id';
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
  ...rowTables.values(),
  ...allocationTables.values(),
];

function known<Table>(table: Table | undefined, name: string): Table {
  if (!table) throw new Error(`no table for ${name}`);
  return table;
}
