import type Database from 'better-sqlite3';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Dataset } from './dataset.ts';

/** A value as SQLite keeps it. */
export type SqlValue = string | number | null;

type Statement = Database.Statement<unknown[], SqlValue[]>;

/**
 * Inserts a row, or so many. drizzle writes the SQL once, better-sqlite3 runs it with values in the order of the
 * table's columns: drizzle's own mapping of every value costs more than the insert.
 */
export function prepareInsert({ sqlite, drizzle }: Dataset, table: SQLiteTable, rows = 1): Statement {
  const values = Array.from({ length: rows }, () => placeholders(table));
  return sqlite.prepare(drizzle.insert(table).values(values).toSQL().sql);
}

/** Rows that go into a table with one statement, which by itself takes half as long as a row. */
const ROWS_TOGETHER = 16;

/** Inserts any number of rows, each with its values in the order of the table's columns. */
export function prepareInsertAll(
  dataset: Dataset,
  table: SQLiteTable,
): (rows: readonly SqlValue[][]) => void {
  // made where they are needed: most runs insert nothing, and drizzle takes its time to write long ones
  const statements = new Map<number, Statement>();
  const insert = (rows: readonly SqlValue[][]): void => {
    const statement = statements.get(rows.length) ?? prepareInsert(dataset, table, rows.length);
    statements.set(rows.length, statement);
    statement.run(rows.flat());
  };
  return (rows) => {
    for (let at = 0; at < rows.length; at += ROWS_TOGETHER) insert(rows.slice(at, at + ROWS_TOGETHER));
  };
}

/** Selects all columns in the order of the table; rows come as arrays. `where` may hold placeholders. */
export function prepareSelect(
  { sqlite, drizzle }: Dataset,
  table: SQLiteTable,
  where: SQL,
  orderBy: SQL[],
): Statement {
  const { sql: text } = drizzle
    .select()
    .from(table)
    .where(where)
    .orderBy(...orderBy)
    .toSQL();
  return sqlite.prepare<unknown[], SqlValue[]>(text).raw();
}

/** Deletes the rows of a table; `where` may hold placeholders. */
export function prepareDelete({ sqlite, drizzle }: Dataset, table: SQLiteTable, where: SQL): Statement {
  return sqlite.prepare(drizzle.delete(table).where(where).toSQL().sql);
}

function placeholders(table: SQLiteTable): Record<string, SQL> {
  return Object.fromEntries(
    Object.keys(getTableColumns(table)).map((name) => [name, sql`${sql.placeholder(name)}`]),
  );
}
