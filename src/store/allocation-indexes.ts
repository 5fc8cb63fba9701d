import type { Dataset } from './dataset.ts';

/** From how many datapoints written on, and from which part of all, the indexes are made anew at the end. */
const MANY_WRITTEN = 1000;
const LARGE_PART = 0.25;

/**
 * The indexes of a table while datapoints are written: entering a few in each is fast, but for a large part of
 * the table it is faster to drop them and make them anew, in the same transaction.
 */
export function openIndexes({ sqlite }: Dataset, table: string) {
  const count = sqlite.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck();
  const definitions = sqlite.prepare<[string], { name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL ORDER BY name",
  );
  let countBefore = 0;
  let written = 0;
  let dropped: { name: string; sql: string }[] = [];
  return {
    noteWrite(): void {
      if (written === 0) countBefore = count.get() ?? 0;
      written += 1;
      if (dropped.length > 0 || written < MANY_WRITTEN || written < LARGE_PART * countBefore) return;
      dropped = definitions.all(table);
      for (const index of dropped) sqlite.exec(`DROP INDEX ${index.name}`);
    },

    restore(): void {
      for (const index of dropped) sqlite.exec(index.sql);
      dropped = [];
    },
  };
}
