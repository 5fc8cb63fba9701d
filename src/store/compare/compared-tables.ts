import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { REPORT_KINDS, STATES } from '../../states/index.ts';
import { HISTORY_COLUMNS } from '../allocation-columns.ts';
import { findingTable, jurisdiction, listedJurisdiction, report } from '../fixed-tables.ts';
import { allocationTableOf, rowTableOf } from '../schema.ts';

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
  ...REPORT_KINDS.map(({ name }) => describeRows(rowTableOf(name))),
  describe('jurisdictions', listedJurisdiction, ['kind', 'listed'], []),
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

/** The primary key of a table of rows begins with its first column, the subject. */
function describeRows(table: SQLiteTable): ComparedTable {
  const [subject = ''] = columnsOf(table, []);
  return describe('rows', table, [subject, 'allocation_period', 'report_id'], []);
}

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
