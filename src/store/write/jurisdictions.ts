import { isDeepStrictEqual } from 'node:util';
import { eq, getTableColumns, getTableName } from 'drizzle-orm';
import type { DatabaseFile } from '../database-file.ts';
import { jurisdiction as jurisdictionTable } from '../fixed-tables.ts';
import { prepareInsert } from '../statements.ts';

export type StoredJurisdiction = typeof jurisdictionTable.$inferSelect;

/** Reads and writes the jurisdictions of one state. */
export function openJurisdictions(dataset: DatabaseFile, state: string) {
  const { drizzle, sqlite } = dataset;
  const columns = Object.keys(getTableColumns(jurisdictionTable)) as (keyof StoredJurisdiction)[];
  const insert = prepareInsert(dataset, jurisdictionTable);
  // setting the id, even to the same value, makes SQLite search all tables that refer to it
  const changeable = columns.filter((column) => column !== 'id');
  const update = sqlite.prepare(
    `UPDATE ${getTableName(jurisdictionTable)} SET ${changeable.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
  );
  const known = new Map<number, StoredJurisdiction>();
  const rows = sqlite.prepare<[string], StoredJurisdiction>(
    `SELECT ${columns.join(', ')} FROM ${getTableName(jurisdictionTable)} WHERE state = ? ORDER BY id`,
  );
  for (const row of rows.all(state)) known.set(row.id, row);
  return {
    has: (id: number): boolean => known.has(id),
    get: (id: number): StoredJurisdiction | undefined => known.get(id),
    list: (): StoredJurisdiction[] => [...known.values()],

    /** Removes a jurisdiction that nothing refers to. */
    remove(id: number): void {
      drizzle.delete(jurisdictionTable).where(eq(jurisdictionTable.id, id)).run();
      known.delete(id);
    },

    /** Adds or changes a jurisdiction. Returns whether anything differed. */
    write(values: StoredJurisdiction): boolean {
      const before = known.get(values.id);
      if (!before) insert.run(...columns.map((column) => values[column]));
      else if (isDeepStrictEqual(before, values)) return false;
      else update.run(...changeable.map((column) => values[column]), values.id);
      known.set(values.id, values);
      return true;
    },
  };
}

export type Jurisdictions = ReturnType<typeof openJurisdictions>;
