import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { STATES } from '../../states/index.ts';
import { HISTORY_COLUMNS } from '../allocation-columns.ts';
import { allocationTableOf, findingTable, jurisdiction, report, rowTableOf } from '../schema.ts';

/** A table that can be built again from the archived reports and the registers. */
export interface ComparedTable {
  /** What its rows contain. */
  about: 'reports' | 'jurisdictions' | 'rows' | 'datapoints' | 'findings';
  name: string;
  /** The columns that identify a row. */
  key: readonly string[];
  /** The other columns, except runs and numbers that depend on the order of loading. */
  others: readonly string[];
}

/** All compared tables. Runs, revisions and seen files are history, which the archive does not have. */
export const COMPARED_TABLES: readonly ComparedTable[] = [
  describe('reports', report, ['sha256'], ['id']),
  describe('jurisdictions', jurisdiction, ['id'], []),
  ...STATES.flatMap(({ kinds }) => kinds).map((kind) =>
    describe('rows', rowTableOf(kind.name), ['jurisdiction_id', 'allocation_period', 'report_id'], []),
  ),
  ...STATES.map((state) =>
    describe(
      'datapoints',
      allocationTableOf(state),
      ['jurisdiction_id', 'allocation_period'],
      HISTORY_COLUMNS,
    ),
  ),
  // only all columns together identify a finding
  describe('findings', findingTable, columnsOf(findingTable, ['id', 'run_id']), ['id', 'run_id']),
];

function describe(
  about: ComparedTable['about'],
  table: SQLiteTable,
  key: readonly string[],
  history: readonly string[],
): ComparedTable {
  return { about, name: getTableName(table), key, others: columnsOf(table, [...key, ...history]) };
}

function columnsOf(table: SQLiteTable, excepted: readonly string[]): string[] {
  return Object.keys(getTableColumns(table)).filter((column) => !excepted.includes(column));
}
