import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { STATES } from '../../states/index.ts';
import { allocationTableOf, findingTable, jurisdiction, report, rowTableOf } from '../schema.ts';

/** A table that follows from the archived reports and the registers. */
export interface ComparedTable {
  /** What its rows are. */
  about: 'reports' | 'jurisdictions' | 'rows' | 'datapoints' | 'findings';
  name: string;
  /** The columns that tell its rows apart. */
  key: readonly string[];
  /** The other columns, without its history: numbers that depend on the order of things, and runs. */
  others: readonly string[];
}

/** Tables that are compared; runs, revisions and files seen are history. */
export const COMPARED_TABLES: readonly ComparedTable[] = [
  describe('reports', report, ['sha256'], ['id']),
  describe('jurisdictions', jurisdiction, ['id'], []),
  ...STATES.flatMap(({ kinds }) => kinds).map((kind) =>
    describe('rows', rowTableOf(kind.name), ['jurisdiction_id', 'allocation_period', 'report_id'], []),
  ),
  ...STATES.map((state) =>
    describe('datapoints', allocationTableOf(state), ['jurisdiction_id', 'allocation_period'], ['run_id']),
  ),
  // nothing less tells two findings apart
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
