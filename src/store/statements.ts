import type Database from 'better-sqlite3';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Dataset } from './dataset.ts';

/** A value as SQLite keeps it. */
export type SqlValue = string | number | null;

type Statement = Database.Statement<unknown[], SqlValue[]>;

/**
 * drizzle writes the SQL once, better-sqlite3 runs it with values in the order of the table's columns: drizzle's
 * own mapping of every value costs more than the insert. Values are best given one by one: an array of them takes
 * half as long again.
 */
export function prepareInsert({ sqlite, drizzle }: Dataset, table: SQLiteTable): Statement {
  return sqlite.prepare(drizzle.insert(table).values(placeholders(table)).toSQL().sql);
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
