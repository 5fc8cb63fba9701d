import type Database from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { DatabaseFile } from '../database-file.ts';
import type { SqlValue } from '../statements.ts';

/** The values of a row by column. */
export type Values = Record<string, SqlValue>;

/** Tells of a row that differs before it is written, and may change `now`. `before` is null for a new row, `now` for a removed one. */
type Note = (before: Values | null, now: Values | null) => void;

interface DifferOptions {
  /** The columns that identify a row of the table. */
  key: readonly string[];
  /** The columns that differ without meaning anything, such as the run that wrote the row. */
  notCompared?: readonly string[];
  /** Default: the key. */
  identityOf?: (row: Values) => string;
}

/** Makes stored rows of a table equal to given ones: inserts, updates and deletes only what differs. */
export class Differ {
  private readonly columns: readonly string[];
  /** A row of nulls, to copy: V8 turns an object that grows by dozens of names into a slow hash table. */
  readonly blank: Values;
  private readonly compared: readonly string[];
  private readonly key: readonly string[];
  private readonly changeable: readonly string[];
  /** What two rows have in common that are the same at two times. */
  readonly identityOf: (row: Values) => string;
  private readonly inserts: Database.Statement;
  private readonly updates: Database.Statement;
  private readonly deletes: Database.Statement;

  constructor(
    { sqlite }: Pick<DatabaseFile, 'sqlite'>,
    table: SQLiteTable,
    { key, notCompared = [], identityOf }: DifferOptions,
  ) {
    const name = getTableName(table);
    const listOf = (columns: readonly string[], join: string, after = '') =>
      columns.map((column) => `"${column}"${after}`).join(join);
    this.columns = Object.keys(getTableColumns(table));
    this.blank = JSON.parse(JSON.stringify(Object.fromEntries(this.columns.map((column) => [column, null]))));
    this.compared = this.columns.filter((column) => !notCompared.includes(column));
    this.key = key;
    // setting a key, even to the same value, makes SQLite search all tables that refer to it
    this.changeable = this.columns.filter((column) => !key.includes(column));
    this.identityOf = identityOf ?? ((row) => key.map((column) => row[column]).join(' '));
    this.inserts = sqlite.prepare(
      `INSERT INTO ${name} (${listOf(this.columns, ', ')}) VALUES (${this.columns.map(() => '?').join(', ')})`,
    );
    const isRow = `WHERE ${listOf(key, ' AND ', ' = ?')}`;
    this.updates = sqlite.prepare(`UPDATE ${name} SET ${listOf(this.changeable, ', ', ' = ?')} ${isRow}`);
    this.deletes = sqlite.prepare(`DELETE FROM ${name} ${isRow}`);
  }

  /** Writes what differs between stored rows and given ones. Returns how many rows do. */
  replace(stored: readonly Values[], given: readonly Values[], note: Note = () => undefined): number {
    const left = new Map(stored.map((row) => [this.identityOf(row), row]));
    let differing = stored.length - left.size;
    const removed = stored.filter((row) => left.get(this.identityOf(row)) !== row);
    for (const now of given) {
      const identity = left.size > 0 ? this.identityOf(now) : '';
      const before = left.get(identity) ?? null;
      left.delete(identity);
      if (before && this.areEqual(before, now)) continue;
      differing += 1;
      note(before, now);
      // separate arguments: an array takes half as long again
      if (before) this.updates.run(this.valuesOf(now, this.changeable), this.valuesOf(before, this.key));
      else this.inserts.run(this.valuesOf(now, this.columns));
    }
    for (const before of [...removed, ...left.values()]) {
      note(before, null);
      this.deletes.run(this.valuesOf(before, this.key));
    }
    return differing + left.size;
  }

  private areEqual(before: Values, now: Values): boolean {
    return this.compared.every((column) => before[column] === now[column]);
  }

  private valuesOf(row: Values, columns: readonly string[]): SqlValue[] {
    return columns.map((column) => row[column] ?? null);
  }
}
