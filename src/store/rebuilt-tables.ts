import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { REPORT_KINDS, STATES } from '../states/index.ts';
import { HISTORY_COLUMNS } from './allocation-columns.ts';
import type { Dataset } from './dataset.ts';
import { findingTable, jurisdiction, report } from './fixed-tables.ts';
import { allocationTableOf, rowTableOf } from './schema.ts';
import type { SqlValue } from './statements.ts';

/** A table that the archived reports and the registers give again. */
export interface RebuiltTable {
  /** What its rows contain. */
  about: 'reports' | 'jurisdictions' | 'rows' | 'datapoints' | 'findings';
  name: string;
  /** The compared columns: all except runs and numbers that depend on the order of loading. */
  columns: readonly string[];
  /** How many of the columns identify a row. */
  keyLength: number;
}

/** All of these tables. Runs and revisions are history, which the archive does not have. */
export const REBUILT_TABLES: readonly RebuiltTable[] = [
  describe('reports', report, 1, ['id']),
  describe('jurisdictions', jurisdiction, 1),
  ...REPORT_KINDS.map(({ name }) => describe('rows', rowTableOf(name), 3)),
  ...STATES.map((state) => describe('datapoints', allocationTableOf(state), 2, HISTORY_COLUMNS)),
  // only all columns together identify a finding
  describe('findings', findingTable, Number.POSITIVE_INFINITY, ['id', 'run_id']),
];

function describe(
  about: RebuiltTable['about'],
  table: SQLiteTable,
  keyLength: number,
  leftOut: readonly string[] = [],
): RebuiltTable {
  const columns = Object.keys(getTableColumns(table)).filter((column) => !leftOut.includes(column));
  return { about, name: getTableName(table), columns, keyLength };
}

/** One value that differs. With `column` null, a row that only one of two datasets has. */
export interface TableDifference {
  key: readonly SqlValue[];
  column: string | null;
  stored: SqlValue;
  expected: SqlValue;
}

/** Attaches another dataset to a connection, as `expected`. */
export function attachExpected({ sqlite }: Dataset, file: string): void {
  sqlite.prepare('ATTACH ? AS expected').run(file);
}

/**
 * Lists what differs in the first `most` rows of a table that are not as in the attached dataset. Reports are compared by
 * hash, not by number.
 */
export function findDifferences({ sqlite }: Dataset, table: RebuiltTable, most: number): TableDifference[] {
  const { columns, keyLength } = table;
  const key = columns.slice(0, keyLength);
  const select = (from: 'main' | 'expected') => selectFrom(from, table);
  const rowsOnlyIn = (one: 'main' | 'expected', other: 'main' | 'expected') =>
    sqlite
      .prepare<[], SqlValue[]>(
        `${select(one)} EXCEPT ${select(other)} ORDER BY ${key.map((_, at) => at + 1).join(', ')} LIMIT ${most}`,
      )
      .raw()
      .all();
  const isKey = key.map((column) => `"${column}" IS ?`).join(' AND ');
  const find = (from: 'main' | 'expected') =>
    sqlite.prepare<SqlValue[], SqlValue[]>(`SELECT * FROM (${select(from)}) WHERE ${isKey}`).raw();
  const [findStored, findExpected] = [find('main'), find('expected')];
  const keyOf = (row: SqlValue[]) => row.slice(0, key.length);
  const isThere = (there: boolean) => (there ? 'there' : null);
  const changed = rowsOnlyIn('main', 'expected').flatMap((row): TableDifference[] => {
    const expected = findExpected.get(...keyOf(row));
    if (!expected)
      return [{ key: keyOf(row), column: null, stored: isThere(true), expected: isThere(false) }];
    return columns.flatMap((column, at) =>
      row[at] === expected[at]
        ? []
        : [{ key: keyOf(row), column, stored: row[at] ?? null, expected: expected[at] ?? null }],
    );
  });
  const missing = rowsOnlyIn('expected', 'main')
    .filter((row) => !findStored.get(...keyOf(row)))
    .map((row) => ({ key: keyOf(row), column: null, stored: isThere(false), expected: isThere(true) }));
  return [...changed, ...missing];
}

/** The number of rows of a table, and that of the attached dataset. */
export function countRows({ sqlite }: Dataset, { name }: RebuiltTable): [stored: number, expected: number] {
  const count = (from: 'main' | 'expected') =>
    Number(sqlite.prepare(`SELECT count(*) FROM ${from}.${name}`).pluck().get());
  return [count('main'), count('expected')];
}

/** The hash of a report in place of its number. */
function selectFrom(database: 'main' | 'expected', { name, columns }: RebuiltTable): string {
  const values = columns.map((column) =>
    column.endsWith('report_id')
      ? `(SELECT sha256 FROM ${database}.report WHERE report.id = compared."${column}") AS "${column}"`
      : `"${column}"`,
  );
  return `SELECT ${values.join(', ')} FROM ${database}.${name} AS compared`;
}
