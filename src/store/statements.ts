import type Database from 'better-sqlite3';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { DatabaseFile } from './database-file.ts';

/** A value as SQLite stores it. */
export type SqlValue = string | number | null;

type Statement = Database.Statement<unknown[], SqlValue[]>;

/**
 * Prepares an insert of all columns in table order. Bypasses drizzle's mapping of values, which costs more than the
 * insert. Pass the values as separate arguments: an array takes half as long again.
 */
export function prepareInsert({ sqlite, drizzle }: DatabaseFile, table: SQLiteTable): Statement {
  return sqlite.prepare(drizzle.insert(table).values(placeholders(table)).toSQL().sql);
}

/** Prepares a select of all columns in table order, with rows as arrays. `where` may contain placeholders. */
export function prepareSelect(
  { sqlite, drizzle }: DatabaseFile,
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

function placeholders(table: SQLiteTable): Record<string, SQL> {
  return Object.fromEntries(
    Object.keys(getTableColumns(table)).map((name) => [name, sql`${sql.placeholder(name)}`]),
  );
}
