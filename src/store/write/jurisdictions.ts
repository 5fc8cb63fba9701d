import { getTableName } from 'drizzle-orm';
import type { DatabaseFile } from '../database-file.ts';
import { jurisdiction as jurisdictionTable } from '../fixed-tables.ts';
import { Differ } from './differ.ts';

export type StoredJurisdiction = typeof jurisdictionTable.$inferSelect;

/** Reads and writes the jurisdictions of one state. */
export function openJurisdictions(dataset: DatabaseFile, state: string) {
  const { sqlite } = dataset;
  const name = getTableName(jurisdictionTable);
  const differ = new Differ(dataset, jurisdictionTable, { key: ['id'] });
  const select = sqlite.prepare<[string], StoredJurisdiction>(
    `SELECT * FROM ${name} WHERE state = ? ORDER BY id`,
  );
  const known = new Map<number, StoredJurisdiction>();
  const read = () => {
    known.clear();
    for (const row of select.all(state)) known.set(row.id, row);
  };
  read();
  const replace = (before: StoredJurisdiction | undefined, now: readonly StoredJurisdiction[]) =>
    differ.replace(before ? [before] : [], now) > 0;
  return {
    /** Reads them again, after a part of the transaction was rolled back. */
    read,
    has: (id: number): boolean => known.has(id),
    get: (id: number): StoredJurisdiction | undefined => known.get(id),
    /** By id, whichever report named them first. */
    list: (): StoredJurisdiction[] => [...known.values()].sort((a, b) => a.id - b.id),

    /** Removes a jurisdiction that nothing refers to. */
    remove(id: number): void {
      replace(known.get(id), []);
      known.delete(id);
    },

    /** Adds or changes a jurisdiction. Returns whether anything differed. */
    write(values: StoredJurisdiction): boolean {
      const before = known.get(values.id);
      known.set(values.id, values);
      return replace(before, [values]);
    },
  };
}

export type Jurisdictions = ReturnType<typeof openJurisdictions>;
